import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Collection, CustomerNews, Made } from '#domain/book/collection.ts';
import {
  cancelRequest,
  customerNews,
  type RecordedTextChange,
} from '#domain/book/customer-news.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import {
  isBooked,
  isRefundedInFull,
  type Order,
  type OrderId,
  type OrderItem,
  OrderState,
  type PaymentStatus,
  refundedAmount,
} from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { type JoinedRow, joinedRows, parseItems, parseOrder } from '#server/db/order-rows.ts';
import type { Tables } from '#server/db/tables.ts';
import { UnreadableOrder } from './order-ports.ts';
import { readEvents } from './trail.ts';

/** An order in a list. */
export interface OrderSummary {
  id: OrderId;
  number: string;
  state: OrderState;
  payment: PaymentStatus;
  /** The customer's. Empty once the order has been anonymised. */
  name: string;
  phone: string;
  email: string;
  /** Who collects it instead; empty for the customer. */
  collector: string;
  /** As far as they can be read. */
  items: OrderItem[];
  days: { day: Day; made: Made }[];
  total: Pence;
  /** The refunded part of the total. */
  refunded: Pence;
  placedAt: Instant;
  cancelledAt: Instant | null;
  /** Undefined for one that is not in the book, too. */
  news: CustomerNews | undefined;
  /** Whether the customer waits for an answer to a wish to cancel it. */
  asksToCancel: boolean;
  /** False if something about the stored order cannot be read; it is a problem too. */
  isReadable: boolean;
}

/** An e-mail about an order. */
export interface BookedEmail {
  /** An `EmailKind`. */
  kind: string;
  state: 'waiting' | 'sent' | 'dropped';
  /** When it was sent or dropped; if it waits, the time before which it is not sent. */
  at: Instant | null;
  /** How often it was tried. */
  attempts: number;
  /** Since when it waits although it was tried: the first attempt that failed. */
  failingSince: Instant | null;
  /** A code: why the last attempt failed or it was dropped. */
  reason: string | null;
  /** What staff have written; null for an e-mail that the shop words. */
  words: string | null;
}

/** All that the book holds about an order. */
export interface BookedOrder extends OrderSummary {
  /** Undefined if the stored order cannot be read. */
  order: Order | undefined;
  collections: Collection[];
  /** Oldest first; without damaged events. */
  trail: OrderEvent[];
  /** Oldest first; none once the order has been anonymised. */
  textChanges: RecordedTextChange[];
  emails: BookedEmail[];
  anonymisedAt: Instant | null;
}

/** As in the partial index: literals, because SQLite does not use it for bound values. */
export const CHANGED_BY_CUSTOMER = sql<boolean>`exists (select 1 from order_events
  where order_events.order_id = orders.id and actor = 'customer'
    and kind in ('moved', 'text-changed', 'cancel-asked'))`;

type BookRow = JoinedRow & {
  made: Made | null;
  made_at: string | null;
  made_by: string | null;
  anonymised_at: string | null;
  changed_by_customer: number | boolean;
};

/** The rows of one order, with what its customer has changed. */
interface OwnRows {
  rows: BookRow[];
  /** Empty, like `textChanges`, if the customer has changed nothing. */
  trail: OrderEvent[];
  textChanges: RecordedTextChange[];
}

/** Orders with a row for each item, and what staff have made of the item's day. */
export function bookRows(db: Kysely<Tables>) {
  return joinedRows(db)
    .leftJoin('collections', (on) =>
      on
        .onRef('collections.order_id', '=', 'order_items.order_id')
        .onRef('collections.day', '=', 'order_items.day'),
    )
    .select(['made', 'collections.at as made_at', 'collections.person_id as made_by'])
    .select('orders.anonymised_at')
    .select(CHANGED_BY_CUSTOMER.as('changed_by_customer'));
}

/** The ids of orders with items for these days; with `made`, only items in one of these states. */
export function withItemsFor(db: Kysely<Tables>, from: Day, made: readonly Made[] | undefined) {
  const items = db
    .selectFrom('order_items')
    .select('order_items.order_id')
    .where('order_items.day', '>=', from);
  if (made === undefined) return items;
  return items
    .leftJoin('collections', (on) =>
      on
        .onRef('collections.order_id', '=', 'order_items.order_id')
        .onRef('collections.day', '=', 'order_items.day'),
    )
    .where(
      ({ fn, val }) => sql<SqlBool>`${fn.coalesce('made', val('to-make'))} in (${sql.join(made)})`,
    );
}

export async function groupByOrder(db: Kysely<Tables>, rows: BookRow[]): Promise<OwnRows[]> {
  const changed = new Set(rows.flatMap((row) => (row.changed_by_customer ? row.id : [])));
  const trails = await readEvents(db, [...changed]);
  const texts = await readTextChanges(db, [...changed]);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    rows: own,
    trail: trails.get(id) ?? [],
    textChanges: texts.get(id) ?? [],
  }));
}

export function summaryOf(own: OwnRows, order = parseOrder(own.rows)): OrderSummary {
  const { rows, trail, textChanges } = own;
  const days = new Map<Day, Made>();
  for (const row of rows) {
    const day = Day.safeParse(row.day).data;
    if (day) days.set(day, row.made ?? 'to-make');
  }
  const basics = basicsOf(rows, order);
  const items = order instanceof UnreadableOrder ? parseItems(rows) : order.items;
  const isNamed = rows[0]?.anonymised_at === null;
  const isOpen = isNamed && isBooked(basics) && !isRefundedInFull(basics);
  return {
    ...basics,
    items,
    days: [...days].map(([day, made]) => ({ day, made })).sort((a, b) => compare(a.day, b.day)),
    news: isOpen ? customerNews({ ...basics, items, trail, textChanges }) : undefined,
    asksToCancel: isOpen && cancelRequest(trail) === 'asked',
  };
}

/** What can be said even of an order that cannot be read. */
function basicsOf(rows: BookRow[], order: Order | UnreadableOrder) {
  const [row] = rows;
  const id = row?.id ?? '';
  const isReadable = !(order instanceof UnreadableOrder);
  return {
    id,
    number: row?.number ?? '',
    state: OrderState.catch('placed').parse(row?.state),
    payment: isReadable ? order.payment : ('none' as const),
    name: row?.name ?? '',
    phone: row?.phone ?? '',
    email: row?.email ?? '',
    collector: row?.collector ?? '',
    total: row?.total ?? 0,
    refunded: isReadable ? refundedAmount(order.reversals) : 0,
    placedAt: row?.placed_at ?? '',
    cancelledAt: row?.cancelled_at ?? null,
    isReadable,
  };
}

export function collectionsOf({ rows }: OwnRows, summary: OrderSummary): Collection[] {
  const { id: orderId, days, items, ...order } = summary;
  return days.map(({ day, made }) => {
    const row = rows.find((each) => each.day === day);
    const ofDay = [...items.entries()].filter(([, item]) => item.day === day);
    return {
      ...order,
      orderId,
      day,
      made,
      madeAt: row?.made_at ?? null,
      madeBy: row?.made_by ?? null,
      items: ofDay.map(([, item]) => item),
      positions: ofDay.map(([position]) => position),
      days: days.map((each) => each.day),
    };
  });
}

export async function readBooked(db: Kysely<Tables>, own: OwnRows): Promise<BookedOrder> {
  const order = parseOrder(own.rows);
  const summary = summaryOf(own, order);
  const { id } = summary;
  return {
    ...summary,
    order: order instanceof UnreadableOrder ? undefined : order,
    collections: collectionsOf(own, summary),
    trail: (await readEvents(db, [id])).get(id) ?? [],
    textChanges: (await readTextChanges(db, [id])).get(id) ?? [],
    emails: await readEmails(db, id),
    anonymisedAt: own.rows[0]?.anonymised_at ?? null,
  };
}

async function readTextChanges(
  db: Kysely<Tables>,
  ids: OrderId[],
): Promise<Map<OrderId, RecordedTextChange[]>> {
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('text_changes')
    .select(['order_id', 'number', 'position', 'before', 'after'])
    .where('order_id', 'in', ids)
    .orderBy('number')
    .execute();
  const changes = new Map<OrderId, RecordedTextChange[]>();
  for (const [id, own] of Map.groupBy(rows, ({ order_id }) => order_id)) {
    changes.set(
      id,
      own.map(({ number, position, before, after }) => ({
        number,
        position: position ?? undefined,
        before,
        after,
      })),
    );
  }
  return changes;
}

async function readEmails(db: Kysely<Tables>, id: string): Promise<BookedEmail[]> {
  const emails = await db
    .selectFrom('emails')
    .select(['kind', 'not_before', 'attempts', 'failing_since', 'last_error'])
    .select(['sent_at', 'dropped_at', 'words'])
    .where('order_id', '=', id)
    .orderBy('recipient')
    .orderBy('not_before')
    .execute();
  return emails.map(
    ({
      kind,
      not_before,
      attempts,
      failing_since,
      last_error,
      sent_at,
      dropped_at,
      words,
    }): BookedEmail => ({
      kind,
      state: sent_at !== null ? 'sent' : dropped_at !== null ? 'dropped' : 'waiting',
      at: sent_at ?? dropped_at ?? (not_before || null),
      attempts,
      failingSince: sent_at === null && dropped_at === null ? failing_since : null,
      reason: last_error,
      words,
    }),
  );
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
