import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { type Database, openDatabase } from '#server/db/open-database.ts';
import { markEmailSent, postponeEmail, requeueCafes } from '#server/emails/queue.ts';
import { createLog } from '#server/log.ts';
import { addOrder } from '#server/orders/add.ts';
import { changeNote } from '#server/orders/note.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readOrder } from '#server/orders/rows.ts';
import { bothDatabases, freshSqlite } from '#test/both-databases.ts';
import { cafesEmail, claim, firstClaim } from '#test/outbox-time.ts';
import { at, NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { expireStored } from '#test/stored-orders.ts';
import { anonymiseOrder, dueForAnonymising } from './anonymise.ts';
import { findBooked } from './book.ts';

const CUSTOMER = { name: 'Augusta King', email: 'augusta@example.org', phone: '07700 900123' };
const TOPPER = {
  ...{ groupId: 'topper', choiceId: 'name', group: 'Topper', name: 'a name' },
  ...{ price: 400, api: 'price_topper' },
};
const [early, late] = [Day.parse('2026-12-01'), Day.parse('2026-12-09')];

/** An order with a cake for each of these days. */
async function orderFor(days: Day[], database: Database, placedAt = NOON) {
  const items = days.map((day) =>
    sampleItem({ day, message: 'For Byron', options: [{ ...TOPPER, text: 'Byron' }] }),
  );
  const notes = { note: 'Byron has a nut allergy', staffNote: 'Augusta brings the topper' };
  const order = sampleOrder({ customer: CUSTOMER, ...notes, items, placedAt });
  await addOrder(database, order);
  return order;
}

async function paidOrderFor(days: Day[], database: Database, placedAt = NOON) {
  const order = await orderFor(days, database, placedAt);
  const given = 'augusta.king@example.org';
  await fundOrder(database, order.id, { paymentEmail: given });
  await claim(database, 1);
  await postponeEmail(database.db, firstClaim(order.id), 0, 'smtp 550');
  await markEmailSent(database.db, cafesEmail(order.id));
  return order;
}

describe.each(bothDatabases)('personal data on $name', ({ fresh }) => {
  test('is removed, and the accounting data stays', async () => {
    const place = await fresh();
    const database = await place.open();
    const order = await paidOrderFor([early, late], database);
    // It is searched by the address given at payment.
    expect(await place.dump()).toContain('AUGUSTA.KING@EXAMPLE.ORG');
    const log = createLog('silent');
    const change = { orderId: order.id, to: 'Byron comes', version: 0, by: 'anna' };
    expect(await changeNote({ ...database, log }, change)).toBe('changed');
    expect(await anonymiseOrder(database.db, order.id)).toBe(true);
    expect(await changeNote({ ...database, log }, change)).toBe('unknown');

    const kept = await readOrder(database.db, order.id);
    expect(kept).toEqual({
      ...order,
      state: 'paid',
      paid: order.total,
      customer: { name: '', email: '', phone: '' },
      note: undefined,
      staffNote: undefined,
      items: order.items.map((item) => ({ ...item, message: '', options: [TOPPER] })),
    });
    const dump = await place.dump();
    expect((await findBooked(database, { id: order.id }))?.anonymisedAt).toEqual(
      expect.any(String),
    );
    expect(dump).not.toMatch(/augusta|900123|byron|smtp 550/i);
  });

  test('is removed once, if several servers do it', async () => {
    const server = await (await fresh()).openTwo();
    const { id } = await paidOrderFor([early], server(0));
    const done = Array.from({ length: 10 }, (_, n) => anonymiseOrder(server(n).db, id));
    expect((await Promise.all(done)).filter(Boolean)).toHaveLength(1);
    expect(await anonymiseOrder(server(0).db, id)).toBe(false);
  });

  test('stays while the cafe’s e-mail is pending, and the e-mail still names the customer', async () => {
    const database = await (await fresh()).open();
    const order = await orderFor([early], database);
    await fundOrder(database, order.id);
    expect(await anonymiseOrder(database.db, order.id)).toBe(false);
    expect(await dueForAnonymising(database.db, late)).toEqual([]);
    expect(await readOrder(database.db, order.id)).toEqual({
      ...order,
      state: 'funded',
      paid: order.total,
    });
  });

  test('stays while another e-mail about the order is pending', async () => {
    const database = await (await fresh()).open();
    const { id } = await paidOrderFor([early], database);
    await requeueCafes(database.db, id);
    expect(await dueForAnonymising(database.db, late)).toEqual([]);
    expect(await anonymiseOrder(database.db, id)).toBe(false);
    await markEmailSent(database.db, cafesEmail(id, 1));
    expect(await dueForAnonymising(database.db, late)).toEqual([id]);
    expect(await anonymiseOrder(database.db, id)).toBe(true);
  });

  test('is removed or kept if a payment arrives at the same time, and the e-mail is always sent', async () => {
    const server = await (await fresh()).openTwo();
    for (let n = 0; n < 20; n += 1) {
      const { id } = await orderFor([early], server(0));
      await expireStored(server(0), id);
      const [, funded] = await Promise.all([
        anonymiseOrder(server(n).db, id),
        fundOrder(server(n + 1), id),
      ]);
      expect(funded).toBe(true);
      expect((await readOrder(server(0).db, id))?.state).toBe('funded');
      expect((await claim(server(0), 1))[0]?.about).toBe(id);
    }
  });

  test('comes back with no payment that was read before it was removed', async () => {
    const place = await fresh();
    const database = await place.open();
    const { id } = await orderFor([early], database);
    await expireStored(database, id);
    expect(await anonymiseOrder(database.db, id)).toBe(true);
    const given = 'augusta.king@example.org';
    const isFunded = await fundOrder(database, id, { paymentEmail: given });
    expect(isFunded).toBe(true);
    expect(await place.dump()).not.toContain(given);
  });

  test('is found by the last collection day', async () => {
    const database = await (await fresh()).open();
    const second = await paidOrderFor([early], database, at(2));
    const first = await orderFor([early], database, at(1));
    const expired = await orderFor([early], database, at(3));
    await expireStored(database, expired.id);
    await paidOrderFor([early, late], database);
    const due = async (day: Day) => (await dueForAnonymising(database.db, day)).sort();
    expect(await due(early)).toEqual([]);
    expect(await due(late)).toEqual([first.id, second.id, expired.id].sort());
    await anonymiseOrder(database.db, second.id);
    expect(await due(late)).toEqual([first.id, expired.id].sort());
  });

  test('is removed without blocking the event loop', async () => {
    const database = await (await fresh()).open();
    const orders = [];
    for (let n = 0; n < 20; n += 1) orders.push(await orderFor([early], database));
    let turns = 0;
    let others = setImmediate(function turn() {
      turns += 1;
      others = setImmediate(turn);
    });
    for (const { id } of orders) await anonymiseOrder(database.db, id);
    clearImmediate(others);
    expect(turns).toBeGreaterThanOrEqual(orders.length - 1);
  });
});

test('removed data is not left in the SQLite file', async () => {
  const place = await freshSqlite();
  const before = await openDatabase(place.where);
  const orders = [];
  for (let n = 0; n < 9; n += 1) orders.push(await paidOrderFor([early], before));
  // Closing moves the names from the journal into the file.
  await before.close();
  const after = await openDatabase(place.where);
  for (const { id } of orders) await anonymiseOrder(after.db, id);
  await after.close();
  for (const file of await readdir(place.where.dataDir)) {
    const bytes = await readFile(join(place.where.dataDir, file), 'latin1');
    expect(bytes).not.toMatch(/Augusta|augusta|900123|Byron/);
    expect(bytes).toContain(orders[0]?.id);
  }
});
