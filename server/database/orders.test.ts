import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { can, OrderState, type Step, steps } from '#domain/orders/order.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { claimOf, firstClaim } from '#test/outbox-time.ts';
import { at, NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import type { Database } from './open-database.ts';

/** Brings a new order into a state the way the shop would. */
async function orderIn(state: OrderState, { orders, outbox }: Database) {
  const order = sampleOrder();
  await orders.add(order);
  if (state === 'expired') await orders.expire(order.id);
  if (state === 'funded' || state === 'paid') await orders.fund(order.id, NOON);
  if (state === 'paid') await outbox.delivered(order.id, 0);
  return order.id;
}

describe.each(bothDatabases)('orders on $name', ({ fresh }) => {
  test('are kept whole', async () => {
    const place = await fresh();
    const order = sampleOrder({
      items: [sampleItem({ message: 'first' }), ...sampleOrder().items],
    });
    expect(await (await place.open()).orders.add(order)).toBe(true);
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
    const { orders, outbox } = await (await fresh()).open();
    const { id } = sampleOrder();
    await orders.attachCheckout(id, 'cs_1');
    await outbox.postpone(firstClaim(id), 0, 'no reason');
    await outbox.delivered(id, 0);
    expect(await orders.fund(id, NOON)).toBe(false);
    expect(await orders.expire(id)).toBe(false);
    expect(await orders.find(id)).toBeUndefined();
    expect(await outbox.claim(claimOf(1))).toEqual([]);
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

  test('are added once, however many ask at once', async () => {
    const server = await (await fresh()).openTwo();
    const { id } = sampleOrder();
    const attempts = Array.from({ length: 20 }, (_, n) =>
      sampleOrder({ id, items: [sampleItem({ message: `attempt ${n}` })] }),
    );
    const added = await Promise.all(attempts.map((order, n) => server(n).orders.add(order)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await server(0).orders.find(id)).toEqual(attempts[added.indexOf(true)]);
  });

  test('are added with their items or not at all', async () => {
    const place = await fresh();
    const { orders } = await place.open();
    const order = sampleOrder();
    await place.run('alter table order_items rename to hidden');
    await expect(orders.add(order)).rejects.toThrow();
    await place.run('alter table hidden rename to order_items');
    expect(await orders.find(order.id)).toBeUndefined();
    expect(await orders.add(order)).toBe(true);
  });

  const stepNames: Step[] = ['fund', 'deliver', 'expire'];
  const pairs = OrderState.options.flatMap((state) => stepNames.map((step) => ({ state, step })));
  test.each(pairs)(
    'take the step $step from $state as the domain says',
    async ({ state, step }) => {
      const database = await (await fresh()).open();
      const id = await orderIn(state, database);
      expect((await database.orders.find(id))?.state).toBe(state);

      const allowed = can(step, state);
      if (step === 'deliver') await database.outbox.delivered(id, 0);
      else if (step === 'fund') expect(await database.orders.fund(id, NOON)).toBe(allowed);
      else expect(await database.orders.expire(id)).toBe(allowed);
      expect((await database.orders.find(id))?.state).toBe(allowed ? steps[step].to : state);
    },
  );

  test('are funded once, however many witnesses speak at once', async () => {
    const server = await (await fresh()).openTwo();
    const id = await orderIn('placed', server(0));
    const witnesses = Array.from({ length: 20 }, (_, n) => server(n).orders.fund(id, NOON));
    expect((await Promise.all(witnesses)).filter(Boolean)).toHaveLength(1);
  });

  test('are funded with their notification or not at all', async () => {
    const place = await fresh();
    const database = await place.open();
    const id = await orderIn('placed', database);
    await place.run('alter table outbox rename to hidden');
    await expect(database.orders.fund(id, NOON)).rejects.toThrow();
    await place.run('alter table hidden rename to outbox');
    expect((await database.orders.find(id))?.state).toBe('placed');
    expect(await database.orders.fund(id, NOON)).toBe(true);
  });

  test('that wait are found page by page, oldest first', async () => {
    const { orders } = await (await fresh()).open();
    const moments = [5, 1, 3, 3, 3, 2, 4, 1, 9].map(at);
    const placed = moments.map((placedAt) => sampleOrder({ placedAt }));
    for (const order of placed) await orders.add(order);
    const gone = sampleOrder({ placedAt: NOON });
    await orders.add(gone);
    await orders.expire(gone.id);

    const old = placed.filter(({ placedAt }) => placedAt < at(9));
    const expected = old.sort((a, b) => (a.placedAt + a.id < b.placedAt + b.id ? -1 : 1));
    expect(await orders.waiting(at(9), 100)).toEqual(expected);
    for (const limit of [1, 2, 3]) {
      const pages = [];
      let page = await orders.waiting(at(9), limit);
      while (page.length > 0 && pages.length < expected.length) {
        pages.push(...page);
        page = await orders.waiting(at(9), limit, page.at(-1));
      }
      expect(page).toEqual([]);
      expect(pages).toEqual(expected);
    }
    expect(await orders.waiting(at(1), 100)).toEqual([]);
  });
});
