import { randomUUID } from 'node:crypto';
import type { Fulfilment } from '#domain/book/collection.ts';
import { addDays, londonDay, weekday } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import type { CatalogueLine, Order } from '#domain/orders/order.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import { anonymiseOrder } from '#server/orders/anonymise.ts';
import { findBooked } from '#server/orders/book.ts';
import { storeIncident } from '#server/orders/incidents.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { lastEvent, recordPrint } from '#server/orders/printed-sheets.ts';
import { storeReversals } from '#server/orders/reversals.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import { type OpenDatabase, openWithContent } from '#test/open-database.ts';
import { shopOn } from '#test/shop-on.ts';
import { addSample } from '#test/stored-orders.ts';
import type { RunningShop } from '../../harness/running-shop.ts';
import { databaseTime } from '../outbox-time.ts';
import { queryDatabase } from '../query-database.ts';
import { sampleCharge, sampleItem, sampleOrder } from '../samples.ts';
import { expect, timeAt } from './shop-fixture.ts';

export interface Booked {
  name: string;
  /** Days from today; negative for days that have passed. */
  day?: number;
  items?: Partial<CatalogueLine>[];
  phone?: string;
  /** The confirmation and the reminder go to it; without it there are none. */
  email?: string;
  /** The customer's. */
  note?: string;
  staffNote?: string;
  fulfilment?: Fulfilment;
  isPaid?: boolean;
  /** Taken on the phone, and not paid yet. */
  isByPhone?: boolean;
  /** Taken on the phone, with a deposit that is paid; the rest was to be paid by yesterday. */
  isRestOverdue?: boolean;
  /** Paid after it had expired: an incident for the owner. */
  isPaidLate?: boolean;
  refunded?: number | 'all';
}

/** Adds orders to the book of a running shop as if they had been placed and paid. */
export async function bookOrders(shop: RunningShop, wanted: Booked[]): Promise<Order[]> {
  const now = timeAt(shop);
  return onDatabase(shop, async (database) => {
    const orders: Order[] = [];
    for (const [place, booked] of wanted.entries()) {
      orders.push(await book(database, booked, plusSeconds(now, place - wanted.length), now));
    }
    return orders;
  });
}

/** How many days ahead a Wednesday is, for which every cake can still be ordered. */
export function wednesdayAhead(shop: RunningShop): number {
  const today = londonDay(timeAt(shop));
  const days = Array.from({ length: 7 }, (_, place) => 40 + place);
  return days.find((day) => weekday(addDays(today, day)) === 3) ?? 40;
}

/** Prints the bake sheet of the order's first day. @returns the day. */
export async function printSheet(shop: RunningShop, orderId: string): Promise<string> {
  return onDatabase(shop, async (database) => {
    const [first] = (await findBooked(database, { id: orderId }))?.days ?? [];
    if (!first) throw new Error('The order is gone.');
    await recordPrint(database, first.day, await lastEvent(database));
    return first.day;
  });
}

/** Removes the personal data of an order once the cafe's e-mail about it has been sent. */
export async function anonymise(shop: RunningShop, orderId: string): Promise<void> {
  await onDatabase(shop, ({ db }) =>
    expect(async () => {
      expect(await anonymiseOrder(db, orderId)).toBe(true);
    }).toPass({ timeout: 30_000 }),
  );
}

async function onDatabase<Result>(
  shop: RunningShop,
  use: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openWithContent(locationOf(shop));
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

/** The e-mail about an order to the cafe was sent a minute ago. */
export async function passAMinute(shop: RunningShop, orderId: string): Promise<void> {
  const cafes = `about = '${orderId}' and kind = 'cafe'`;
  // The inbox has it before the shop has stored that it was sent.
  await expect(async () => {
    const sql = `select sent_at from emails where ${cafes}`;
    const [email] = await queryDatabase(locationOf(shop), sql);
    expect(email?.sent_at).toEqual(expect.any(String));
  }).toPass({ timeout: 30_000 });
  await queryDatabase(
    locationOf(shop),
    `update emails set sent_at = '${databaseTime(-61)}' where ${cafes}`,
  );
}

/** E-mails that were not accepted wait long, as late in an outage. */
export async function postponeFailed(shop: RunningShop): Promise<void> {
  await queryDatabase(
    locationOf(shop),
    `update emails set next_attempt_at = '${databaseTime(600)}' where failing_since is not null`,
  );
}

/** Ends the time in which what staff have done can be taken back: the customer is told now. */
export async function endUndo(shop: RunningShop, orderId: string): Promise<void> {
  await queryDatabase(
    locationOf(shop),
    `update emails set not_before = '' where about = '${orderId}'
      and kind not like 'reminder %'`,
  );
}

/** The rows that the forms of the owner's side write, without those that jobs write too. */
export async function whatStaffChange(shop: RunningShop): Promise<unknown[]> {
  const queries = [
    "select order_id, kind, facts from order_events where actor = 'staff' order by id",
    'select about, kind, revision from emails order by about, kind',
    'select * from collections order by order_id',
    'select * from incidents order by key',
    'select * from people order by id',
    'select * from recovery_codes order by hash',
    'select day, event_id from printed_sheets order by day',
  ];
  return Promise.all(queries.map((sql) => queryDatabase(locationOf(shop), sql)));
}

function locationOf({ environment }: RunningShop): DatabaseLocation {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = readEnv(environment);
  return { dataDir, databaseUrl };
}

async function book(database: OpenDatabase, booked: Booked, placedAt: string, now: string) {
  const { name, day = 0, items = [{}], phone = '020 7946 0123' } = booked;
  const {
    note,
    staffNote,
    fulfilment,
    isPaid = true,
    isRestOverdue = false,
    isByPhone = isRestOverdue,
    isPaidLate = false,
    refunded,
  } = booked;
  const today = londonDay(now);
  const on = addDays(today, day);
  const stored = items.map((item) => sampleItem({ img: 'victoria-sponge.jpg', day: on, ...item }));
  const order = await addSample(
    database,
    sampleOrder({
      ...(isByPhone && { state: 'agreed' }),
      ...(isRestOverdue && { paid: 100, deposit: 100, restBy: addDays(today, -1) }),
      id: randomUUID(),
      customer: { name, email: booked.email ?? `${randomUUID().slice(0, 8)}@example.org`, phone },
      note,
      staffNote,
      items: stored,
      total: stored.reduce((sum, { price }) => sum + price, 0),
      placedAt,
    }),
  );
  if (!isPaid || isByPhone) return order;
  const charge = sampleCharge({ id: `cs_${order.number}`, amount: order.total, at: now });
  const customerEmails = booked.email ? plannedEmails(order, now) : [];
  await fundOrder(database, order.id, { customerEmails, charge });
  if (isPaidLate) {
    const { id: orderId } = order;
    const incident = { kind: 'late-payment', subject: orderId, orderId, facts: {} } as const;
    await storeIncident(database.db, incident);
  }
  if (fulfilment) {
    const change = {
      orderId: order.id,
      day: on,
      from: 'to-make',
      fulfilment,
      by: 'a test',
    } as const;
    await setFulfilment(
      shopOn(database, { clock: { now: () => now }, log: createLog('silent') }),
      change,
    );
  }
  if (refunded !== undefined) {
    const amount = refunded === 'all' ? order.total : refunded;
    const refund = { id: `re_${order.number}`, kind: 'refund', amount, at: now } as const;
    const reversals = [{ ...refund, payment: charge.id, state: 'succeeded' }];
    await storeReversals(database, order.id, reversals, [sampleCharge(refund)]);
  }
  return order;
}
