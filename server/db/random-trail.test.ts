import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FULFILMENTS, type Fulfilment } from '#domain/book/collection.ts';
import { type OrderEvent, versionOf } from '#domain/book/trail.ts';
import { Day } from '#domain/calendar/day.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { markEmailSent } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { anonymiseOrder } from '#server/orders/anonymise.ts';
import { findBooked } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { cancelOrder, uncancelOrder } from '#server/orders/cancel.ts';
import { declineCancel, requestCancel, undeclineCancel } from '#server/orders/cancel-request.ts';
import { changeText } from '#server/orders/change-text.ts';
import { attachCheckout } from '#server/orders/checkout.ts';
import { correctEmail } from '#server/orders/contact.ts';
import { moveOrder } from '#server/orders/move.ts';
import { expireOrder, fundOrder, markProcessing } from '#server/orders/pay.ts';
import { storeReversals } from '#server/orders/reversals.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import type { Shop } from '#server/shop.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { cafesEmail, claim } from '#test/outbox-time.ts';
import { type Replayed, replay } from '#test/replay-trail.ts';
import { NOON, sampleCharge, sampleItem, sampleOrder } from '#test/samples.ts';
import { customerToken, shopOn } from '#test/shop-on.ts';
import { expireStored } from '#test/stored-orders.ts';

const DAYS = [Day.parse('2026-12-01'), Day.parse('2026-12-05')] as const;
/** Nothing is collected then at first. */
const OTHER_DAY = Day.parse('2026-12-09');
const anyDay = fc.constantFrom(...DAYS, OTHER_DAY);
const MOST_MOVES = 3;
const CHARGE = sampleCharge({ id: 'cs_1', amount: 9600 });

const fulfilment = fc.constantFrom(...FULFILMENTS);
const action = fc.oneof(
  fc.record({
    what: fc.constant('tick' as const),
    day: anyDay,
    from: fulfilment,
    fulfilment,
    /** Ignores `from`: the screen is up to date. */
    isFresh: fc.boolean(),
  }),
  fc.record({ what: fc.constant('undo' as const) }),
  fc.record({
    what: fc.constant('move' as const),
    from: anyDay,
    to: anyDay,
    /** As an undo names them. */
    positions: fc.option(fc.subarray([0, 1]), { nil: undefined }),
  }),
  fc.record({ what: fc.constant('move as the customer' as const), from: anyDay, to: anyDay }),
  fc.record({
    what: fc.constantFrom(
      'fund' as const,
      'expire' as const,
      'expire unopened' as const,
      'attach checkout' as const,
      'processing' as const,
      'tell the cafe' as const,
      'e-mail the customer' as const,
      'correct the e-mail address' as const,
      'replace' as const,
      'cancel' as const,
      'uncancel' as const,
      'anonymise' as const,
      'change the message' as const,
      'say who collects' as const,
      'ask to cancel' as const,
      'decline to cancel' as const,
      'take the answer back' as const,
    ),
  }),
  fc.record({
    what: fc.constant('reverse' as const),
    reversals: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('re_1', 're_2'),
        kind: fc.constant('refund' as const),
        payment: fc.constant(CHARGE.id),
        amount: fc.nat({ max: 9600 }),
        state: fc.constantFrom('pending', 'succeeded', 'failed'),
        at: fc.constant(NOON),
      }),
      { maxLength: 2, selector: ({ id }) => id },
    ),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never;

/** The actions of a step run concurrently, on two servers. */
const steps = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { maxLength: 12 });

async function act(shop: Shop, booked: BookedOrder, action: Action): Promise<void> {
  const { db } = shop;
  const { id } = booked;
  switch (action.what) {
    case 'tick': {
      const { day, isFresh } = action;
      const current = booked.days.find((each) => each.day === day)?.fulfilment ?? 'to-make';
      const from: Fulfilment = isFresh ? current : action.from;
      await setFulfilment(shop, {
        orderId: id,
        day,
        from,
        fulfilment: action.fulfilment,
        by: 'anna',
      });
      return;
    }
    case 'undo': {
      const last = booked.trail.findLast(({ kind }) => kind === 'fulfilment');
      if (last?.kind !== 'fulfilment') return;
      const { day, from, fulfilment } = last.facts;
      await setFulfilment(shop, {
        orderId: id,
        day,
        from: fulfilment,
        fulfilment: from,
        by: 'anna',
      });
      return;
    }
    case 'move': {
      const { from, to, positions } = action;
      const some = positions && { positions };
      await moveOrder(shop, { orderId: id, from, to, ...some, by: 'anna' }, true);
      return;
    }
    case 'move as the customer': {
      const { from, to } = action;
      const version = versionOf(booked.trail);
      // As on the customer's page, which two tabs may show.
      if (movesOfCustomer(booked.trail).length >= MOST_MOVES) return;
      await moveOrder(shop, { orderId: id, from, to, version, by: undefined }, true);
      return;
    }
    case 'change the message':
    case 'say who collects': {
      const position = action.what === 'change the message' ? 0 : undefined;
      const current = position === 0 ? (booked.items[0]?.message ?? '') : booked.collector;
      const version = versionOf(booked.trail);
      const to = `${current}x`;
      await changeText(shop, { orderId: id, position, to, version, by: undefined });
      return;
    }
    case 'ask to cancel':
      await requestCancel(shop, await customerToken(shop, id), versionOf(booked.trail));
      return;
    case 'decline to cancel':
      await declineCancel(shop, id, 'anna');
      return;
    case 'take the answer back':
      await undeclineCancel(shop, id, 'anna');
      return;
    case 'fund':
      await fundOrder(shop, id, { customerEmails: [{ kind: 'confirmation' }], charge: CHARGE });
      return;
    case 'expire':
      await expireStored(shop, id, 'failed');
      return;
    case 'expire unopened':
      await expireOrder(shop, { id, checkoutId: null, payBy: sampleOrder().payBy });
      return;
    case 'attach checkout':
      await attachCheckout(shop, id, CHARGE.id);
      return;
    case 'processing':
      await markProcessing(shop, { id, checkoutId: CHARGE.id }, NOON);
      return;
    case 'tell the cafe':
      await markEmailSent(db, cafesEmail(id));
      return;
    case 'e-mail the customer': {
      const [email] = await claim({ db }, 1);
      if (email) await markEmailSent(db, email);
      return;
    }
    case 'correct the e-mail address': {
      const correction = { current: 'ada@example.com', corrected: 'ada@example.org' };
      await correctEmail(shop, id, correction);
      return;
    }
    case 'cancel':
      await cancelOrder(shop, { orderId: id, by: 'anna' });
      return;
    case 'uncancel':
      await uncancelOrder(shop, { orderId: id, by: 'anna' });
      return;
    case 'replace':
      await addOrder(shop, sampleOrder(), { replaces: { id, exists: true } });
      return;
    case 'anonymise':
      await anonymiseOrder(shop.db, id);
      return;
    case 'reverse':
      await storeReversals(shop, id, action.reversals);
      return;
  }
}

async function read(shop: Shop, id: OrderId): Promise<BookedOrder> {
  const booked = await findBooked(shop, { id });
  if (!booked) throw new Error('The order is gone.');
  return booked;
}

function daysOf({ fulfilment, moves }: Pick<Replayed, 'fulfilment' | 'moves'>) {
  const days = DAYS.map((first, position) =>
    moves.reduce((day, { from, to, positions }) => {
      return day === from && positions.includes(position) ? to : day;
    }, first),
  );
  return [...new Set(days)]
    .sort()
    .map((day) => ({ day, fulfilment: fulfilment.get(day) ?? ('to-make' as const) }));
}

function movesOfCustomer(trail: OrderEvent[]): OrderEvent[] {
  return trail.filter(({ kind, actor }) => kind === 'moved' && actor === 'customer');
}

/** Replaying the trail gives the row, and no event contradicts those before it. */
function expectConsistent({ order, days, trail, anonymisedAt }: BookedOrder): void {
  const { fulfilment, moves, ...replayed } = replay(trail);
  expect({ ...replayed, days: daysOf({ fulfilment, moves }) }).toEqual({
    state: order?.state,
    payment: order?.payment,
    reversals: order?.reversals,
    replacedBy: order?.replacedBy ?? undefined,
    isCancelled: order?.cancelledAt !== null,
    isAnonymised: anonymisedAt !== null,
    isComplete: true,
    days,
  });
  expect(movesOfCustomer(trail).length).toBeLessThanOrEqual(MOST_MOVES);
  const texts = trail.flatMap((event) => (event.kind === 'text-changed' ? [event.texts] : []));
  expect(texts.every((each) => (each === undefined) === (anonymisedAt !== null))).toBe(true);
  for (const [at, event] of trail.entries()) {
    if (event.kind !== 'fulfilment' && event.kind !== 'moved') continue;
    // Nothing is made or moved before the money has come.
    expect(['funded', 'paid']).toContain(replay(trail.slice(0, at)).state);
  }
}

async function run(server: (turn: number) => Shop, sequence: Action[][]): Promise<void> {
  const order = sampleOrder({ items: DAYS.map((day) => sampleItem({ day })) });
  await addOrder(server(0), order);
  let turn = 0;
  for (const step of sequence) {
    const booked = await read(server(turn), order.id);
    await Promise.all(step.map((each) => act(server(turn++), booked, each)));
    expectConsistent(await read(server(turn), order.id));
  }
}

describe.each(bothDatabases)('the trail of an order on $name', ({ fresh }) => {
  test('replays to the row after any ticks, undos, payments and late events, concurrent ones too', async () => {
    const databases = await (await fresh()).openTwo();
    const server = (turn: number) => shopOn(databases(turn), { clock: { now: () => NOON } });
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => run(server, sequence)),
      { numRuns: 12 },
    );
  });
});
