import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { OrderSummary, Shown } from '#domain/book/collection.ts';
import { readSearch, type Search } from '#domain/book/search-text.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import { type BookShop, OPEN_DAYS_BACK, ORDER_NUMBER, PAGE, raiseUnreadables } from './book.ts';
import { bookRows, compare, readEntries, withItemsFor } from './book-rows.ts';
import { BOOKED, ORDERED, QUOTED } from './rows.ts';

/** As in the partial index. */
const REFUNDED = sql<boolean>`kind = 'refund' and state not in ('requested', 'refused')`;

interface FoundOrders {
  orders: OrderSummary[];
  /** The `after` of the next page, if there is one. */
  next?: OrderId;
  /** The day that the text names: the orders are those with items for it. */
  day?: Day;
}

interface OrderQuery {
  /** A day, a number, part of a name, cake, message, e-mail address or phone number. */
  text?: string | undefined;
  show?: Shown | undefined;
  /** From `next`; anything else begins at the newest order. */
  after?: string | undefined;
  /** False for those who may not see phone numbers and e-mail addresses: they could guess one letter by letter. */
  byContact?: boolean;
}

/** A page of orders, newest first. A text finds no anonymised order, except by its number. */
export async function findOrders(
  shop: BookShop,
  { text = '', show, after = '', byContact = true }: OrderQuery,
): Promise<FoundOrders> {
  const { db, clock } = shop;
  const today = londonDay(clock.now());
  const search = readSearch(text, today);
  const page = pageOf(db, { search, show, after, byContact, today });
  const rows = await bookRows(db).where('orders.id', 'in', page).execute();
  const found = (await readEntries(db, rows))
    .map(({ summary }) => summary)
    .sort((a, b) => compare(b.placedAt, a.placedAt) || compare(b.id, a.id));
  const orders = found.slice(0, PAGE);
  await raiseUnreadables(shop, orders);
  const last = orders.at(-1);
  return {
    orders,
    ...(found.length > PAGE && last && { next: last.number }),
    ...(search && 'day' in search && { day: search.day }),
  };
}

interface OrderSearch {
  /** Undefined finds all. */
  search: Search | undefined;
  show: Shown | undefined;
  after: string;
  byContact: boolean;
  today: Day;
}

/** The ids of a page of orders, and of the first of the next page, newest first. */
function pageOf(db: Kysely<Tables>, { search, byContact, show, after, today }: OrderSearch) {
  let page = db
    .selectFrom('orders')
    .select('id')
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  if (search && 'day' in search) {
    const { day } = search;
    page = page.where('id', 'in', ({ selectFrom }) =>
      selectFrom('order_items').select('order_id').where('day', '=', day),
    );
    // Nothing is collected of others; a list that asks for them shows them.
    if (show === undefined) page = page.where(BOOKED);
  } else if (search) {
    const { number, words, contactTerms, onDay } = search;
    page = page.where(({ eb, or, and, selectFrom }) =>
      or([
        eb('number', '=', number),
        and(words.map((word) => contains('search', word))),
        ...(byContact ? contactTerms.map((term) => contains('search_contact', term)) : []),
        ...(onDay
          ? [
              and([
                eb(
                  'id',
                  'in',
                  selectFrom('order_items').select('order_id').where('day', '=', onDay.day),
                ),
                ...onDay.words.map((word) => contains('search', word)),
              ]),
            ]
          : []),
      ]),
    );
  }
  if (ORDER_NUMBER.test(after)) {
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
    case 'quoted':
      return page.where(QUOTED);
    case 'cancelled':
      return page.where('cancelled_at', 'is not', null);
    case 'refunded':
      return page.where('id', 'in', ({ selectFrom }) =>
        selectFrom('reversals').select('order_id').where(REFUNDED),
      );
    case 'to-make':
      return page
        .where(BOOKED)
        .where('id', 'in', withItemsFor(db, addDays(today, -OPEN_DAYS_BACK), ['to-make']));
    case 'ready':
    case 'missed':
      return page.where('cancelled_at', 'is', null).where('id', 'in', ({ selectFrom }) =>
        selectFrom('collections')
          .select('order_id')
          .where('fulfilment', '=', show)
          // A literal, because SQLite does not use the partial index for a bound value.
          .where(sql<SqlBool>`fulfilment in ('ready', 'missed')`),
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
