import { describe, expect, test } from 'vitest';
import { londonDay } from '#domain/calendar/days.ts';
import type { PlannedEmail } from '#server/emails/kinds.ts';
import { markEmailSent, postponeEmail, requeueCafes } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readOrder } from '#server/orders/rows.ts';
import { bothDatabases } from '#test/both-databases.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import {
  advanceTime,
  cafesEmail,
  claim,
  databaseTime,
  firstClaim,
  LEASE_SECONDS,
} from '#test/outbox-time.ts';
import { NOON, sampleOrder } from '#test/samples.ts';

/** @returns the id of a new order that is funded now. */
async function fund(database: OpenDatabase): Promise<string> {
  const order = sampleOrder();
  await addOrder(database, order);
  await fundOrder(database, order.id);
  return order.id;
}

describe.each(bothDatabases)('the queue of e-mails on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    const { db } = database;
    /** The ids that can be claimed now. */
    const due = async (most = 9) => (await claim({ db }, most)).map((each) => each.about);
    return { place, database, db, due };
  }
  const stateOf = async ({ db }: OpenDatabase, id: string) => (await readOrder(db, id))?.state;

  test('gives out what is due, longest due first, each once', async () => {
    const { place, database, db } = await open();
    const first = await fund(database);
    await advanceTime(place, 10);
    const second = await fund(database);
    expect(await claim({ db }, 1)).toEqual([firstClaim(first)]);
    expect(await claim({ db }, 1)).toEqual([firstClaim(second)]);
    expect(await claim({ db }, 1)).toEqual([]);
    await advanceTime(place, LEASE_SECONDS - 20);
    expect(await claim({ db }, 1)).toEqual([]);
  });

  test('gives out again what was claimed and never delivered or postponed', async () => {
    const { place, database, db } = await open();
    const orderId = await fund(database);
    await claim({ db }, 1);
    await advanceTime(place, LEASE_SECONDS);
    expect(await claim({ db }, 1)).toEqual([{ ...firstClaim(orderId), attempt: 2 }]);
  });

  test('keeps back what was postponed until its time, and says why it was', async () => {
    const { place, database, db } = await open();
    const orderId = await fund(database);
    await claim({ db }, 1);
    await postponeEmail(db, firstClaim(orderId), 300, 'status 429');
    await advanceTime(place, 280);
    expect(await claim({ db }, 1)).toEqual([]);
    await advanceTime(place, 20);
    const again = { ...firstClaim(orderId), attempt: 2, lastReason: 'status 429' };
    expect(await claim({ db }, 1)).toEqual([again]);
    // The first attempt reports late: the second one's lease holds.
    await postponeEmail(db, firstClaim(orderId), 0, 'status 429');
    expect(await claim({ db }, 1)).toEqual([]);
  });

  test.each([7_200, 86_400, 366 * 86_400])(
    'gives out what a clock %d s ahead scheduled',
    async (ahead) => {
      const { place, database, db, due } = await open();
      const orderId = await fund(database);
      await advanceTime(place, -ahead);
      expect(await due()).toEqual([orderId]);
      await postponeEmail(db, firstClaim(orderId), 900, 'status 429');
      // The longest pause itself is none of that.
      expect(await due()).toEqual([]);
      await advanceTime(place, -ahead);
      expect(await due()).toEqual([orderId]);
    },
  );

  test('makes the order paid when its notification is delivered, and is done with it', async () => {
    const { place, database, db, due } = await open();
    const orderId = await fund(database);
    await claim({ db }, 1);
    await markEmailSent(db, cafesEmail(orderId));
    expect(await stateOf(database, orderId)).toBe('paid');
    // Another server that was slow with a second copy reports it.
    await markEmailSent(db, cafesEmail(orderId));
    await postponeEmail(db, firstClaim(orderId), 0, 'status 429');
    await advanceTime(place, 9_999);
    expect(await due()).toEqual([]);
    expect(await stateOf(database, orderId)).toBe('paid');
  });

  test('claims a requeued notification as a new one, which only its own revision ends', async () => {
    const { database, db, due } = await open();
    const orderId = await fund(database);
    await claim({ db }, 1);
    await postponeEmail(db, firstClaim(orderId), 0, 'status 429');
    await claim({ db }, 1);
    await requeueCafes(db, orderId);
    // The e-mail about what it was before: the order is paid, but the cafe does not know the rest.
    await markEmailSent(db, cafesEmail(orderId));
    expect(await stateOf(database, orderId)).toBe('paid');
    const requeued = { ...firstClaim(orderId), revision: 1, lastReason: null };
    expect(await claim({ db }, 1)).toEqual([requeued]);
    await markEmailSent(db, cafesEmail(orderId, 1));
    await requeueCafes(db, orderId);
    expect(await due()).toEqual([orderId]);
    await markEmailSent(db, cafesEmail(orderId, 2));
    expect(await due()).toEqual([]);
    expect(await stateOf(database, orderId)).toBe('paid');
  });

  test('records a delivery as soon as the database allows it, and the order with it', async () => {
    const { place, database, db, due } = await open();
    const orderId = await fund(database);
    await claim({ db }, 1);
    await place.run('alter table emails rename to hidden');
    const recorded = markEmailSent(db, cafesEmail(orderId));
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
      Array.from({ length: 24 }, (_, n) => claim(server(n), (n % 3) + 1)),
    );
    const given = claims.flat();
    expect(given.map(({ about }) => about).sort()).toEqual(funded.sort());
    expect(given.every(({ attempt }) => attempt === 1)).toBe(true);
  });

  test('gives out the cafe’s first, then what is due at once, then reminders', async () => {
    const { place, database, db } = await open();
    const order = sampleOrder();
    await addOrder(database, order);
    const day = londonDay(NOON);
    const customerEmails: PlannedEmail[] = [
      { kind: `reminder ${day}`, notBefore: databaseTime(-60) },
      { kind: 'confirmation' },
      // It could be undone until now.
      { kind: 'changed 1', notBefore: databaseTime(-1) },
    ];
    await fundOrder(database, order.id, { customerEmails });
    await advanceTime(place, 60);
    const later = await fund(database);
    const given = [];
    for (let n = 0; n < 5; n += 1) given.push(...(await claim({ db }, 1)));
    expect(given.map(({ about, kind }) => [about, kind])).toEqual([
      [order.id, 'cafe'],
      [later, 'cafe'],
      [order.id, 'confirmation'],
      [order.id, 'changed 1'],
      [order.id, `reminder ${day}`],
    ]);
  });
});
