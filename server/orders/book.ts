import { sql } from 'kysely';
import type { Collection, Fulfilment, OrderSummary } from '#domain/book/collection.ts';
import { firstDay } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { timeOf } from '#domain/calendar/times.ts';
import {
  fundedStates,
  isPaidInPart,
  isRefundedInFull,
  isToPay,
  type OrderId,
  parseOrderId,
} from '#domain/orders/order.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { dbTime } from '#server/db/db-time.ts';
import { readSnapshot } from '#server/db/transactions.ts';
import type { Shop } from '#server/shop.ts';
import {
  type BookedOrder,
  bookRows,
  CHANGED_BY_CUSTOMER,
  collectionsOf,
  compare,
  readEmails,
  readEntries,
  withItemsFor,
} from './book-rows.ts';
import { allWithCurrentAllergens, withCurrentAllergens } from './current-allergens.ts';
import { raiseUnreadable } from './incidents.ts';
import { BOOKED } from './rows.ts';

export type BookShop = Pick<Shop, 'db' | 'content' | 'clock' | 'log'>;

/** After two weeks nobody knows any more whether a cake was collected. */
export const OPEN_DAYS_BACK = 14;
/** Then a name is removed from the order, with the usual RETENTION_DAYS. */
const UNPAID_DAYS_BACK = 90;
export const PAGE = 50;
const NEW_SECONDS = 24 * 60 * 60;
/** Wider than what `orderNumber` returns. */
export const ORDER_NUMBER = /^[\da-z]{1,20}$/i;

/**
 * How many of the last ids are counted. Concurrent transactions may commit in another order than that of their ids:
 * an event with a smaller id than the last changes the count.
 */
const RECENT_EVENTS = 300;

/** What puts an order into the book. As in the partial index. */
const BOOKING = sql<boolean>`kind in ('funded', 'agreed', 'part-paid', 'restored')`;

/**
 * A text that changes with each event of a trail, each incident that is raised or closed, and each request and its
 * messages. Cheap: it is read several times a second.
 */
export async function bookVersion({ db }: Pick<Shop, 'db'>): Promise<string> {
  const last = sql<number>`coalesce((select max(id) from order_events), 0)`;
  const incidents = sql<number>`(select count(*) from incidents where closed_at is null)`;
  const lastMessage = sql<number>`coalesce((select max(id) from request_messages), 0)`;
  const messages = sql<number>`(select count(*) from request_messages
    where id > ${lastMessage} - ${RECENT_EVENTS})`;
  const requests = sql<number>`(select count(*) from requests where state = 'open')`;
  const version = await db
    .selectFrom('order_events')
    .select([last.as('id'), ({ fn }) => fn.countAll<number>().as('recent')])
    .select([incidents.as('open'), requests.as('requests')])
    .select([lastMessage.as('message'), messages.as('messages')])
    .where('id', '>', sql<number>`${last} - ${RECENT_EVENTS}`)
    .executeTakeFirstOrThrow();
  const { id, recent, open, message, messages: recentMessages, requests: waiting } = version;
  return `${id}-${recent}-${open}-${message}-${recentMessages}-${waiting}`;
}

export interface CollectionsWanted {
  from: Day;
  to: Day;
  /** Default: all. */
  fulfilment?: readonly Fulfilment[];
  /** Only of orders whose money has not come. */
  unpaid?: true;
  /** Only of orders that the customer has changed, or asked to cancel, also if staff have seen it. */
  changed?: true;
}

/** Of booked orders, sorted by day, collection time, then name, with what their cakes contain and may contain by now. */
export async function listCollections(
  shop: BookShop,
  { from, to, fulfilment, unpaid, changed }: CollectionsWanted,
): Promise<Collection[]> {
  const { db } = shop;
  const rows = await bookRows(db)
    .where('orders.id', 'in', withItemsFor(db, from, fulfilment).where('order_items.day', '<=', to))
    .where(BOOKED)
    .$if(unpaid === true, (booked) => booked.where('orders.state', 'not in', fundedStates))
    .$if(changed === true, (booked) => booked.where(CHANGED_BY_CUSTOMER))
    .execute();
  const entries = await readEntries(db, rows);
  await raiseUnreadables(
    shop,
    entries.map(({ summary }) => summary),
  );
  const found = entries
    .flatMap(collectionsOf)
    .filter(({ day }) => day >= from && day <= to)
    .filter((each) => fulfilment === undefined || fulfilment.includes(each.fulfilment))
    .sort(
      (a, b) =>
        compare(a.day, b.day) ||
        compare(timeOf(a.items, a.day) ?? '', timeOf(b.items, b.day) ?? '') ||
        a.name.localeCompare(b.name, 'en'),
    );
  return allWithCurrentAllergens(shop, found);
}

/** How many orders in the book are for each of the days; no entry for none. */
export async function ordersByDay(
  { db }: Pick<BookShop, 'db'>,
  from: Day,
  to: Day,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['day', ({ fn }) => fn.count('order_items.order_id').distinct().as('orders')])
    .where(BOOKED)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('day')
    .execute();
  return new Map(rows.map(({ day, orders }) => [day, Number(orders)]));
}

/**
 * What has to be begun by today: collections of the next days, as many as the shop's notice, or that of one
 * of their cakes, if it is longer.
 */
export async function collectionsToStart(shop: BookShop): Promise<Collection[]> {
  const today = londonDay(shop.clock.now());
  const [rules, { catalogue }] = await Promise.all([calendarRules(shop), shop.content()]);
  // Hidden cakes too: they may have been ordered before.
  const ownNotice = new Map<string | null, number>(
    catalogue.entries.map(({ cake }) => [cake.id, cake.leadDays ?? 0]),
  );
  const lastDay = (notices: Iterable<number>) =>
    firstDay(today, { ...rules, leadDays: Math.max(1, rules.leadDays, ...notices) });
  const booked = await listCollections(shop, {
    from: addDays(today, 1),
    to: lastDay(ownNotice.values()),
    fulfilment: ['to-make'],
  });
  return booked.filter(
    (collection) =>
      collection.day <= lastDay(collection.items.map(({ cakeId }) => ownNotice.get(cakeId) ?? 0)),
  );
}

/** Collections of the last two weeks, before today, that staff have marked neither collected nor missed. */
export async function notTickedOff(shop: BookShop): Promise<Collection[]> {
  const today = londonDay(shop.clock.now());
  const open = await listCollections(shop, {
    from: addDays(today, -OPEN_DAYS_BACK),
    to: addDays(today, -1),
    fulfilment: ['to-make', 'ready'],
  });
  // Once all is paid back, nobody needs to say whether it was collected.
  return open.filter((collection) => !isRefundedInFull(collection));
}

/**
 * Orders from today on that the customer has changed, unseen by staff, or whose customer asks to cancel: the first
 * collection of each, with the items of the others.
 */
export async function changedByCustomers(shop: BookShop): Promise<Collection[]> {
  const today = londonDay(shop.clock.now());
  const to = addDays(today, MAX_DAYS_AHEAD);
  const changed = await listCollections(shop, { from: today, to, changed: true });
  const marked = changed.filter(({ news, requestsCancel }) => news !== undefined || requestsCancel);
  return [...Map.groupBy(marked, ({ orderId }) => orderId).values()].flatMap((ofOrder) => {
    const [first] = ofOrder;
    if (!first) return [];
    const items = ofOrder.flatMap((each) => each.items);
    const positions = ofOrder.flatMap((each) => each.positions);
    return { ...first, items, positions };
  });
}

/** Collections of the last three months, with today's, that were handed over and are not paid. */
export async function handedOverUnpaid(shop: BookShop): Promise<Collection[]> {
  const today = londonDay(shop.clock.now());
  const handedOver = await listCollections(shop, {
    from: addDays(today, -UNPAID_DAYS_BACK),
    to: today,
    fulfilment: ['collected'],
    unpaid: true,
  });
  return handedOver.filter(isToPay);
}

/**
 * The first collection, from today on, of each order whose rest was to be paid before today. Without those of which
 * something was handed over: `handedOverUnpaid`.
 */
export async function restsOverdue(shop: BookShop): Promise<Collection[]> {
  const today = londonDay(shop.clock.now());
  const to = addDays(today, MAX_DAYS_AHEAD);
  const [unpaid, handedOver] = await Promise.all([
    listCollections(shop, { from: today, to, unpaid: true }),
    handedOverUnpaid(shop),
  ]);
  const overdue = unpaid
    .filter((each) => isPaidInPart(each) && isToPay(each))
    .filter(({ restBy }) => restBy !== null && restBy < today)
    .filter(({ orderId }) => !handedOver.some((each) => each.orderId === orderId));
  return overdue.filter(
    ({ orderId }, index) => overdue.findIndex((each) => each.orderId === orderId) === index,
  );
}

/**
 * Orders that came into the book in the last day, the newest first, a page at most. Not when they were placed: a quote is
 * accepted, and a bank pays, days later.
 */
export async function newInBook(
  shop: BookShop,
): Promise<{ orders: OrderSummary[]; isCut: boolean }> {
  const { db } = shop;
  const booked = await db
    .selectFrom('order_events as booking')
    .innerJoin('orders', 'orders.id', 'booking.order_id')
    .select('orders.id')
    .where('booking.at', '>', dbTime(db, -NEW_SECONDS))
    .where(BOOKING)
    .where(BOOKED)
    // It was agreed, or paid in part, before it was paid.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_events as earlier')
            .select('earlier.id')
            .whereRef('earlier.order_id', '=', 'booking.order_id')
            .whereRef('earlier.id', '<', 'booking.id')
            .where(BOOKING),
        ),
      ),
    )
    .orderBy('booking.at', 'desc')
    .orderBy('booking.id', 'desc')
    .limit(PAGE + 1)
    .execute();
  const ids = booked.slice(0, PAGE).map(({ id }) => id);
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return { orders: [], isCut: false };
  const rows = await bookRows(db).where('orders.id', 'in', ids).execute();
  const orders = (await readEntries(db, rows))
    .map(({ summary }) => summary)
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  await raiseUnreadables(shop, orders);
  return { orders, isCut: booked.length > PAGE };
}

/**
 * With what its cakes contain and may contain by now.
 * @param idOrNumber from a URL. @returns undefined when it is malformed or unknown.
 */
export async function bookedOrder(
  shop: BookShop,
  idOrNumber: string,
): Promise<BookedOrder | undefined> {
  const id = parseOrderId(idOrNumber);
  if (!id && !ORDER_NUMBER.test(idOrNumber)) return undefined;
  const found = await findBooked(shop, id ? { id } : { number: idOrNumber.toUpperCase() });
  if (!found) return undefined;
  await raiseUnreadables(shop, [found]);
  return {
    ...(await withCurrentAllergens(shop, found)),
    collections: await allWithCurrentAllergens(shop, found.collections),
  };
}

/** As it was sold. On one snapshot, because forms name the last event as the version of what they show. */
export function findBooked(
  { db }: Pick<Shop, 'db'>,
  wanted: { id: OrderId } | { number: string },
): Promise<BookedOrder | undefined> {
  return readSnapshot(db, async (snapshot) => {
    const rows = await bookRows(snapshot)
      .where((row) =>
        'id' in wanted ? row('orders.id', '=', wanted.id) : row('number', '=', wanted.number),
      )
      .execute();
    const [entry] = await readEntries(snapshot, rows, true);
    if (!entry) return undefined;
    const { summary, order, trail } = entry;
    return {
      ...summary,
      order,
      collections: collectionsOf(entry),
      trail,
      emails: await readEmails(snapshot, summary.id),
      anonymisedAt: entry.rows[0]?.anonymised_at ?? null,
    };
  });
}

export async function raiseUnreadables(
  shop: Pick<BookShop, 'db' | 'log'>,
  orders: Pick<OrderSummary, 'id' | 'isReadable'>[],
): Promise<void> {
  for (const { id, isReadable } of orders) if (!isReadable) await raiseUnreadable(shop, id);
}
