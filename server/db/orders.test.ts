import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asDay } from '#domain/calendar/days.ts';
import {
  canTransition,
  OrderState,
  openStates,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import { markEmailSent, postponeEmail } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { attachCheckout } from '#server/orders/checkout.ts';
import { expireOrder, fundOrder, markProcessing } from '#server/orders/pay.ts';
import { reopen } from '#server/orders/pay-link.ts';
import { allowCheckout } from '#server/orders/quotes.ts';
import { openOrders } from '#server/orders/reconcile.ts';
import { readOrder, readOrders, readStates } from '#server/orders/rows.ts';
import { bothDatabases } from '#test/both-databases.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { cafesEmail, claim, firstClaim } from '#test/outbox-time.ts';
import { at, sampleItem, sampleOrder } from '#test/samples.ts';
import { addSample, expireStored } from '#test/stored-orders.ts';

const QUOTE = { validUntil: asDay('2026-11-30'), holdsDay: true, evenIfFull: false, message: '' };

/** Brings a new order into a state the way the shop would. */
async function orderIn(state: OrderState, database: OpenDatabase) {
  const { db } = database;
  const order = sampleOrder();
  if (state === 'agreed' || state === 'paying') {
    await addSample(database, { ...order, state: 'agreed' });
    if (state === 'paying') await reopen(database, order, at(60));
    return order.id;
  }
  if (state === 'quoted' || state === 'accepting') {
    const quoted = { ...order, state: 'quoted', quote: QUOTE } as const;
    await addOrder(database, quoted);
    const shop = { ...database, clock: { now: () => at(0) } };
    if (state === 'accepting') await allowCheckout(shop, quoted, at(60));
    return order.id;
  }
  await addOrder(database, order);
  if (state === 'expired') await expireStored(database, order.id);
  if (state === 'funded' || state === 'paid') await fundOrder(database, order.id);
  if (state === 'paid') await markEmailSent(db, cafesEmail(order.id));
  return order.id;
}

describe.each(bothDatabases)('orders on $name', ({ fresh }) => {
  test('are kept whole', async () => {
    const place = await fresh();
    const order = sampleOrder({
      quote: QUOTE,
      items: [sampleItem({ message: 'first' }), ...sampleOrder().items],
    });
    expect(await addOrder(await place.open(), order)).toMatchObject({ ok: true });
    expect(await readOrder((await place.open()).db, order.id)).toEqual(order);
  });

  test('keep whatever people are called and write', async () => {
    const database = await (await fresh()).open();
    // PostgreSQL has no NUL, and the shop accepts no control characters.
    const words = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(words, words, async (name, message) => {
        const customer = { name, email: name, phone: name };
        const order = sampleOrder({ customer, items: [sampleItem({ message })] });
        await addOrder(database, order);
        expect(await readOrder(database.db, order.id)).toEqual(order);
      }),
      { numRuns: 50 },
    );
  });

  test('with unknown ids are not found and change nothing', async () => {
    const database = await (await fresh()).open();
    const { db } = database;
    const { id } = sampleOrder();
    await attachCheckout(database, id, 'cs_1');
    await postponeEmail(db, firstClaim(id), 0, 'no reason');
    await markEmailSent(db, cafesEmail(id));
    expect(await fundOrder(database, id)).toBe(false);
    expect(await expireStored(database, id)).toBe(false);
    expect(await readOrder(database.db, id)).toBeUndefined();
    expect(await claim({ db }, 1)).toEqual([]);
  });

  test('tell their states, as many as are asked for', async () => {
    const database = await (await fresh()).open();
    const [placed, paid] = [await orderIn('placed', database), await orderIn('paid', database)];
    await orderIn('expired', database);
    const states = await readStates(database.db, [placed, paid, sampleOrder().id]);
    expect(Object.fromEntries(states)).toEqual({ [placed]: 'placed', [paid]: 'paid' });
    expect(await readStates(database.db, [])).toEqual(new Map());
  });

  test('learn of their checkout', async () => {
    const database = await (await fresh()).open();
    const [order, other] = [sampleOrder(), sampleOrder()];
    await addOrder(database, order);
    await addOrder(database, other);
    await attachCheckout(database, order.id, 'cs_1');
    expect(await readOrder(database.db, order.id)).toEqual({ ...order, checkoutId: 'cs_1' });
    expect(await readOrder(database.db, other.id)).toEqual(other);
  });

  test('agreed on the phone are marked as being paid by their own checkout, not by the last one', async () => {
    const database = await (await fresh()).open();
    const id = await orderIn('agreed', database);
    const payment = async () => (await readOrder(database.db, id))?.payment;
    await reopen(database, { id, total: 9600, paid: 0 }, at(60));
    await attachCheckout(database, id, 'cs_1');
    await markProcessing(database, { id, checkoutId: 'cs_1' }, at(0));
    expect(await payment()).toBe('processing');
    await expireStored(database, id, 'failed');
    await reopen(database, { id, total: 9600, paid: 0 }, at(120));
    await attachCheckout(database, id, 'cs_2');
    // An answer about the first that took long.
    await markProcessing(database, { id, checkoutId: 'cs_1' }, at(0));
    expect(await payment()).toBe('none');
  });

  test('are added once, however many ask at once', async () => {
    const server = await (await fresh()).openTwo();
    const { id } = sampleOrder();
    const attempts = Array.from({ length: 20 }, (_, n) =>
      sampleOrder({ id, items: [sampleItem({ message: `attempt ${n}` })] }),
    );
    const added = await Promise.all(attempts.map((order, n) => addOrder(server(n), order)));
    const winners = added.filter(({ ok }) => ok);
    expect(winners).toEqual([{ ok: true, order: await readOrder(server(0).db, id) }]);
  });

  test('are added with their items or not at all', async () => {
    const place = await fresh();
    const database = await place.open();
    const order = sampleOrder();
    await place.run('alter table order_items rename to hidden');
    await expect(addOrder(database, order)).rejects.toThrow();
    await place.run('alter table hidden rename to order_items');
    expect(await readOrder(database.db, order.id)).toBeUndefined();
    expect(await addOrder(database, order)).toMatchObject({ ok: true });
  });

  test.each<Transition>(['fund', 'deliver', 'expire', 'openCheckout'])(
    'take the transition %s from each state as the domain says',
    async (transition) => {
      const database = await (await fresh()).open();
      for (const state of OrderState.options) {
        const id = await orderIn(state, database);
        expect((await readOrder(database.db, id))?.state).toBe(state);

        const allowed = canTransition(transition, state);
        if (transition === 'deliver') await markEmailSent(database.db, cafesEmail(id));
        else if (transition === 'fund') expect(await fundOrder(database, id), state).toBe(allowed);
        else if (transition === 'openCheckout') {
          const reopened = await reopen(database, { id, total: 9600, paid: 0 }, at(60));
          expect(reopened, state).toBe(allowed);
        } else {
          const isOpen = openStates.some((open) => open === state);
          expect(await expireStored(database, id), state).toBe(isOpen);
        }
        const isEnded = transition === 'expire' && (state === 'paying' || state === 'accepting');
        const after = isEnded ? { paying: 'agreed', accepting: 'quoted' }[state] : state;
        expect((await readOrder(database.db, id))?.state, state).toBe(
          allowed ? transitions[transition].to : after,
        );
      }
    },
  );

  test('are funded once by concurrent payment signals', async () => {
    const server = await (await fresh()).openTwo();
    const id = await orderIn('placed', server(0));
    const signals = Array.from({ length: 20 }, (_, n) => fundOrder(server(n), id));
    expect((await Promise.all(signals)).filter(Boolean)).toHaveLength(1);
  });

  test('are funded with their notification or not at all', async () => {
    const place = await fresh();
    const database = await place.open();
    const id = await orderIn('placed', database);
    await place.run('alter table emails rename to hidden');
    await expect(fundOrder(database, id)).rejects.toThrow();
    await place.run('alter table hidden rename to emails');
    expect((await readOrder(database.db, id))?.state).toBe('placed');
    expect(await fundOrder(database, id)).toBe(true);
  });

  test('are checked at the payment provider once they are old enough, the oldest first', async () => {
    const database = await (await fresh()).open();
    const [first, second, young, expired] = [1, 2, 9, 3].map((seconds) =>
      sampleOrder({ placedAt: at(seconds) }),
    );
    for (const order of [young, second, first, expired]) if (order) await addOrder(database, order);
    if (!first || !second || !expired) throw new Error('No samples.');
    await expireStored(database, expired.id);
    expect(await openOrders(database.db, at(12), 3)).toEqual([first.id, second.id]);
    // The clock was put back: orders that were placed later than now are checked.
    expect(await openOrders(database.db, at(-60), 3)).toHaveLength(3);
  });

  test('that replace the same order do so one after the other', async () => {
    const server = await (await fresh()).openTwo();
    const id = await orderIn('placed', server(0));
    const attempts = Array.from({ length: 10 }, () => sampleOrder());
    const added = await Promise.all(
      attempts.map((order, n) => addOrder(server(n), order, { replaces: { id, exists: true } })),
    );
    expect(added.filter((each) => !each.ok && each.reason === 'replaced')).toHaveLength(9);
    const winner = attempts[added.findIndex(({ ok }) => ok)];
    expect((await readOrder(server(0).db, id))?.replacedBy).toBe(winner?.id);
    expect(
      await readOrders(
        server(0).db,
        attempts.map((order) => order.id),
      ),
    ).toHaveLength(1);
  });

  test('get another number when theirs is taken, also when they replace an order', async () => {
    const database = await (await fresh()).open();
    const [first, second, third] = [sampleOrder(), sampleOrder(), sampleOrder()];
    const { number } = first;
    await addOrder(database, first);
    const added = await addSample(database, { ...second, number });
    expect(added.number).not.toBe(number);
    expect(await readOrder(database.db, second.id)).toEqual(added);
    const replaces = { id: first.id, exists: true };
    expect(await addOrder(database, { ...third, number }, { replaces })).toMatchObject({
      ok: true,
    });
    expect((await readOrder(database.db, first.id))?.replacedBy).toBe(third.id);
  });

  test('take a checkout only while they are placed', async () => {
    const database = await (await fresh()).open();
    const id = await orderIn('expired', database);
    expect(await attachCheckout(database, id, 'cs_1')).toBe(false);
    expect((await readOrder(database.db, id))?.checkoutId).toBeNull();
  });

  test('without a checkout expire, and not once they have one', async () => {
    const database = await (await fresh()).open();
    const [unopened, opened] = [
      await orderIn('placed', database),
      await orderIn('placed', database),
    ];
    await attachCheckout(database, opened, 'cs_1');
    expect(await expireStored(database, unopened)).toBe(true);
    expect(await attachCheckout(database, unopened, 'cs_2')).toBe(false);
    const isUnopened = { id: opened, checkoutId: null, payBy: sampleOrder().payBy };
    expect(await expireOrder(database, isUnopened)).toBe(false);
    expect((await readOrder(database.db, opened))?.state).toBe('placed');
  });

  test('that cannot be read are left out, and the others are read', async () => {
    const place = await fresh();
    const database = await place.open();
    const [readable, renamed, broken] = [sampleOrder(), sampleOrder(), sampleOrder()];
    for (const order of [readable, renamed, broken]) await addOrder(database, order);
    // What a release has renamed is still read; what was never written is not.
    await place.run(
      `update order_items set allergens = '["Sulphites"]', size = '8 in' where order_id = '${renamed.id}'`,
    );
    await place.run(`update order_items set allergens = 'Nuts' where order_id = '${broken.id}'`);
    const ids = [readable.id, renamed.id, broken.id];
    const found = await readOrders(database.db, ids);
    expect(found.map(({ id }) => id).sort()).toEqual([readable.id, renamed.id].sort());
    expect(found.find(({ id }) => id === renamed.id)?.items[0]?.allergens).toEqual(['Sulphites']);
    await expect(readOrder(database.db, broken.id)).rejects.toThrow('cannot be read');
    // Its state and its money go on by the columns that the database itself checks.
    expect(await fundOrder(database, broken.id)).toBe(true);
  });
});
