import { setTimeout as pause } from 'node:timers/promises';
import { createShopClient } from '../harness/shop-client.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import type { ChangeKind } from './changes.ts';
import { databaseKinds } from './database-kinds.ts';
import { armKill, type Kind, type Step, untilUsedUp } from './fault.ts';
import type { Gate, HttpFault } from './http-proxy.ts';
import type { Random } from './random.ts';
import type { ShopServer } from './shop-server.ts';
import type { World } from './world.ts';

interface KindsSettings {
  database: 'sqlite' | 'postgres';
  /** Paid orders are moved, added to, taken off, cancelled and refunded. */
  withChanges: boolean;
  /** Customers get quotes and ask for cakes; not in order. */
  withQuotes: boolean;
  inOrder: boolean;
}

/** Before or after each step that stores something. The first leave e-mails that wait until a lease expires. */
const KILL_POINTS: [string, Step][] = [
  ['outbox.claim end', 'pay'],
  ['mailer.send end', 'pay'],
  ['outbox.sent end', 'pay'],
  ['orders.add end', 'place'],
  ['payments.openCheckout end', 'place'],
  ['orders.attachCheckout end', 'place'],
  ['payments.expireCheckout start', 'place'],
  ['payments.expireCheckout end', 'place'],
  ['orders.fund start', 'place'],
  ['orders.fund end', 'place'],
];
const KILL_POINTS_OF_CHANGES: [string, ChangeKind][] = [
  ['orders.move end', 'move'],
  ['orders.requestCancel end', 'ask to cancel'],
  ['refunds.request end', 'refund'],
  ['payments.refund end', 'refund'],
  ['orders.setReversals end', 'refund'],
];

/** They take too long for each test. */
const MORE_KILL_POINTS_OF_CHANGES: [string, Step][] = [
  ['additions.attach end', 'add'],
  ['additions.fund end', 'add'],
  ['orders.takeOff end', 'take off'],
  ['push.sent start', 'pay'],
];
const KILL_POINTS_OF_QUOTES: [string, Step][] = [
  ['requests.place end', 'ask'],
  ['quotes.allowCheckout end', 'quote'],
  ['quotes.agree end', 'quote'],
  ['quotes.end end', 'quote'],
];

export function kindsOf(settings: KindsSettings): Kind[] {
  const { database, withChanges, withQuotes, inOrder } = settings;
  const points = [
    ...KILL_POINTS,
    ...(withChanges ? KILL_POINTS_OF_CHANGES : []),
    ...(withChanges && !inOrder ? MORE_KILL_POINTS_OF_CHANGES : []),
    ...(withQuotes && !inOrder ? KILL_POINTS_OF_QUOTES : []),
  ];
  return [
    ...points.map(killedAt),
    ...httpKinds('Stripe', 'place', ({ stripe }) => stripe, REPEATED),
    ...httpKinds('e-mail', 'pay', ({ email }) => email),
    ...httpKinds('webhook', 'pay', ({ webhooks }) => webhooks, REPEATED),
    practiceSetting('webhooks withheld', 'stripe', { webhooks: 'never' }, { webhooks: 'normal' }),
    practiceSetting('e-mail refused', 'mail', { sending: '403' }, { sending: 'works' }),
    ...serverKinds,
    ...databaseKinds(database),
  ];
}

/** Not e-mails: EmailJS would send both. */
const REPEATED = { repeated: { repeated: true } };

function killedAt([point, step]: [string, Step]): Kind {
  return {
    name: `kill -9 at ${point}`,
    step,
    begin: async (world) => armKill(world, point),
  };
}

/** @param more faults that only this service can have. */
function httpKinds(
  name: string,
  step: Step,
  gateOf: (world: World) => Gate,
  more: Record<string, HttpFault> = {},
): Kind[] {
  const makers: Record<string, (random: Random) => HttpFault> = {
    delayed: (random) => ({ delayMs: random.between(20, 3_000) }),
    'cut before': () => ({ delivered: false, instead: 'closed connection' }),
    'cut after': () => ({ instead: 'closed connection' }),
    'answered with garbage': (random) => ({
      delivered: random.chance(0.5),
      instead: random.pick(['html', 'bad-gateway', 'half-json'] as const),
    }),
    ...Object.fromEntries(Object.entries(more).map(([what, fault]) => [what, () => fault])),
  };
  return Object.entries(makers).map(([what, make]) => ({
    name: `${name} ${what}`,
    step,
    async begin(world, random) {
      const armed = gateOf(world).arm(random.between(1, 3), () => make(random));
      return async () => {
        await untilUsedUp(armed.isUsedUp);
        return armed.disarm();
      };
    },
  }));
}

function practiceSetting(
  name: string,
  service: 'stripe' | 'mail',
  setting: Record<string, string>,
  normal: Record<string, string>,
): Kind {
  return {
    name,
    step: 'pay',
    async begin({ setPractice }, random) {
      await setPractice(service, setting);
      return async () => {
        await pause(random.between(200, 1_200));
        await setPractice(service, normal);
        return 1;
      };
    },
  };
}

/** A place comes free for somebody who waits, and the server that offers it dies. */
const offerKilled: Kind = {
  name: `kill -9 at waiting.tend end`,
  // Others would edit the calendar at the same time, or keep the database from it.
  alone: true,
  async begin(world, random) {
    const { catalogue, limits, origins, nextToken, where } = world;
    const day = random.pick(catalogue.days.filter((each) => !limits.has(each)));
    const { item } = random.pick(
      catalogue.offers.filter((each) => each.item.sizeId.endsWith('-6')),
    );
    const client = createShopClient({ origin: () => random.pick(origins), nextToken });
    const wish = { day, items: [{ ...item, message: '', day }] };
    const id = random.uuid();
    await editCalendar(where, ({ capacities }) => {
      capacities[day] = 0;
    });
    for (let tries = 0; tries < MAX_JOINS && !(await client.wait(id, wish)); tries += 1) {
      await pause(JOIN_PAUSE_MS);
    }
    const end = armKill(world, 'waiting.tend end');
    await editCalendar(where, ({ capacities }) => {
      delete capacities[day];
    });
    return end;
  },
};
const MAX_JOINS = 10;
const JOIN_PAUSE_MS = 500;

const serverKinds: Kind[] = [
  offerKilled,
  {
    name: 'server stopped with SIGTERM',
    begin: async (world, random) => async () => {
      const server = pickUp(world, random);
      await server?.hold('SIGTERM');
      server?.release();
      return server ? 1 : 0;
    },
  },
  {
    name: 'server frozen',
    async begin(world, random) {
      const server = pickUp(world, random);
      server?.signal('SIGSTOP');
      return async () => {
        await pause(random.between(300, 2_000));
        server?.signal('SIGCONT');
        return server ? 1 : 0;
      };
    },
  },
];

function pickUp({ servers }: World, random: Random): ShopServer | undefined {
  const up = servers.filter((server) => server.isUp());
  return up.length === 0 ? undefined : random.pick(up);
}
