import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canTransition, OrderState, type Transition, transitions } from '#domain/orders/order.ts';
import { markEmailSent, postponeEmail } from '#server/emails/queue.ts';
import { addNumbered } from '#server/orders/order-number.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { cafesEmail, claim, firstClaim } from '#test/outbox-time.ts';
import { at, sampleItem, sampleOrder } from '#test/samples.ts';
import type { Database } from './open-database.ts';

/** Brings a new order into a state the way the shop would. */
async function orderIn(state: OrderState, { orders, db }: Database) {
  const order = sampleOrder();
  if (state === 'agreed' || state === 'paying') {
    await orders.agree({ ...order, state: 'agreed' }, { by: 'anna', emails: [] });
    if (state === 'paying') await orders.reopen(order.id, at(60));
    return order.id;
  }
  await orders.add(order);
  if (state === 'expired') await orders.expire(order.id);
  if (state === 'funded' || state === 'paid') await orders.fund(order.id);
  if (state === 'paid') await markEmailSent(db, cafesEmail(order.id));
  return order.id;
}

describe.each(bothDatabases)('orders on $name', ({ fresh }) => {
  test('are kept whole', async () => {
    const place = await fresh();
    const order = sampleOrder({
      items: [sampleItem({ message: 'first' }), ...sampleOrder().items],
    });
    expect(await (await place.open()).orders.add(order)).toBe('added');
    expect(await (await place.open()).orders.find(order.id)).toEqual(order);
  });

  test('keep whatever people are called and write', async () => {
    const { orders } = await (await fresh()).open();
    // PostgreSQL has no NUL, and the shop accepts no control characters.
    const words = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(words, words, async (name, message) => {
        const customer = { name, email: name, phone: name };
        const order = sampleOrder({ customer, items: [sampleItem({ message })] });
        await orders.add(order);
        expect(await orders.find(order.id)).toEqual(order);
      }),
      { numRuns: 50 },
    );
  });

  test('with unknown ids are not found and change nothing', async () => {
    const { orders, db } = await (await fresh()).open();
    const { id } = sampleOrder();
    await orders.attachCheckout(id, 'cs_1');
    await postponeEmail(db, firstClaim(id), 0, 'no reason');
    await markEmailSent(db, cafesEmail(id));
    expect(await orders.fund(id)).toBe(false);
    expect(await orders.expire(id)).toBe(false);
    expect(await orders.find(id)).toBeUndefined();
    expect(await claim({ db }, 1)).toEqual([]);
  });

  test('tell their states, as many as are asked for', async () => {
    const database = await (await fresh()).open();
    const [placed, paid] = [await orderIn('placed', database), await orderIn('paid', database)];
    await orderIn('expired', database);
    const states = await database.orders.states([placed, paid, sampleOrder().id]);
    expect(Object.fromEntries(states)).toEqual({ [placed]: 'placed', [paid]: 'paid' });
    expect(await database.orders.states([])).toEqual(new Map());
  });

  test('learn of their checkout', async () => {
    const { orders } = await (await fresh()).open();
    const [order, other] = [sampleOrder(), sampleOrder()];
    await orders.add(order);
    await orders.add(other);
    await orders.attachCheckout(order.id, 'cs_1');
    expect(await orders.find(order.id)).toEqual({ ...order, checkoutId: 'cs_1' });
    expect(await orders.find(other.id)).toEqual(other);
  });

  test('agreed on the phone are marked as being paid by their own checkout, not by the last one', async () => {
    const database = await (await fresh()).open();
    const { orders } = database;
    const id = await orderIn('agreed', database);
    const payment = async () => (await orders.find(id))?.payment;
    await orders.reopen(id, at(60));
    await orders.attachCheckout(id, 'cs_1');
    await orders.markProcessing(id, 'cs_1');
    expect(await payment()).toBe('processing');
    await orders.expire(id, 'failed', 'cs_1');
    await orders.reopen(id, at(120));
    await orders.attachCheckout(id, 'cs_2');
    // An answer about the first that took long.
    await orders.markProcessing(id, 'cs_1');
    expect(await payment()).toBe('none');
  });

  test('are added once, however many ask at once', async () => {
    const server = await (await fresh()).openTwo();
    const { id } = sampleOrder();
    const attempts = Array.from({ length: 20 }, (_, n) =>
      sampleOrder({ id, items: [sampleItem({ message: `attempt ${n}` })] }),
    );
    const added = await Promise.all(attempts.map((order, n) => server(n).orders.add(order)));
    expect(added.filter((result) => result === 'added')).toHaveLength(1);
    expect(await server(0).orders.find(id)).toEqual(attempts[added.indexOf('added')]);
  });

  test('are added with their items or not at all', async () => {
    const place = await fresh();
    const { orders } = await place.open();
    const order = sampleOrder();
    await place.run('alter table order_items rename to hidden');
    await expect(orders.add(order)).rejects.toThrow();
    await place.run('alter table hidden rename to order_items');
    expect(await orders.find(order.id)).toBeUndefined();
    expect(await orders.add(order)).toBe('added');
  });

  const transitionNames: Transition[] = ['fund', 'deliver', 'expire', 'openCheckout'];
  const pairs = OrderState.options.flatMap((state) =>
    transitionNames.map((transition) => ({ state, transition })),
  );
  test.each(pairs)(
    'take the transition $transition from $state as the domain says',
    async ({ state, transition }) => {
      const database = await (await fresh()).open();
      const id = await orderIn(state, database);
      expect((await database.orders.find(id))?.state).toBe(state);

      const allowed = canTransition(transition, state);
      if (transition === 'deliver') await markEmailSent(database.db, cafesEmail(id));
      else if (transition === 'fund') expect(await database.orders.fund(id)).toBe(allowed);
      else if (transition === 'openCheckout')
        expect(await database.orders.reopen(id, at(60))).toBe(allowed);
      else expect(await database.orders.expire(id)).toBe(allowed || state === 'paying');
      const after = transition === 'expire' && state === 'paying' ? 'agreed' : state;
      expect((await database.orders.find(id))?.state).toBe(
        allowed ? transitions[transition].to : after,
      );
    },
  );

  test('are funded once by concurrent payment signals', async () => {
    const server = await (await fresh()).openTwo();
    const id = await orderIn('placed', server(0));
    const signals = Array.from({ length: 20 }, (_, n) => server(n).orders.fund(id));
    expect((await Promise.all(signals)).filter(Boolean)).toHaveLength(1);
  });

  test('are funded with their notification or not at all', async () => {
    const place = await fresh();
    const database = await place.open();
    const id = await orderIn('placed', database);
    await place.run('alter table emails rename to hidden');
    await expect(database.orders.fund(id)).rejects.toThrow();
    await place.run('alter table hidden rename to emails');
    expect((await database.orders.find(id))?.state).toBe('placed');
    expect(await database.orders.fund(id)).toBe(true);
  });

  test('are due for a check once they are old enough, the longest due first', async () => {
    const { orders } = await (await fresh()).open();
    const [first, second, young, expired] = [1, 2, 9, 3].map((seconds) =>
      sampleOrder({ placedAt: at(seconds) }),
    );
    for (const order of [first, second, young, expired]) if (order) await orders.add(order);
    if (!first || !second || !expired) throw new Error('No samples.');
    await orders.expire(expired.id);
    await orders.scheduleCheck(second.id, at(10), 0);
    await orders.scheduleCheck(first.id, at(11), 3);
    const due = (now: number, limit = 10) =>
      orders.dueForCheck({ now: at(now), before: at(9), furthest: at(now + 60), limit });
    expect(await due(10)).toEqual([]);
    expect(await due(11)).toEqual([{ id: second.id, checks: 0 }]);
    expect(await due(12)).toEqual([
      { id: second.id, checks: 0 },
      { id: first.id, checks: 3 },
    ]);
    expect(await due(12, 1)).toHaveLength(1);
    // The clock was put back: checks that lie further ahead than any pause are due, and orders that were
    // placed later than now.
    expect(await due(-60)).toHaveLength(3);
  });

  test('that replace the same order do so one after the other', async () => {
    const server = await (await fresh()).openTwo();
    const id = await orderIn('placed', server(0));
    const attempts = Array.from({ length: 10 }, () => sampleOrder());
    const added = await Promise.all(
      attempts.map((order, n) => server(n).orders.add(order, { id, exists: true })),
    );
    expect(added.filter((result) => result === 'added')).toHaveLength(1);
    expect(added.filter((result) => result === 'replaced')).toHaveLength(9);
    const winner = attempts[added.indexOf('added')];
    expect((await server(0).orders.find(id))?.replacedBy).toBe(winner?.id);
    expect(await server(0).orders.findAll(attempts.map((order) => order.id))).toHaveLength(1);
  });

  test('get another number when theirs is taken, also when they replace an order', async () => {
    const { orders } = await (await fresh()).open();
    const [first, second, third] = [sampleOrder(), sampleOrder(), sampleOrder()];
    const { number } = first;
    await orders.add(first);
    expect(await orders.add({ ...second, number })).toBe('number-taken');
    expect(await orders.find(second.id)).toBeUndefined();
    const added = await addNumbered(orders, { ...second, number });
    expect(added.result).toBe('added');
    expect(added.order.number).not.toBe(number);
    expect(await orders.find(second.id)).toEqual(added.order);
    expect(
      (await addNumbered(orders, { ...third, number }, { id: first.id, exists: true })).result,
    ).toBe('added');
    expect((await orders.find(first.id))?.replacedBy).toBe(third.id);
  });

  test('take a checkout only while they are placed', async () => {
    const database = await (await fresh()).open();
    const id = await orderIn('expired', database);
    expect(await database.orders.attachCheckout(id, 'cs_1')).toBe(false);
    expect((await database.orders.find(id))?.checkoutId).toBeNull();
  });

  test('without a checkout expire, and not once they have one', async () => {
    const database = await (await fresh()).open();
    const [unopened, opened] = [
      await orderIn('placed', database),
      await orderIn('placed', database),
    ];
    await database.orders.attachCheckout(opened, 'cs_1');
    expect(await database.orders.expireUnopened(unopened)).toBe(true);
    expect(await database.orders.attachCheckout(unopened, 'cs_2')).toBe(false);
    expect(await database.orders.expireUnopened(opened)).toBe(false);
    expect((await database.orders.find(opened))?.state).toBe('placed');
  });

  test('that cannot be read are left out, and the others are read', async () => {
    const place = await fresh();
    const { orders } = await place.open();
    const [readable, renamed, broken] = [sampleOrder(), sampleOrder(), sampleOrder()];
    for (const order of [readable, renamed, broken]) await orders.add(order);
    // What a release has renamed is still read; what was never written is not.
    await place.run(
      `update order_items set allergens = '["Sulphites"]', size = '8 in' where order_id = '${renamed.id}'`,
    );
    await place.run(`update order_items set allergens = 'Nuts' where order_id = '${broken.id}'`);
    const ids = [readable.id, renamed.id, broken.id];
    const found = await orders.findAll(ids);
    expect(found.map(({ id }) => id).sort()).toEqual([readable.id, renamed.id].sort());
    expect(found.find(({ id }) => id === renamed.id)?.items[0]?.allergens).toEqual(['Sulphites']);
    await expect(orders.find(broken.id)).rejects.toThrow('cannot be read');
    // Its state and its money go on by the columns that the database itself checks.
    expect(await orders.fund(broken.id)).toBe(true);
  });
});
