import { databaseKinds } from './database-kinds.ts';
import type { Garbage, Gate, HttpFault } from './http-proxy.ts';
import type { Random } from './random.ts';
import type { ShopServer } from './shop-server.ts';
import type { World } from './world.ts';

export interface FaultContext {
  world: World;
  random: Random;
  /** Waits, but not after the end of the campaign. */
  wait(ms: number): Promise<void>;
}

export interface Kind {
  name: string;
  /** No other fault may run at the same time. */
  alone?: boolean;
  /** May leave a claimed e-mail, which waits until its lease expires. */
  strandsEmails?: boolean;
  /** Runs until the fault has ended. @returns how many requests, connections or processes it hit. */
  run(context: FaultContext): Promise<number>;
}

/** A fault whose request does not come ends after this. */
const MAX_WINDOW_MS = 4_000;
const POLL_MS = 20;

/** Before and after each step that must be atomic. */
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
/** These leave a claimed notification, which waits until its lease expires. */
const KILL_POINTS_WHILE_CLAIMED = [
  'outbox.claim end',
  'mailer.send start',
  'mailer.send end',
  'outbox.delivered start',
  'outbox.delivered end',
];

const KILL_POINTS_OF_CHANGES = [
  'orders.move end',
  'orders.askToCancel end',
  'refunds.ask end',
  'payments.refund start',
  'payments.refund end',
  'refunds.accepted start',
  'payments.reversals end',
  'orders.setReversals end',
];

export interface KindsSettings {
  database: 'sqlite' | 'postgres';
  /** Paid orders are moved, cancelled and refunded. */
  withChanges: boolean;
  /** Kills servers while they hold a claimed notification. */
  withLeases: boolean;
  withRestore: boolean;
  withDisk: boolean;
}

export function kindsOf(settings: KindsSettings): Kind[] {
  const points = [
    ...KILL_POINTS,
    ...(settings.withLeases ? KILL_POINTS_WHILE_CLAIMED : []),
    ...(settings.withChanges ? KILL_POINTS_OF_CHANGES : []),
  ];
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
        response: random.pick(garbage),
      }),
    ],
    ...(more.includes('repeat')
      ? [['repeated', () => ({ kind: 'repeat' })] satisfies [string, () => HttpFault]]
      : []),
  ];
  return makers.map(([what, make]) => ({
    name: `${name} ${what}`,
    async run({ world, random, wait }) {
      const fault = gateOf(world).arm(random.between(1, 3), () => make(random));
      await waitUntil(fault.isUsedUp, wait);
      return fault.disarm();
    },
  }));
}

function practiceSetting(
  name: string,
  service: 'stripe' | 'email',
  setting: string,
  values: string[],
  normal: string,
): Kind {
  return {
    name,
    async run({ world, random, wait }) {
      await world.setPractice(service, { [setting]: random.pick(values) });
      await wait(random.between(200, 1_200));
      await world.setPractice(service, { [setting]: normal });
      return 1;
    },
  };
}

function killedAt(point: string): Kind {
  return {
    name: `kill -9 at ${point}`,
    strandsEmails: true,
    async run({ world, random, wait }) {
      const server = pickUp(world, random);
      if (!server) return 0;
      server.send({ do: 'kill', at: point });
      await waitUntil(() => !server.isUp(), wait);
      if (!server.isUp()) return 1;
      server.send({ do: 'kill', at: null });
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
      const server = pickUp(world, random);
      server?.signal('SIGKILL');
      return server ? 1 : 0;
    },
  },
  {
    name: 'server stopped with SIGTERM',
    async run({ world, random }) {
      const server = pickUp(world, random);
      if (!server) return 0;
      await server.hold('SIGTERM');
      server.release();
      return 1;
    },
  },
  {
    name: 'server frozen',
    async run({ world, random, wait }) {
      const server = pickUp(world, random);
      if (!server) return 0;
      server.signal('SIGSTOP');
      await wait(random.between(300, 2_000));
      server.signal('SIGCONT');
      return 1;
    },
  },
  {
    name: 'clock ahead',
    run: (context) => shiftClock(context, context.random.pick([60, 170, 3_600, 7_200])),
  },
  {
    name: 'clock behind',
    run: (context) => shiftClock(context, -context.random.pick([60, 170, 3_600, 7_200])),
  },
];

async function shiftClock({ world, random, wait }: FaultContext, seconds: number): Promise<number> {
  const server = random.pick(world.servers);
  server.send({ do: 'shift-clock', byMs: seconds * 1_000 });
  await wait(random.between(500, 2_000));
  server.send({ do: 'shift-clock', byMs: 0 });
  return 1;
}

function pickUp({ servers }: World, random: Random): ShopServer | undefined {
  const up = servers.filter((server) => server.isUp());
  return up.length === 0 ? undefined : random.pick(up);
}

async function waitUntil(condition: () => boolean, wait: FaultContext['wait']): Promise<void> {
  for (let waited = 0; waited < MAX_WINDOW_MS && !condition(); waited += POLL_MS) {
    await wait(POLL_MS);
  }
}
