import { type Kysely, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { asDay, londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import {
  type AwaitedReversal,
  type BookedEntries,
  type BookedEntry,
  LedgerEntry,
  type SoldItem,
} from '#domain/ledger/ledger.ts';
import {
  addMonths,
  londonMidnight,
  type Month,
  type MonthBook,
  monthOf,
  sumUpMonth,
} from '#domain/ledger/month.ts';
import { isAwaited, type OrderId, type Payment, Reversal } from '#domain/orders/order.ts';
import { Pence } from '#domain/pence.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { READ_REVERSAL, reversalsOf } from './rows.ts';

/** The money of a month in London. @param wanted default: this month. */
export async function monthBook({ db, merchant, clock }: Shop, wanted?: Month): Promise<MonthBook> {
  const month = wanted ?? monthOf(londonDay(clock.now()));
  const from = londonMidnight(asDay(`${month}-01`));
  const before = londonMidnight(asDay(`${addMonths(month, 1)}-01`));
  return sumUpMonth(month, await bookedEntries(db, from, before), {
    awaited: await awaitedReversals(db),
    vatNumber: (await merchant()).vatNumber,
  });
}

/** All entries of the orders that have an entry in this time, also those before and after. */
export async function bookedEntries(
  db: Kysely<Tables>,
  from: Instant,
  before: Instant,
): Promise<BookedEntries> {
  const rows = await db
    .selectFrom('ledger')
    .innerJoin('orders', 'orders.id', 'ledger.order_id')
    .select(LEDGER_COLUMNS.map((name) => `ledger.${name}` as const))
    .select('number')
    .where('order_id', 'in', ordersBetween(db, from, before))
    .orderBy('at')
    .orderBy('order_id')
    .orderBy('kind')
    .orderBy('ledger.id')
    .execute();
  const sold = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_id', 'number', 'price', 'day', 'vat_rate as vatRate'])
    .where('order_id', 'in', ordersBetween(db, from, before))
    .execute();
  const entries: BookedEntry[] = [];
  const items = new Map<OrderId, SoldItem[]>();
  const unreadable = new Set<string>();
  for (const { number, order_id, payment_id, ...rest } of rows) {
    const entry = LedgerEntry.safeParse({ ...rest, paymentId: payment_id }).data;
    if (entry) entries.push({ ...entry, orderId: order_id, orderNumber: number });
    else unreadable.add(number);
  }
  for (const { order_id, number, ...rest } of sold) {
    const item = StoredItem.safeParse(rest).data;
    if (item) items.set(order_id, [...(items.get(order_id) ?? []), item]);
    else unreadable.add(number);
  }
  return { entries, items, unreadable: [...unreadable] };
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

const StoredItem = z.object({ price: Pence, vatRate: z.int().min(0).max(100), day: Day });

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

type LedgerRow = Selectable<Tables['ledger']>;

const LEDGER_COLUMNS = [
  'order_id',
  'kind',
  'id',
  'payment_id',
  'amount',
  'at',
] as const satisfies (keyof LedgerRow)[];

/**
 * Adds entries, in the transaction of the change that they belong to. An entry that exists stays as it is.
 */
export async function enter(
  db: Kysely<Tables>,
  orderId: OrderId,
  entries: LedgerEntry[],
): Promise<void> {
  // PostgreSQL rejects a second row with the same key.
  const unique = new Map(entries.map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  if (unique.size === 0) return;
  await db
    .insertInto('ledger')
    .values(
      [...unique.values()].map(({ paymentId, ...entry }) => ({
        ...entry,
        order_id: orderId,
        payment_id: paymentId,
      })),
    )
    .onConflict((known) => known.columns(['order_id', 'kind', 'id']).doNothing())
    .execute();
}
