import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Collection, Made } from '#domain/book/collection.ts';
import {
  cancelRequest,
  customerNews,
  type RecordedTextChange,
} from '#domain/book/customer-news.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import { Day } from '#domain/calendar/day.ts';
import {
  fundedStates,
  isBooked,
  isRefundedInFull,
  type Order,
  type OrderId,
  OrderState,
  refundedAmount,
} from '#domain/orders/order.ts';
import type {
  Book,
  BookedEmail,
  BookedOrder,
  MadeChange,
  OrderSearch,
  OrderSummary,
  SetMadeResult,
} from '#server/orders/book-ports.ts';
import { UnreadableOrder } from '#server/orders/order-ports.ts';
import { actorOf, readEvents, recordEvent } from '#server/orders/trail.ts';
import { dbTime } from './db-time.ts';
import {
  BOOKED,
  type JoinedRow,
  joinedRows,
  ORDERED,
  parseItems,
  parseOrder,
} from './order-rows.ts';
import { lockBookedOrder } from './order-statements.ts';
import type { Tables } from './tables.ts';

/**
 * Concurrent transactions take ids in one order and commit in another. So many events are counted, so that
 * one with a smaller id than the last is noticed too.
 */
const RECENT_EVENTS = 300;

export function createBook(db: Kysely<Tables>): Book {
  return {
    async version() {
      const last = sql<number>`coalesce((select max(id) from order_events), 0)`;
      const problems = sql<number>`(select count(*) from problems where closed_at is null)`;
      const { id, recent, open } = await db
        .selectFrom('order_events')
        .select([last.as('id'), ({ fn }) => fn.countAll<number>().as('recent')])
        .select(problems.as('open'))
        .where('id', '>', sql<number>`${last} - ${RECENT_EVENTS}`)
        .executeTakeFirstOrThrow();
      return `${id}-${recent}-${open}`;
    },

    async collections({ from, to, made, unpaid = false, changed = false }) {
      const rows = await bookRows(db)
        .where('orders.id', 'in', withItemsFor(db, from, made).where('order_items.day', '<=', to))
        .where(BOOKED)
        .$if(unpaid, (booked) => booked.where('orders.state', 'not in', fundedStates))
        .$if(changed, (booked) => booked.where(CHANGED_BY_CUSTOMER))
        .execute();
      return (await groupByOrder(db, rows))
        .flatMap((own) => collectionsOf(own, summaryOf(own)))
        .filter(({ day }) => day >= from && day <= to)
        .filter((each) => made === undefined || made.includes(each.made))
        .sort((a, b) => compare(a.day, b.day) || a.name.localeCompare(b.name, 'en'));
    },

    async orders(search) {
      const rows = await bookRows(db).where('orders.id', 'in', pageOf(db, search)).execute();
      return (await groupByOrder(db, rows))
        .map((own) => summaryOf(own))
        .sort((a, b) => compare(b.placedAt, a.placedAt) || compare(b.id, a.id));
    },

    async order(wanted) {
      const rows = await bookRows(db)
        .where((row) =>
          'id' in wanted ? row('orders.id', '=', wanted.id) : row('number', '=', wanted.number),
        )
        .execute();
      const [own] = await groupByOrder(db, rows);
      return own && readBooked(db, own);
    },

    setMade: (change) => db.transaction().execute((trx) => setMade(trx, change)),

    markSeen: (id, event, by) =>
      db.transaction().execute(async (trx) => {
        // The customer's next change waits for this one, and the other way round.
        const order = await lockBookedOrder(trx, id).select('id').executeTakeFirst();
        const trail = (await readEvents(trx, [id])).get(id) ?? [];
        const isSeen = trail.some((each) => each.kind === 'seen' && each.facts.event >= event);
        const isKnown = trail.some((each) => each.id === event && each.actor === 'customer');
        if (!order || isSeen || !isKnown) return false;
        const facts = { event };
        await recordEvent(trx, [id], { kind: 'seen', ...actorOf(by), facts });
        return true;
      }),
  };
}

/** As in the partial index: literals, because SQLite does not use it for bound values. */
const CHANGED_BY_CUSTOMER = sql<boolean>`exists (select 1 from order_events
  where order_events.order_id = orders.id and actor = 'customer'
    and kind in ('moved', 'text-changed', 'cancel-asked'))`;

/** As in the partial index. */
const REFUNDED = sql<boolean>`kind = 'refund' and state not in ('asked', 'refused')`;

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
function bookRows(db: Kysely<Tables>) {
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

async function groupByOrder(db: Kysely<Tables>, rows: BookRow[]): Promise<OwnRows[]> {
  const changed = new Set(rows.flatMap((row) => (row.changed_by_customer ? row.id : [])));
  const trails = await readEvents(db, [...changed]);
  const texts = await readTextChanges(db, [...changed]);
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    rows: own,
    trail: trails.get(id) ?? [],
    textChanges: texts.get(id) ?? [],
  }));
}

/** The ids of orders with items for these days; with `made`, only items in one of these states. */
function withItemsFor(db: Kysely<Tables>, from: Day, made: readonly Made[] | undefined) {
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

/** The ids of a page of orders, newest first. */
function pageOf(
  db: Kysely<Tables>,
  { terms, onlyByNumber, show, openFrom, after, limit }: OrderSearch,
) {
  let page = db
    .selectFrom('orders')
    .select('id')
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (terms.length > 0) {
    page = page.where(({ eb, or }) =>
      or([
        ...(onlyByNumber ? [] : terms.map((term) => contains('search', term))),
        ...terms.map((term) => eb('number', '=', term)),
      ]),
    );
  }
  if (after !== undefined) {
    page = page.where(
      sql<SqlBool>`(placed_at, id) < (select placed_at, id from orders where number = ${after})`,
    );
  }
  switch (show) {
    case 'unpaid':
      // Without those that a visitor left at the card page.
      return page
        .where(sql<SqlBool>`state in ('placed', 'agreed', 'paying')`)
        .where('cancelled_at', 'is', null);
    case 'cancelled':
      return page.where('cancelled_at', 'is not', null);
    case 'refunded':
      return page.where('id', 'in', ({ selectFrom }) =>
        selectFrom('reversals').select('order_id').where(REFUNDED),
      );
    case 'to-make':
      return page.where(BOOKED).where('id', 'in', withItemsFor(db, openFrom, ['to-make']));
    case 'ready':
    case 'missed':
      return page.where('cancelled_at', 'is', null).where('id', 'in', ({ selectFrom }) =>
        selectFrom('collections')
          .select('order_id')
          .where('made', '=', show)
          // A literal, because SQLite does not use the partial index for a bound value.
          .where(sql<SqlBool>`made in ('ready', 'missed')`),
      );
    case undefined:
      return page.where(ORDERED);
  }
}

/** Search texts and terms are in upper case, so that `like` is the same on both databases. */
function contains(column: string, term: string): Expression<SqlBool> {
  const pattern = `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;
}

function summaryOf(own: OwnRows, order = parseOrder(own.rows)): OrderSummary {
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

function collectionsOf({ rows }: OwnRows, summary: OrderSummary): Collection[] {
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

async function readBooked(db: Kysely<Tables>, own: OwnRows): Promise<BookedOrder> {
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

async function setMade(
  trx: Kysely<Tables>,
  { orderId, day, from, made, by }: MadeChange,
): Promise<SetMadeResult> {
  const item = await trx
    .selectFrom('orders')
    .innerJoin('order_items', 'order_id', 'id')
    .select('id')
    .where('id', '=', orderId)
    .where('day', '=', day)
    .where(BOOKED)
    .limit(1)
    // Others who mark the same collection wait here; a row of `collections` may not exist yet.
    .forNoKeyUpdate('orders')
    .executeTakeFirst();
  if (!item) return 'unknown';
  const row = await trx
    .selectFrom('collections')
    .select('made')
    .where('order_id', '=', orderId)
    .where('day', '=', day)
    .executeTakeFirst();
  const current = row?.made ?? 'to-make';
  if (current === made) return 'unchanged';
  if (current !== from) return 'conflict';
  const values = { made, at: dbTime(trx), person_id: by };
  await trx
    .insertInto('collections')
    .values({ order_id: orderId, day, ...values })
    .onConflict((known) => known.columns(['order_id', 'day']).doUpdateSet(values))
    .execute();
  const facts = { day, from, made };
  await recordEvent(trx, [orderId], { kind: 'made', actor: 'staff', personId: by, facts });
  return 'changed';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
