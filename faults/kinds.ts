import { databaseKinds } from './database-kinds.ts';
import type { Gate } from './gate.ts';
import type { Garbage, HttpFault } from './http-proxy.ts';
import type { Random } from './random.ts';
import type { ShopServer } from './shop-server.ts';
import type { World } from './world.ts';

/** What a fault works with while it lasts. */
export interface FaultContext {
  world: World;
  random: Random;
  /** Waits; shorter when the campaign is over. */
  wait(ms: number): Promise<void>;
}

/** One kind of fault. `run` lasts as long as the fault does. @returns how much has suffered from it. */
export interface Kind {
  name: string;
  /** Nothing else may happen meanwhile. */
  alone?: boolean;
  /** Can leave an e-mail claimed, which then waits for the end of its lease. */
  strandsEmails?: boolean;
  run(context: FaultContext): Promise<number>;
}

/** A request that nobody makes does not hold a fault up for longer. */
const LONGEST_WINDOW_MS = 4_000;
const WINDOW_STEP_MS = 50;

/** Where a server can be killed: before and after each step that must not be half-done. */
const KILL_POINTS = [
  'orders.add end',
  'payments.openCheckout start',
  'payments.openCheckout end',
  'orders.attachCheckout start',
  'orders.attachCheckout end',
  'payments.checkout end',
  'payments.expireCheckout start',
  'payments.expireCheckout end',
  'orders.fund start',
  'orders.fund end',
];
/** A notification that is claimed by a killed server waits for the end of its lease. */
const KILL_POINTS_OF_CLAIMED = [
  'outbox.claim end',
  'mailer.send start',
  'mailer.send end',
  'outbox.delivered start',
  'outbox.delivered end',
];

export interface KindsSettings {
  database: 'sqlite' | 'postgres';
  /** Whether servers may be killed while they have a notification claimed. */
  withLeases: boolean;
  withRestore: boolean;
  /** Whether there is a small disk. */
  withDisk: boolean;
}

export function kindsOf(settings: KindsSettings): Kind[] {
  const points = settings.withLeases ? [...KILL_POINTS, ...KILL_POINTS_OF_CLAIMED] : KILL_POINTS;
  return [
    ...httpKinds('Stripe', ({ stripe }) => stripe, ['repeat', 'half-json']),
    ...httpKinds('e-mail', ({ email }) => email, []),
    ...httpKinds('webhook', ({ webhooks }) => webhooks, ['repeat']),
    practiceSetting('webhooks withheld', 'stripe', 'webhooks', ['never'], 'normal'),
    practiceSetting(
      'webhooks thrice or early',
      'stripe',
      'webhooks',
      ['thrice', 'before-redirect'],
      'normal',
    ),
    practiceSetting('Stripe answers 500', 'stripe', 'api', ['down'], 'normal'),
    practiceSetting(
      'e-mail refused',
      'email',
      'sending',
      ['403', '429', '451', 'hangs-up', 'maintenance', 'redirect'],
      'works',
    ),
    ...points.map(killedAt),
    ...serverKinds,
    ...databaseKinds(settings),
  ];
}

function httpKinds(name: string, gateOf: (world: World) => Gate, more: string[]): Kind[] {
  const garbage: Garbage[] = more.includes('half-json')
    ? ['html', 'bad-gateway', 'half-json']
    : ['html', 'bad-gateway'];
  const makers: [string, (random: Random) => HttpFault][] = [
    ['delayed', (random) => ({ kind: 'delay', ms: random.between(100, 3_000) })],
    ['reordered', (random) => ({ kind: 'reorder', ms: random.between(20, 1_500) })],
    ['cut before', () => ({ kind: 'cut', delivered: false })],
    ['cut after', () => ({ kind: 'cut', delivered: true })],
    [
      'hung',
      (random) => ({
        kind: 'hang',
        delivered: random.chance(0.5),
        ms: random.between(500, 12_000),
      }),
    ],
    [
      'answered with garbage',
      (random) => ({
        kind: 'garbage',
        delivered: random.chance(0.5),
        answer: random.pick(garbage),
      }),
    ],
    ...(more.includes('repeat')
      ? [['repeated', () => ({ kind: 'repeat' })] satisfies [string, () => HttpFault]]
      : []),
  ];
  return makers.map(([what, make]) => ({
    name: `${name} ${what}`,
    async run({ world, random, wait }) {
      const wanted = random.between(1, 3);
      const disarm = gateOf(world).arm(wanted, () => make(random));
      await waitUntil(() => false, wait, random.between(300, 2_000));
      const hits = disarm();
      if (hits > 0) return hits;
      // Nobody came by: the next one who does.
      const disarmLate = gateOf(world).arm(1, () => make(random));
      await wait(LONGEST_WINDOW_MS);
      return disarmLate();
    },
  }));
}

function practiceSetting(
  name: string,
  service: 'stripe' | 'email',
  setting: string,
  values: string[],
  usual: string,
): Kind {
  return {
    name,
    async run({ world, random, wait }) {
      await world.setPractice(service, { [setting]: random.pick(values) });
      await wait(random.between(300, 2_000));
      await world.setPractice(service, { [setting]: usual });
      return 1;
    },
  };
}

function killedAt(point: string): Kind {
  return {
    name: `kill -9 at ${point}`,
    strandsEmails: true,
    async run({ world, random, wait }) {
      const server = anyUp(world, random);
      if (!server) return 0;
      server.tell({ do: 'kill', at: point });
      await waitUntil(() => !server.isUp(), wait);
      if (!server.isUp()) return 1;
      server.tell({ do: 'kill', at: null });
      return 0;
    },
  };
}

const serverKinds: Kind[] = [
  {
    name: 'kill -9 at random',
    strandsEmails: true,
    async run({ world, random, wait }) {
      await wait(random.between(0, 500));
      const server = anyUp(world, random);
      server?.signal('SIGKILL');
      return server ? 1 : 0;
    },
  },
  {
    name: 'server stopped with SIGTERM',
    async run({ world, random }) {
      const server = anyUp(world, random);
      if (!server) return 0;
      await server.hold('SIGTERM');
      server.release();
      return 1;
    },
  },
  {
    name: 'server frozen',
    async run({ world, random, wait }) {
      const server = anyUp(world, random);
      if (!server) return 0;
      server.signal('SIGSTOP');
      await wait(random.between(300, 3_000));
      server.signal('SIGCONT');
      return 1;
    },
  },
  {
    name: 'clock ahead',
    run: (context) => jump(context, context.random.pick([60, 170, 3_600, 7_200])),
  },
  {
    name: 'clock behind',
    run: (context) => jump(context, -context.random.pick([60, 170, 3_600, 7_200])),
  },
];

async function jump({ world, random, wait }: FaultContext, seconds: number): Promise<number> {
  const server = random.pick(world.servers);
  server.tell({ do: 'shift-clock', byMs: seconds * 1_000 });
  await wait(random.between(500, 3_000));
  server.tell({ do: 'shift-clock', byMs: 0 });
  return 1;
}

function anyUp({ servers }: World, random: Random): ShopServer | undefined {
  const up = servers.filter((server) => server.isUp());
  return up.length === 0 ? undefined : random.pick(up);
}

async function waitUntil(
  isSo: () => boolean,
  wait: FaultContext['wait'],
  atMostMs = LONGEST_WINDOW_MS,
): Promise<void> {
  for (let waited = 0; waited < atMostMs && !isSo(); waited += WINDOW_STEP_MS) {
    await wait(WINDOW_STEP_MS);
  }
}
