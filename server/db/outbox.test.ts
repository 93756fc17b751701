import { describe, expect, test } from 'vitest';
import { londonDay } from '#domain/calendar/days.ts';
import { bothDatabases } from '#test/both-databases.ts';
import {
  AT_ONCE,
  advanceTime,
  cafesEmail,
  claimRequest,
  databaseTime,
  firstClaim,
  LEASE_SECONDS,
} from '#test/outbox-time.ts';
import { NOON, sampleOrder } from '#test/samples.ts';
import type { Database } from './open-database.ts';

/** @returns the id of a new order that is funded now. */
async function fund({ orders }: Database): Promise<string> {
  const order = sampleOrder();
  await orders.add(order);
  await orders.fund(order.id);
  return order.id;
}

describe.each(bothDatabases)('the outbox on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    const { outbox } = database;
    /** The ids that can be claimed now. */
    const due = async (most = 9) =>
      (await outbox.claim(claimRequest(most))).map((each) => each.orderId);
    return { place, database, outbox, due };
  }
  const stateOf = async ({ orders }: Database, id: string) => (await orders.find(id))?.state;

  test('gives out what is due, longest due first, each once', async () => {
    const { place, database, outbox } = await open();
    const first = await fund(database);
    await advanceTime(place, 10);
    const second = await fund(database);
    expect(await outbox.claim(claimRequest(1))).toEqual([firstClaim(first)]);
    expect(await outbox.claim(claimRequest(1))).toEqual([firstClaim(second)]);
    expect(await outbox.claim(claimRequest(1))).toEqual([]);
    await advanceTime(place, LEASE_SECONDS - 20);
    expect(await outbox.claim(claimRequest(1))).toEqual([]);
  });

  test('gives out again what was claimed and never delivered or postponed', async () => {
    const { place, database, outbox } = await open();
    const orderId = await fund(database);
    await outbox.claim(claimRequest(1));
    await advanceTime(place, LEASE_SECONDS);
    expect(await outbox.claim(claimRequest(1))).toEqual([{ ...firstClaim(orderId), attempt: 2 }]);
  });

  test('keeps back what was postponed until its time, and says why it was', async () => {
    const { place, database, outbox } = await open();
    const orderId = await fund(database);
    await outbox.claim(claimRequest(1));
    await outbox.postpone(firstClaim(orderId), 300, 'status 429');
    await advanceTime(place, 280);
    expect(await outbox.claim(claimRequest(1))).toEqual([]);
    await advanceTime(place, 20);
    const again = { ...firstClaim(orderId), attempt: 2, lastReason: 'status 429' };
    expect(await outbox.claim(claimRequest(1))).toEqual([again]);
    // The first attempt reports late: the second one's lease holds.
    await outbox.postpone(firstClaim(orderId), 0, 'status 429');
    expect(await outbox.claim(claimRequest(1))).toEqual([]);
  });

  test.each([7_200, 86_400, 366 * 86_400])(
    'gives out what a clock %d s ahead scheduled',
    async (ahead) => {
      const { place, database, outbox, due } = await open();
      const orderId = await fund(database);
      await advanceTime(place, -ahead);
      expect(await due()).toEqual([orderId]);
      await outbox.postpone(firstClaim(orderId), 900, 'status 429');
      // The longest pause itself is none of that.
      expect(await due()).toEqual([]);
      await advanceTime(place, -ahead);
      expect(await due()).toEqual([orderId]);
    },
  );

  test('makes the order paid when its notification is delivered, and is done with it', async () => {
    const { place, database, outbox, due } = await open();
    const orderId = await fund(database);
    await outbox.claim(claimRequest(1));
    await outbox.sent(cafesEmail(orderId));
    expect(await stateOf(database, orderId)).toBe('paid');
    // Another server that was slow with a second copy reports it.
    await outbox.sent(cafesEmail(orderId));
    await outbox.postpone(firstClaim(orderId), 0, 'status 429');
    await advanceTime(place, 9_999);
    expect(await due()).toEqual([]);
    expect(await stateOf(database, orderId)).toBe('paid');
  });

  test('claims a requeued notification as a new one, which only its own revision ends', async () => {
    const { database, outbox, due } = await open();
    const orderId = await fund(database);
    await outbox.claim(claimRequest(1));
    await outbox.postpone(firstClaim(orderId), 0, 'status 429');
    await outbox.claim(claimRequest(1));
    await outbox.requeue(orderId, 'cafe', AT_ONCE);
    // The e-mail about what it was before: the order is paid, but the cafe does not know the rest.
    await outbox.sent(cafesEmail(orderId));
    expect(await stateOf(database, orderId)).toBe('paid');
    const requeued = { ...firstClaim(orderId), revision: 1, lastReason: null };
    expect(await outbox.claim(claimRequest(1))).toEqual([requeued]);
    await outbox.sent(cafesEmail(orderId, 1));
    await outbox.requeue(orderId, 'cafe', AT_ONCE);
    expect(await due()).toEqual([orderId]);
    await outbox.sent(cafesEmail(orderId, 2));
    expect(await due()).toEqual([]);
    expect(await stateOf(database, orderId)).toBe('paid');
  });

  test('records a delivery as soon as the database allows it, and the order with it', async () => {
    const { place, database, outbox, due } = await open();
    const orderId = await fund(database);
    await outbox.claim(claimRequest(1));
    await place.run('alter table emails rename to hidden');
    const recorded = outbox.sent(cafesEmail(orderId));
    // Reads every table, one after the other: the first try to record it has failed by then.
    await place.dump();
    expect(await stateOf(database, orderId)).toBe('funded');
    await place.run('alter table hidden rename to emails');
    await recorded;
    expect(await stateOf(database, orderId)).toBe('paid');
    await advanceTime(place, 9_999);
    expect(await due()).toEqual([]);
  });

  test('gives each notification to one of many who claim at once', async () => {
    const server = await (await fresh()).openTwo();
    const funded = [];
    for (let n = 0; n < 8; n += 1) funded.push(await fund(server(n)));
    const claims = await Promise.all(
      Array.from({ length: 24 }, (_, n) => server(n).outbox.claim(claimRequest((n % 3) + 1))),
    );
    const given = claims.flat();
    expect(given.map(({ orderId }) => orderId).sort()).toEqual(funded.sort());
    expect(given.every(({ attempt }) => attempt === 1)).toBe(true);
  });

  test('gives out the cafe’s first, then what is due at once, then reminders', async () => {
    const { place, database, outbox } = await open();
    const order = sampleOrder();
    await database.orders.add(order);
    const day = londonDay(NOON);
    await database.orders.fund(order.id, [
      { kind: `reminder ${day}`, notBefore: databaseTime(-60) },
      { kind: 'confirmation' },
      // It could be undone until now.
      { kind: 'changed 1', notBefore: databaseTime(-1) },
    ]);
    await advanceTime(place, 60);
    const later = await fund(database);
    const given = [];
    for (let n = 0; n < 5; n += 1) given.push(...(await outbox.claim(claimRequest(1))));
    expect(given.map(({ orderId, kind }) => [orderId, kind])).toEqual([
      [order.id, 'cafe'],
      [later, 'cafe'],
      [order.id, 'confirmation'],
      [order.id, 'changed 1'],
      [order.id, `reminder ${day}`],
    ]);
  });

  test('gives out what was released at once, as one that was not tried', async () => {
    const { database, outbox } = await open();
    const orderId = await fund(database);
    for (let round = 0; round < 2; round += 1) {
      const [claimed] = await outbox.claim(claimRequest(1));
      expect(claimed).toEqual(firstClaim(orderId));
      await outbox.release(firstClaim(orderId));
    }
    // The next claim has begun: it is not this server's any more.
    await outbox.claim(claimRequest(1));
    await outbox.postpone(firstClaim(orderId), 300, 'status 429');
    await outbox.release({ ...firstClaim(orderId), attempt: 2 });
    expect(await outbox.claim(claimRequest(1))).toEqual([]);
  });
});
