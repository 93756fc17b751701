import { databaseKinds } from './database-kinds.ts';
import {
  type Fault,
  type FaultContext,
  type Kind,
  type KindsSettings,
  killAnyAt,
  type Step,
} from './fault.ts';
import type { Garbage, Gate, HttpFault } from './http-proxy.ts';
import type { ChangeKind } from './judge.ts';
import type { Random } from './random.ts';
import type { ShopServer } from './shop-server.ts';
import type { World } from './world.ts';

/** A fault whose request does not come ends after this. */
const MAX_WINDOW_MS = 4_000;

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
  'outbox.sent start',
  'outbox.sent end',
];

const KILL_POINTS_OF_CHANGES: [string, ChangeKind][] = [
  ['orders.move end', 'move'],
  ['orders.requestCancel end', 'ask to cancel'],
  ['refunds.request end', 'refund'],
  ['payments.refund start', 'refund'],
  ['payments.refund end', 'refund'],
  ['refunds.accepted start', 'refund'],
  ['payments.reversals end', 'refund'],
  ['orders.setReversals end', 'refund'],
];

export function kindsOf(settings: KindsSettings): Kind[] {
  return [
    ...httpKinds('Stripe', 'place', ({ stripe }) => stripe, ['repeat', 'half-json']),
    ...httpKinds('e-mail', 'pay', ({ email }) => email, []),
    ...httpKinds('webhook', 'pay', ({ webhooks }) => webhooks, ['repeat']),
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
    ...KILL_POINTS.map((point) => killedAt(point, 'place')),
    ...(settings.withLeases ? KILL_POINTS_WHILE_CLAIMED : []).map((point) =>
      killedAt(point, 'pay'),
    ),
    ...(settings.withChanges ? KILL_POINTS_OF_CHANGES : []).map(([point, step]) =>
      killedAt(point, step),
    ),
    ...serverKinds,
    ...databaseKinds(settings),
  ];
}

function httpKinds(
  name: string,
  step: Step,
  gateOf: (world: World) => Gate,
  more: string[],
): Kind[] {
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
    step,
    async begin({ world, random }) {
      const { isUsedUp, disarm } = gateOf(world).arm(random.between(1, 3), () => make(random));
      return { maxMs: MAX_WINDOW_MS, isUsedUp, end: async () => disarm() };
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
    step: setting === 'api' ? 'place' : 'pay',
    async begin({ world, random }) {
      await world.setPractice(service, { [setting]: random.pick(values) });
      return {
        maxMs: random.between(200, 1_200),
        async end() {
          await world.setPractice(service, { [setting]: normal });
          return 1;
        },
      };
    },
  };
}

function killedAt(point: string, step: Step): Kind {
  return {
    name: `kill -9 at ${point}`,
    strandsEmails: true,
    step,
    async begin({ world: { servers } }) {
      const kill = await killAnyAt(servers, point);
      return {
        maxMs: MAX_WINDOW_MS,
        isUsedUp: kill.hasHappened,
        async end() {
          kill.disarm();
          return kill.hasHappened() ? 1 : 0;
        },
      };
    },
  };
}

const serverKinds: Kind[] = [
  {
    name: 'kill -9 at random',
    strandsEmails: true,
    async begin({ world, random, wait }) {
      await wait(random.between(0, 500));
      const server = pickUp(world, random);
      server?.signal('SIGKILL');
      return { maxMs: 0, end: async () => (server ? 1 : 0) };
    },
  },
  {
    name: 'server stopped with SIGTERM',
    async begin({ world, random }) {
      const server = pickUp(world, random);
      await server?.hold('SIGTERM');
      return {
        maxMs: 0,
        async end() {
          server?.release();
          return server ? 1 : 0;
        },
      };
    },
  },
  {
    name: 'server frozen',
    async begin({ world, random }) {
      const server = pickUp(world, random);
      server?.signal('SIGSTOP');
      return {
        maxMs: random.between(300, 2_000),
        async end() {
          server?.signal('SIGCONT');
          return server ? 1 : 0;
        },
      };
    },
  },
  {
    name: 'clock ahead',
    begin: (context) => shiftClock(context, context.random.pick([60, 170, 3_600, 7_200])),
  },
  {
    name: 'clock behind',
    begin: (context) => shiftClock(context, -context.random.pick([60, 170, 3_600, 7_200])),
  },
];

async function shiftClock({ world, random }: FaultContext, seconds: number): Promise<Fault> {
  const server = random.pick(world.servers);
  server.send({ do: 'shift-clock', byMs: seconds * 1_000 });
  return {
    maxMs: random.between(500, 2_000),
    async end() {
      server.send({ do: 'shift-clock', byMs: 0 });
      return 1;
    },
  };
}

function pickUp({ servers }: World, random: Random): ShopServer | undefined {
  const up = servers.filter((server) => server.isUp());
  return up.length === 0 ? undefined : random.pick(up);
}
