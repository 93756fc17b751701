import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Collection, Fulfilment, OrderSummary } from '#domain/book/collection.ts';
import { cancelRequest, customerNews } from '#domain/book/customer-news.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import { cakesFirst } from '#domain/orders/items-in-words.ts';
import { isBooked, type Order, type OrderId, OrderState } from '#domain/orders/order.ts';
import { refundedAmount } from '#domain/orders/reversal.ts';
import type { Tables } from '#server/db/tables.ts';
import { type JoinedRow, joinedRows, parseItems, parseOrder, UnreadableOrder } from './rows.ts';
import { readEvents } from './trail.ts';

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
  emails: BookedEmail[];
  anonymisedAt: Instant | null;
}

/** As in the partial index: literals, because SQLite does not use it for bound values. */
export const CHANGED_BY_CUSTOMER = sql<boolean>`exists (select 1 from order_events
  where order_events.order_id = orders.id and actor = 'customer'
    and kind in ('moved', 'text-changed', 'added', 'cancel-requested'))`;

type BookRow = JoinedRow & {
  fulfilment: Fulfilment | null;
  fulfilment_at: string | null;
  fulfilment_by: string | null;
  ready_not_before: string | null;
  ready_sent_at: string | null;
  ready_dropped_at: string | null;
  changed_by_customer: number | boolean;
};

/** What is stored of one order. */
interface Entry {
  rows: BookRow[];
  /** Undefined if it cannot be read. */
  order: Order | undefined;
  summary: OrderSummary;
  trail: OrderEvent[];
}

/** Orders with a row for each item, and the fulfilment of the item's day. */
export function bookRows(db: Kysely<Tables>) {
  return joinedRows(db)
    .leftJoin('collections', (on) =>
      on
        .onRef('collections.order_id', '=', 'order_items.order_id')
        .onRef('collections.day', '=', 'order_items.day'),
    )
    .leftJoin('emails as ready', (on) =>
      on
        .onRef('ready.about', '=', 'order_items.order_id')
        .on('ready.kind', '=', sql<string>`'ready ' || order_items.day`),
    )
    .select([
      'ready.not_before as ready_not_before',
      'ready.sent_at as ready_sent_at',
      'ready.dropped_at as ready_dropped_at',
    ])
    .select([
      'fulfilment',
      'collections.at as fulfilment_at',
      'collections.person_id as fulfilment_by',
    ])
    .select(CHANGED_BY_CUSTOMER.as('changed_by_customer'));
}

/** The ids of orders with items for these days; with `fulfilment`, only items in one of these states. */
export function withItemsFor(
  db: Kysely<Tables>,
  from: Day,
  fulfilment: readonly Fulfilment[] | undefined,
) {
  const items = db
    .selectFrom('order_items')
    .select('order_items.order_id')
    .where('order_items.day', '>=', from);
  if (fulfilment === undefined) return items;
  return items
    .leftJoin('collections', (on) =>
      on
        .onRef('collections.order_id', '=', 'order_items.order_id')
        .onRef('collections.day', '=', 'order_items.day'),
    )
    .where(
      ({ fn, val }) =>
        sql<SqlBool>`${fn.coalesce('fulfilment', val('to-make'))} in (${sql.join(fulfilment)})`,
    );
}

/** Reads the trails only of orders that their customers have changed, or of all. */
export async function readEntries(
  db: Kysely<Tables>,
  rows: BookRow[],
  isOfAll = false,
): Promise<Entry[]> {
  const ids = new Set(rows.flatMap((row) => (isOfAll || row.changed_by_customer ? row.id : [])));
  const trails = await readEvents(db, [...ids]);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => {
    const parsed = parseOrder(own);
    const order = parsed instanceof UnreadableOrder ? undefined : parsed;
    const trail = trails.get(id) ?? [];
    return { rows: own, order, summary: summaryOf(own, order, trail), trail };
  });
}

/** Also of an order that cannot be read. */
function summaryOf(rows: BookRow[], order: Order | undefined, trail: OrderEvent[]): OrderSummary {
  const [row] = rows;
  if (!row) throw new Error('An order has a row.');
  const days = new Map<Day, Fulfilment>();
  for (const { day, fulfilment } of rows) {
    const known = Day.safeParse(day).data;
    if (known) days.set(known, fulfilment ?? 'to-make');
  }
  const summary = {
    id: row.id,
    number: row.number,
    state: OrderState.catch('placed').parse(row.state),
    payment: order?.payment ?? 'none',
    name: row.name,
    phone: row.phone,
    email: row.email,
    collector: row.collector ?? '',
    note: row.note ?? '',
    staffNote: row.staff_note ?? '',
    quote: order?.quote,
    items: order?.items ?? parseItems(rows),
    days: [...days]
      .map(([day, fulfilment]) => ({ day, fulfilment }))
      .sort((a, b) => compare(a.day, b.day)),
    total: row.total,
    paid: row.paid,
    surplus: row.surplus,
    deposit: row.deposit,
    restBy: order?.restBy ?? null,
    refunded: order ? refundedAmount(order.reversals) : 0,
    placedAt: row.placed_at,
    cancelledAt: row.cancelled_at,
    isReadable: order !== undefined,
  };
  const isOpen = row.anonymised_at === null && isBooked(summary);
  return {
    ...summary,
    news: isOpen ? customerNews({ ...summary, trail }) : undefined,
    requestsCancel: isOpen && cancelRequest(trail) === 'requested',
  };
}

export function collectionsOf({ rows, summary }: Entry): Collection[] {
  const { id: orderId, days, items, ...order } = summary;
  return days.map(({ day, fulfilment }) => {
    const row = rows.find((each) => each.day === day);
    const ofDay = [...items.entries()]
      .filter(([, item]) => item.day === day)
      .sort(([, one], [, other]) => cakesFirst(one, other));
    return {
      ...order,
      orderId,
      day,
      fulfilment,
      fulfilmentAt: row?.fulfilment_at ?? null,
      fulfilmentBy: row?.fulfilment_by ?? null,
      readyEmail: row && readyEmailOf(row),
      items: ofDay.map(([, item]) => item),
      positions: ofDay.map(([place, item]) => item.position ?? place),
      days: days.map((each) => each.day),
    };
  });
}

function readyEmailOf(row: BookRow): Collection['readyEmail'] {
  const { ready_not_before: notBefore, ready_sent_at: sentAt, ready_dropped_at: droppedAt } = row;
  if (notBefore === null) return undefined;
  return { state: sentAt ? 'sent' : droppedAt ? 'dropped' : 'waiting', at: sentAt ?? notBefore };
}

/** The cafe's, then the customer's. */
export async function readEmails(db: Kysely<Tables>, id: OrderId): Promise<BookedEmail[]> {
  const emails = await db
    .selectFrom('emails')
    .select(['kind', 'attempts', 'last_error as reason', 'words'])
    .select(['not_before', 'failing_since', 'sent_at', 'dropped_at'])
    .where('about', '=', id)
    .orderBy('recipient')
    .orderBy('not_before')
    .execute();
  return emails.map(({ not_before, failing_since, sent_at, dropped_at, ...email }) => {
    const state = sent_at !== null ? 'sent' : dropped_at !== null ? 'dropped' : 'waiting';
    return {
      ...email,
      state,
      at: sent_at ?? dropped_at ?? (not_before || null),
      failingSince: state === 'waiting' ? failing_since : null,
    };
  });
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
