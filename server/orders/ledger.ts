import { type Kysely, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { asDay, isDay, londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import {
  type AwaitedReversal,
  type LedgerEntry,
  type OrderEntries,
  type OrderEntry,
  StoredEntry,
  signedAmount,
} from '#domain/ledger/ledger.ts';
import {
  addMonths,
  londonMidnight,
  type Month,
  type MonthReport,
  monthOf,
  sumUpMonth,
} from '#domain/ledger/month.ts';
import { linesOf, partsOfEntry } from '#domain/ledger/vat.ts';
import { CatalogueLine, type OrderId } from '#domain/orders/order.ts';
import { isAwaited, type Payment, Reversal } from '#domain/orders/reversal.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { balanceBetween } from './payouts.ts';
import { READ_REVERSAL, reversalsOf } from './rows.ts';
import { eventsSince } from './trail.ts';

/** The money of a month in London. @param wanted default: this month. */
export async function monthReport(
  { db, merchant, clock }: Shop,
  wanted?: Month,
): Promise<MonthReport> {
  const month = wanted ?? monthOf(londonDay(clock.now()));
  const from = londonMidnight(asDay(`${month}-01`));
  const before = londonMidnight(asDay(`${addMonths(month, 1)}-01`));
  return sumUpMonth(month, await entriesBetween(db, from, before), {
    awaited: await awaitedReversals(db),
    vatNumber: (await merchant()).vatNumber,
    ...(await balanceBetween(db, from, before)),
  });
}

/** The entries of this time, oldest first. */
export async function entriesBetween(
  db: Kysely<Tables>,
  from: Instant,
  before: Instant,
): Promise<OrderEntries> {
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('orders', 'orders.id', 'ledger.order_id')
    .select(LEDGER_COLUMNS.map((name) => `ledger.${name}` as const))
    .select('number')
    .where('at', '>=', from)
    .where('at', '<', before)
    .orderBy('at')
    .orderBy('order_id')
    .orderBy('kind')
    .orderBy('ledger.id')
    .execute();
  const collections = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'number', 'day'])
    .where('order_id', 'in', ordersBetween(db, from, before))
    .groupBy(['order_id', 'number', 'day'])
    .orderBy('day')
    .execute();
  const entries: OrderEntry[] = [];
  const days = new Map<OrderId, Day[]>();
  const unreadable = new Set<string>();
  for (const { number, order_id, payment_id, parts, ...rest } of rows) {
    const stored = { ...rest, paymentId: payment_id, parts: parseJson(parts) };
    const entry = StoredEntry.safeParse(stored).data;
    if (entry) entries.push({ ...entry, orderId: order_id, orderNumber: number });
    else unreadable.add(number);
  }
  for (const { order_id, number, day } of collections) {
    if (isDay(day)) days.set(order_id, [...(days.get(order_id) ?? []), day]);
    else unreadable.add(number);
  }
  return { entries, days, unreadable: [...unreadable] };
}

/** Refunds and disputes for which nothing has left the balance yet. */
async function awaitedReversals(db: Kysely<Tables>): Promise<AwaitedReversal[]> {
  const rows = await db
    .selectFrom('reversals')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'number'])
    .select(READ_REVERSAL)
    // A literal, because SQLite does not use the partial index for a bound value.
    .where('is_pending', '=', sql.lit(1))
    .where('provider_id', 'is not', null)
    .orderBy('order_id')
    .execute();
  return rows.flatMap((row) => {
    const reversals = z.array(Reversal).safeParse(reversalsOf([row])).data ?? [];
    return reversals
      .filter(isAwaited)
      .map((reversal) => ({ orderId: row.order_id, orderNumber: row.number, reversal }));
  });
}

function ordersBetween(db: Kysely<Tables>, from: Instant, before: Instant) {
  return db
    .selectFrom('ledger')
    .select('order_id')
    .where('at', '>=', from)
    .where('at', '<', before);
}

/** What has come for an order, newest first; without what staff have entered by mistake. */
export async function paymentsOf(db: Kysely<Tables>, orderId: OrderId): Promise<Payment[]> {
  const rows = await db
    .selectFrom('ledger')
    .select(['kind', 'id', 'amount'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['charge', 'cash', 'cash-undone'])
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  const undone = new Set(rows.flatMap(({ kind, id }) => (kind === 'cash-undone' ? id : [])));
  return rows
    .filter(({ kind, id }) => kind !== 'cash-undone' && !undone.has(id))
    .map(({ kind, id, amount }) => ({ id, amount, isAtCounter: kind === 'cash' }));
}

/** What changes which payments have come for an order: what its customer adds is paid. */
export const PAYMENT_EVENTS: OrderEvent['kind'][] = [
  'funded',
  'part-paid',
  'counter-paid',
  'counter-unpaid',
  'added',
];

/**
 * Whether other payments have come than those that a screen showed, so that somebody has to look again before money goes back
 * or stays. Call it once the order is locked.
 * @param version of the order as the screen showed it.
 */
export async function wasPaidSince(
  trx: Kysely<Tables>,
  orderId: OrderId,
  version: number,
): Promise<boolean> {
  const events = await eventsSince(trx, orderId, version, PAYMENT_EVENTS);
  // What staff add is to pay.
  return events.some(({ kind, actor }) => kind !== 'added' || actor === 'customer');
}

/**
 * Whether a checkout has been entered as a payment of the order: it is over. Lock the order in an earlier statement, so that
 * PostgreSQL sees what was entered while that waited.
 */
export async function isEntered(
  db: Kysely<Tables>,
  orderId: OrderId,
  checkoutId: string,
): Promise<boolean> {
  const payments = await paymentsOf(db, orderId);
  return payments.some(({ id }) => id === checkoutId);
}

const Parts = StoredEntry.shape.parts;

/** What cannot be read keeps no money out of the books: it has the rate of its item. */
const Options = CatalogueLine.shape.options.catch(undefined);

type LedgerRow = Selectable<Tables['ledger']>;

const LEDGER_COLUMNS = [
  'order_id',
  'kind',
  'id',
  'payment_id',
  'amount',
  'parts',
  'at',
] as const satisfies (keyof LedgerRow)[];

/**
 * Adds entries, in the transaction of the change that they belong to, which has locked the order and changed its items
 * before. An entry that exists stays as it is.
 */
export async function enter(
  db: Kysely<Tables>,
  orderId: OrderId,
  entries: LedgerEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const booked = await db
    .selectFrom('ledger')
    .select(['kind', 'id', 'parts'])
    .where('order_id', '=', orderId)
    .execute();
  const known = new Set(booked.map(keyOf));
  const parts = booked.flatMap((entry) => Parts.safeParse(parseJson(entry.parts)).data ?? []);
  const lines = await linesOfOrder(db, orderId);
  for (const { paymentId, ...entry } of entries) {
    if (known.has(keyOf(entry))) continue;
    known.add(keyOf(entry));
    const own = partsOfEntry(lines, parts, signedAmount(entry));
    parts.push(...own);
    await db
      .insertInto('ledger')
      .values({
        ...entry,
        order_id: orderId,
        payment_id: paymentId,
        parts: JSON.stringify(own),
      })
      .execute();
  }
}

function keyOf({ kind, id }: { kind: string; id: string }): string {
  return `${kind} ${id}`;
}

async function linesOfOrder(db: Kysely<Tables>, orderId: OrderId) {
  const rows = await db
    .selectFrom('order_items')
    .select(['price', 'vat_rate', 'options'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.flatMap(({ price, vat_rate: vatRate, options }) =>
    linesOf({ price, vatRate, options: Options.parse(parseJson(options ?? 'null')) }),
  );
}
