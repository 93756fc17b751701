import { type Kysely, type QueryCreator, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import { parseJson } from '#domain/guard.ts';
import { estimateEntries } from '#domain/ledger/estimate-entries.ts';
import {
  type BookedEntry,
  type Ledger,
  LedgerEntry,
  type SoldItem,
} from '#domain/ledger/ledger.ts';
import { vatRateOf } from '#domain/ledger/vat.ts';
import { isAwaited, type OrderId, Reversal } from '#domain/orders/order.ts';
import { orderNumber } from '#domain/orders/order-number.ts';
import { Pence } from '#domain/pence.ts';
import { readEvents } from './order-events.ts';
import type { Tables } from './tables.ts';
import { inTransaction } from './transactions.ts';

export function createLedger(db: Kysely<Tables>): Ledger {
  return {
    async entries(from, before) {
      const missing = await estimateMissing(db);
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
        .leftJoin('cakes', 'cakes.id', 'cake_id')
        .select(['order_id', 'price', 'day', 'vat_rate', 'kind'])
        .where('order_id', 'in', ordersBetween(db, from, before))
        .execute();
      const entries: BookedEntry[] = [];
      const items = new Map<OrderId, SoldItem[]>();
      const unreadable = new Set(
        missing.filter(({ placedAt }) => placedAt < before).map(({ number }) => number),
      );
      for (const { number, order_id, payment_id, estimated, ...rest } of rows) {
        const stored = { ...rest, paymentId: payment_id, isEstimate: estimated === 1 };
        const entry = LedgerEntry.safeParse(stored).data;
        const orderNumberOf = number ?? orderNumber(order_id);
        if (entry) entries.push({ ...entry, orderId: order_id, orderNumber: orderNumberOf });
        else unreadable.add(orderNumberOf);
      }
      const numbers = new Map(entries.map((entry) => [entry.orderId, entry.orderNumber]));
      for (const { order_id, price, day, vat_rate, kind } of sold) {
        // Servers of the previous version store no rate.
        const vatRate = vat_rate ?? vatRateOf({ kind: kind ?? 'cake' });
        const item = StoredItem.safeParse({ price, day, vatRate }).data;
        if (item) items.set(order_id, [...(items.get(order_id) ?? []), item]);
        else unreadable.add(numbers.get(order_id) ?? orderNumber(order_id));
      }
      return { entries, items, unreadable: [...unreadable] };
    },

    async awaited() {
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'number', 'reversals'])
        // As in the partial index `orders_reversed`.
        .where(sql<boolean>`reversals <> '[]'`)
        .where('reversals', 'like', '%"isPending":true%')
        .orderBy('id')
        .execute();
      return rows.flatMap(({ id, number, reversals }) => {
        const stored = z.array(Reversal).safeParse(parseJson(reversals)).data ?? [];
        const orderNumberOf = number ?? orderNumber(id);
        return stored
          .filter(isAwaited)
          .map((reversal) => ({ orderId: id, orderNumber: orderNumberOf, reversal }));
      });
    },

    async estimatedCharges(checkoutIds) {
      await estimateMissing(db);
      // PostgreSQL rejects an empty list.
      if (checkoutIds.length === 0) return [];
      const rows = await db
        .selectFrom('ledger')
        .select('id')
        .where('id', 'in', checkoutIds)
        .where('kind', '=', 'charge')
        // A literal, because SQLite does not use the partial index for a bound value.
        .where('estimated', '=', sql.lit(1))
        .execute();
      return rows.map(({ id }) => id);
    },

    confirm: (orderId, entries) => enter(db, ledgerRows(orderId, entries)),
  };
}

const StoredItem = z.object({ price: Pence, vatRate: z.int().min(0).max(100), day: Day });

function ordersBetween(db: Kysely<Tables>, from: Instant, before: Instant) {
  return db
    .selectFrom('ledger')
    .select('order_id')
    .where('at', '>=', from)
    .where('at', '<', before);
}

export type LedgerRow = Selectable<Tables['ledger']>;

export const LEDGER_COLUMNS = [
  'order_id',
  'kind',
  'id',
  'payment_id',
  'amount',
  'at',
  'estimated',
] as const satisfies (keyof LedgerRow)[];

export function ledgerRows(orderId: OrderId, entries: LedgerEntry[]): LedgerRow[] {
  return entries.map(({ paymentId, isEstimate, ...entry }) => ({
    ...entry,
    order_id: orderId,
    payment_id: paymentId,
    estimated: isEstimate ? 1 : 0,
  }));
}

/** Adds entries. An entry that exists stays as it is, unless it is an estimate and the new one is not. */
export async function enter(db: Kysely<Tables>, rows: LedgerRow[]): Promise<void> {
  // PostgreSQL rejects a second row with the same key.
  const unique = new Map(rows.map((row) => [`${row.order_id} ${row.kind} ${row.id}`, row]));
  if (unique.size > 0)
    await ledgerInsert(db)
      .values([...unique.values()])
      .execute();
}

/** `changed` is there in one of the statements. */
export function ledgerInsert(query: QueryCreator<Tables & { changed: { id: OrderId } }>) {
  return query.insertInto('ledger').onConflict((known) =>
    known
      .columns(['order_id', 'kind', 'id'])
      .doUpdateSet((row) => ({
        payment_id: row.ref('excluded.payment_id'),
        amount: row.ref('excluded.amount'),
        at: row.ref('excluded.at'),
        estimated: row.ref('excluded.estimated'),
      }))
      .where('ledger.estimated', '=', 1)
      .where('excluded.estimated', '=', 0),
  );
}

/** Keeps each transaction short. */
const BATCH = 500;
/** As in the partial index `orders_not_in_ledger`. */
const MISSING = sql<boolean>`state in ('funded', 'paid') and (in_ledger is null or in_ledger <> reversals)`;

const StoredOrder = z.object({
  total: Pence,
  reversals: z.array(Reversal),
});

interface UnreadableMoney {
  number: string;
  placedAt: Instant;
}

/**
 * Estimates the entries that servers of an older version left out.
 * @returns the orders for which that is impossible.
 */
async function estimateMissing(db: Kysely<Tables>): Promise<UnreadableMoney[]> {
  const unreadable: UnreadableMoney[] = [];
  let after = '';
  for (;;) {
    const found = await missingOrders(db).where('id', '>', after).limit(BATCH).execute();
    const last = found.at(-1);
    if (last === undefined) return unreadable;
    after = last.id;
    const ids = found.map(({ id }) => id);
    unreadable.push(...(await inTransaction(db, (trx) => estimate(trx, ids))));
  }
}

function missingOrders(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'total', 'checkout_id', 'placed_at', 'reversals'])
    .where(MISSING)
    .orderBy('id');
}

/** Locks orders before rows of the ledger, like all that writes both. */
async function estimate(trx: Kysely<Tables>, ids: OrderId[]): Promise<UnreadableMoney[]> {
  const rows = await missingOrders(trx).where('id', 'in', ids).forUpdate().execute();
  const trails = await readEvents(trx, ids, ['funded', 'reversed']);
  const unreadable: UnreadableMoney[] = [];
  const estimated: OrderId[] = [];
  const entries: LedgerRow[] = [];
  for (const { id, number, total, checkout_id, placed_at: placedAt, reversals } of rows) {
    const stored = StoredOrder.safeParse({ total, reversals: parseJson(reversals) }).data;
    if (!stored) {
      unreadable.push({ number: number ?? orderNumber(id), placedAt });
      continue;
    }
    const order = { ...stored, id, placedAt, checkoutId: checkout_id };
    entries.push(...ledgerRows(id, estimateEntries(order, trails.get(id) ?? [])));
    estimated.push(id);
  }
  // PostgreSQL rejects an empty list.
  if (estimated.length === 0) return unreadable;
  await trx
    .updateTable('orders')
    .set((order) => ({ in_ledger: order.ref('reversals') }))
    .where('id', 'in', estimated)
    .execute();
  await enter(trx, entries);
  return unreadable;
}
