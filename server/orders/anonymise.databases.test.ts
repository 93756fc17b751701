import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderState } from '#domain/orders/order.ts';
import { markEmailSent, postponeEmail } from '#server/emails/queue.ts';
import { bothDatabases } from '#test/both-databases.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { cafesEmail, claim, firstClaim } from '#test/outbox-time.ts';
import { NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { expireStored } from '#test/stored-orders.ts';
import { addOrder } from './add.ts';
import { anonymiseOldOrders } from './anonymise.ts';
import { anonymiseCustomer, recordsOfCustomer } from './customer-records.ts';
import { fundOrder } from './pay.ts';
import { readOrder } from './rows.ts';

const RETENTION_DAYS = 90;
const TODAY = londonDay(NOON);
const log = { info() {}, warn() {}, error() {} };
const portsOf = ({ db }: OpenDatabase, now = NOON) => ({ db, clock: { now: () => now }, log });

/** The orders with personal data. */
async function namedOrders({ db }: OpenDatabase): Promise<string[]> {
  const named = db.selectFrom('orders').select('id').where('anonymised_at', 'is', null);
  return (await named.execute()).map(({ id }) => id).sort();
}

interface Kept {
  state: OrderState;
  /** The collection days of its cakes, counted from today. */
  days: number[];
  email?: string;
  message?: string;
}

/** Nothing is collected before it was ordered. */
function weekBefore(days: number[]): Instant {
  return `${addDays(TODAY, Math.min(...days) - 7)}T12:00:00.000Z`;
}

/** Brings an order into a state the way the shop would, with one failed attempt to send its e-mail. */
async function keep(database: OpenDatabase, { state, days, email, message = '' }: Kept) {
  const { db } = database;
  const items = days.map((day) => sampleItem({ day: addDays(TODAY, day), message }));
  const customer = { ...sampleOrder().customer, ...(email !== undefined && { email }) };
  const order = sampleOrder({ customer, items, placedAt: weekBefore(days) });
  await addOrder(database, order);
  if (state === 'expired') await expireStored(database, order.id);
  if (state === 'funded' || state === 'paid') await fundOrder(database, order.id);
  await claim({ db }, 99);
  await postponeEmail(db, firstClaim(order.id), 0, `refused: ${customer.email}`);
  if (state === 'paid') await markEmailSent(db, cafesEmail(order.id));
  return order;
}

describe.each(bothDatabases)('old orders on $name', ({ fresh }) => {
  const isNamed = async ({ db }: OpenDatabase, id: string) =>
    (await readOrder(db, id))?.customer.name !== '';

  test('are kept for the retention period after the last collection', async () => {
    const database = await (await fresh()).open();
    const lastKept = await keep(database, { state: 'paid', days: [-200, -RETENTION_DAYS] });
    const gone = await keep(database, { state: 'paid', days: [-200, -RETENTION_DAYS - 1] });
    await anonymiseOldOrders(portsOf(database), RETENTION_DAYS);
    expect(await isNamed(database, lastKept.id)).toBe(true);
    expect(await isNamed(database, gone.id)).toBe(false);
    await anonymiseOldOrders(portsOf(database, '2026-11-20T23:59:59.999Z'), RETENTION_DAYS);
    expect(await isNamed(database, lastKept.id)).toBe(true);
    await anonymiseOldOrders(portsOf(database, '2026-11-21T00:00:00.000Z'), RETENTION_DAYS);
    expect(await isNamed(database, lastKept.id)).toBe(false);
  });

  test('use the day in London', async () => {
    const database = await (await fresh()).open();
    const items = [sampleItem({ day: addDays(londonDay('2026-06-30T12:00:00Z'), 0) })];
    const order = sampleOrder({ items, placedAt: '2026-06-26T12:00:00.000Z' });
    await addOrder(database, order);
    // In summer the day in London begins an hour before the day in UTC.
    await anonymiseOldOrders(portsOf(database, '2026-07-01T22:59:59.000Z'), 1);
    expect(await isNamed(database, order.id)).toBe(true);
    await anonymiseOldOrders(portsOf(database, '2026-07-01T23:00:00.000Z'), 1);
    expect(await isNamed(database, order.id)).toBe(false);
  });

  test('are each anonymised once by concurrent servers', async () => {
    const server = await (await fresh()).openTwo();
    for (let n = 0; n < 25; n += 1) {
      await keep(server(n), { state: n % 2 ? 'paid' : 'expired', days: [-100] });
    }
    const waiting = await keep(server(0), { state: 'funded', days: [-100] });
    let anonymised = 0;
    const counting = { ...log, info: (facts: object) => (anonymised += Object(facts).anonymised) };
    await Promise.all(
      [0, 1].map((n) => anonymiseOldOrders({ ...portsOf(server(n)), log: counting }, 90)),
    );
    expect(anonymised).toBe(25);
    expect(await namedOrders(server(0))).toEqual([waiting.id]);
  });

  test('leave no personal data in the database, for any name and any message', async () => {
    const place = await fresh();
    const database = await place.open();
    // Recognisable in every column, and never there by chance.
    const personal = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }).map((text) => {
      const marked = `«${text.replaceAll(/["\\\0]/g, '')}»`;
      return marked.isWellFormed() ? marked : '«»';
    });
    const people = fc.array(
      fc.record({
        state: fc.constantFrom<OrderState[]>('placed', 'expired', 'paid'),
        email: personal,
        message: personal,
        asks: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(people, async (everybody) => {
        const ids: string[] = [];
        for (const { asks, ...person } of everybody) {
          const { id } = await keep(database, { ...person, days: [-100] });
          ids.push(id);
          if (asks) await anonymiseCustomer(portsOf(database), [id]);
        }
        await anonymiseOldOrders(portsOf(database), RETENTION_DAYS);
        const dump = await place.dump();
        expect(ids.filter((id) => !dump.includes(id))).toEqual([]);
        expect(dump).not.toMatch(/[«»]/);
        const { name, phone } = sampleOrder().customer;
        for (const text of [name, phone]) expect(dump).not.toContain(text);
      }),
      { numRuns: 4 },
    );
  });
});

describe.each(bothDatabases)('a person who asks to be forgotten, on $name', ({ fresh }) => {
  const email = 'Zoë@Example.org';

  test('is anonymised except where the name is still needed, with the reason', async () => {
    const place = await fresh();
    const database = await place.open();
    for (const own of [email, 'ZOË@EXAMPLE.ORG', ' zoe\u0308@example.org ']) {
      await keep(database, { state: 'paid', days: [-30, -1], email: own });
      await keep(database, { state: 'expired', days: [4], email: own });
    }
    const kept = [
      {
        order: await keep(database, { state: 'paid', days: [-5, 0], email }),
        why: 'to-be-collected',
      },
      {
        order: await keep(database, { state: 'funded', days: [-5], email }),
        why: 'cafe-not-notified',
      },
      {
        order: await keep(database, { state: 'placed', days: [1], email }),
        why: 'may-be-paid',
      },
    ];
    const strangers = await keep(database, { state: 'paid', days: [-5], email: 'bob@example.org' });

    // All have one phone number and one name.
    const own = (await recordsOfCustomer(database, kept[0]?.order.id ?? '')).filter(
      ({ id }) => id !== strangers.id,
    );
    const ids = own.map(({ id }) => id);
    const forgotten = await anonymiseCustomer(portsOf(database), ids);
    expect(forgotten.anonymised).toBe(6);
    expect(forgotten.kept.sort((a, b) => (a.why < b.why ? -1 : 1))).toEqual(
      kept
        .map(({ order, why }) => ({ id: order.id, why }))
        .sort((a, b) => (a.why < b.why ? -1 : 1)),
    );
    expect(await namedOrders(database)).toEqual(
      [strangers.id, ...kept.map(({ order }) => order.id)].sort(),
    );
    const again = await anonymiseCustomer(portsOf(database), ids);
    expect(again.anonymised).toBe(0);
  });

  test('is known by e-mail address or phone number, and only the chosen orders are anonymised', async () => {
    const database = await (await fresh()).open();
    const add = async (customer: { name?: string; email: string; phone: string }, day = -1) => {
      const items = [sampleItem({ day: addDays(TODAY, day) })];
      const placedAt = weekBefore([day]);
      const order = sampleOrder({ customer: { name: 'Ada', ...customer }, items, placedAt });
      await addOrder(database, order);
      await expireStored(database, order.id);
      return order;
    };
    const ada = await add({ email: 'ada@example.org', phone: '07700 900123' });
    const moved = await add({ email: 'ADA@example.org', phone: '020 7946 0111' });
    const phoned = await add({ email: '', phone: '+44 7700 900123' });
    const family = await add({ name: 'Bob', email: 'bob@example.org', phone: '07700900123' });
    await add({ name: 'Cy', email: '', phone: '123' });
    await add({ name: 'Di', email: '', phone: '' });
    const found = await recordsOfCustomer(database, ada.id);
    expect(Object.fromEntries(found.map(({ id, isDoubtful }) => [id, isDoubtful]))).toEqual({
      [ada.id]: false,
      [moved.id]: false,
      [phoned.id]: false,
      [family.id]: true,
    });

    const orders = [ada.id, phoned.id];
    const both = await Promise.all([
      anonymiseCustomer(portsOf(database), orders),
      anonymiseCustomer(portsOf(database), orders),
    ]);
    expect(both.reduce((sum, { anonymised }) => sum + anonymised, 0)).toBe(2);
    const named = await namedOrders(database);
    expect(orders.filter((id) => named.includes(id))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining([moved.id, family.id]));
    // Nobody knows any more whose it was.
    expect(await recordsOfCustomer(database, ada.id)).toEqual([]);
  });
});
