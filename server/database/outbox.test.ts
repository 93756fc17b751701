import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { at, sampleOrder } from '#test/samples.ts';
import type { Database } from './open-database.ts';

/** Funds a new order so many seconds after noon. @returns its id. */
async function fundedAt(seconds: number, { orders }: Database): Promise<string> {
  const order = sampleOrder();
  await orders.add(order);
  await orders.fund(order.id, at(seconds));
  return order.id;
}

describe.each(bothDatabases)('the outbox on $name', ({ fresh }) => {
  test('gives out what is due, longest due first, each once', async () => {
    const database = await (await fresh()).open();
    const later = await fundedAt(20, database);
    const sooner = await fundedAt(10, database);
    const { outbox } = database;
    expect(await outbox.claim(at(9), at(600), 1)).toEqual([]);
    expect(await outbox.claim(at(20), at(600), 1)).toEqual([{ orderId: sooner, attempt: 1 }]);
    expect(await outbox.claim(at(20), at(600), 1)).toEqual([{ orderId: later, attempt: 1 }]);
    expect(await outbox.claim(at(599), at(600), 1)).toEqual([]);
  });

  test('gives out again what was claimed and never heard of', async () => {
    const database = await (await fresh()).open();
    const orderId = await fundedAt(0, database);
    await database.outbox.claim(at(0), at(60), 1);
    expect(await database.outbox.claim(at(60), at(120), 1)).toEqual([{ orderId, attempt: 2 }]);
  });

  test('keeps back what was postponed until its time', async () => {
    const database = await (await fresh()).open();
    const orderId = await fundedAt(0, database);
    await database.outbox.claim(at(0), at(60), 1);
    await database.outbox.postpone(orderId, at(300), 'HTTP 429: too many requests');
    expect(await database.outbox.claim(at(299), at(900), 1)).toEqual([]);
    expect(await database.outbox.claim(at(300), at(900), 1)).toEqual([{ orderId, attempt: 2 }]);
  });

  test('makes the order paid when its notification is delivered, and is done with it', async () => {
    const database = await (await fresh()).open();
    const orderId = await fundedAt(0, database);
    await database.outbox.claim(at(0), at(60), 1);
    await database.outbox.delivered(orderId, at(1));
    expect((await database.orders.find(orderId))?.state).toBe('paid');
    // A server that was slow with a second copy has its say.
    await database.outbox.delivered(orderId, at(2));
    await database.outbox.postpone(orderId, at(3), 'the second copy was refused');
    expect(await database.outbox.claim(at(9999), at(99999), 1)).toEqual([]);
    expect((await database.orders.find(orderId))?.state).toBe('paid');
  });

  test('makes the order paid and is done with it, or neither', async () => {
    const place = await fresh();
    const database = await place.open();
    const orderId = await fundedAt(0, database);
    await place.run('alter table outbox rename to hidden');
    await expect(database.outbox.delivered(orderId, at(1))).rejects.toThrow();
    await place.run('alter table hidden rename to outbox');
    expect((await database.orders.find(orderId))?.state).toBe('funded');
    expect(await database.outbox.claim(at(1), at(60), 1)).toEqual([{ orderId, attempt: 1 }]);
  });

  test('gives each notification to one of many who claim at once', async () => {
    const server = await (await fresh()).openTwo();
    const funded = [];
    for (let n = 0; n < 8; n += 1) funded.push(await fundedAt(n % 3, server(n)));
    const claims = await Promise.all(
      Array.from({ length: 24 }, (_, n) => server(n).outbox.claim(at(10), at(600), (n % 3) + 1)),
    );
    const given = claims.flat();
    expect(given.map(({ orderId }) => orderId).sort()).toEqual(funded.sort());
    expect(given.every(({ attempt }) => attempt === 1)).toBe(true);
  });
});
