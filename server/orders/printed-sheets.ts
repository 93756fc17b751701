import type { Kysely } from 'kysely';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import {
  collectionDays,
  type OrderId,
  type OrderItem,
  type TakenItem,
} from '#domain/orders/order.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { waitForWriters } from '#server/db/transactions.ts';
import type { Shop } from '#server/shop.ts';
import { findBooked } from './book.ts';
import type { BookedOrder } from './book-rows.ts';

/** What changes a sheet: an order comes or goes, or what is written on it. */
const CHANGES: OrderEvent['kind'][] = [
  'funded',
  'agreed',
  'part-paid',
  'restored',
  'reversed',
  'cancelled',
  'uncancelled',
  'text-changed',
  'added',
  'taken-off',
  'put-back',
  'note-changed',
];

/** What puts an order on the sheets. */
const BOOKINGS: OrderEvent['kind'][] = ['funded', 'agreed', 'part-paid', 'restored'];

/** The last event of any order: what is read afterwards includes it and all before it. */
export function lastEvent({ db }: Pick<Shop, 'db'>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // An event can commit after one with a larger id.
    await waitForWriters(trx, 'order_events');
    return readLastEvent(trx);
  });
}

/** What was on a sheet and is no longer of its day. */
export interface Gone {
  number: string;
  /** The customer's. */
  name: string;
  items: OrderItem[];
  /** Where it was moved to; undefined: the order is cancelled, or it was taken off. */
  to: Day | undefined;
  isTakenOff?: true;
}

interface LastPrint {
  at: Instant;
  /** The orders that have come, gone or been paid back since. */
  changed: OrderId[];
  gone: Gone[];
}

/** The last print of a day's bake sheet. */
export async function lastPrint(
  { db }: Pick<Shop, 'db'>,
  day: Day,
): Promise<LastPrint | undefined> {
  const printed = await readPrint(db, day);
  if (!printed) return undefined;
  const changed = await db
    .selectFrom('order_items')
    .innerJoin('order_events', 'order_events.order_id', 'order_items.order_id')
    .select('order_items.order_id as id')
    .distinct()
    .where('day', '=', day)
    .where('order_events.id', '>', printed.event_id)
    .where(({ or, and, eb }) =>
      or([
        eb('kind', 'in', CHANGES),
        and([eb('kind', '=', 'contact-corrected'), eb('facts', 'like', '%"name"%')]),
      ]),
    )
    // Paid since: a phone order, and one whose deposit is paid, was on the sheet before.
    .where(({ not, and, eb, exists, selectFrom }) =>
      not(
        and([
          eb('order_events.kind', 'in', ['funded', 'part-paid']),
          exists(
            selectFrom('order_events as earlier')
              .select('earlier.id')
              .whereRef('earlier.order_id', '=', 'order_events.order_id')
              .whereRef('earlier.id', '<', 'order_events.id')
              .where('earlier.kind', 'in', ['agreed', 'part-paid']),
          ),
        ]),
      ),
    )
    .union((query) =>
      query
        .selectFrom('order_events')
        .select('order_id as id')
        .where('id', '>', printed.event_id)
        .where('kind', 'in', ['moved', 'taken-off', 'put-back'])
        // From this day, or to it; or what was of it.
        .where('facts', 'like', `%"${day}"%`),
    )
    .execute();
  const orders = await Promise.all(changed.map(({ id }) => findBooked({ db }, { id })));
  return {
    at: printed.printed_at,
    changed: changed.map(({ id }) => id),
    gone: orders.flatMap((order) => (order ? goneFrom(order, day, printed.event_id) : [])),
  };
}

/** What the sheet of a day had of an order at an event, and would not have now. */
function goneFrom({ number, name, ...order }: BookedOrder, day: Day, printed: number): Gone[] {
  const since = order.trail.filter(({ id }) => id > printed);
  const isCancelled = order.cancelledAt !== null;
  const wasBooked = order.trail.some(({ id, kind }) => id <= printed && BOOKINGS.includes(kind));
  if (!wasBooked || (isCancelled && !since.some(({ kind }) => kind === 'cancelled'))) return [];
  const moved = (direction: 'from' | 'to') =>
    since.flatMap(({ kind, facts }) =>
      kind === 'moved' && facts[direction] === day ? facts.positions : [],
    );
  const [left, arrived] = [moved('from'), moved('to')];
  const gone = order.items.filter((item, place) => {
    const position = item.position ?? place;
    const wasHere = left.includes(position) || (item.day === day && !arrived.includes(position));
    return wasHere && (isCancelled || item.day !== day);
  });
  const takenOff = takenSince(order, since).flatMap(({ position, item }) =>
    item.day === day && !arrived.includes(position) ? item : [],
  );
  return [
    ...(isCancelled
      ? [{ number, name, items: gone, to: undefined }]
      : collectionDays(gone).map((to) => ({
          number,
          name,
          items: gone.filter((item) => item.day === to),
          to,
        }))),
    { number, name, items: takenOff, to: undefined, isTakenOff: true as const },
  ].filter(({ items }) => items.length > 0);
}

/** What these events have taken off, without what they had added before. */
function takenSince({ order }: Pick<BookedOrder, 'order'>, since: OrderEvent[]): TakenItem[] {
  const positionsOf = (wanted: OrderEvent['kind']) =>
    since.flatMap((event) =>
      event.kind === wanted && 'positions' in event.facts ? event.facts.positions : [],
    );
  const [added, taken] = [positionsOf('added'), positionsOf('taken-off')];
  return (order?.takenOff ?? []).filter(
    ({ position }) => taken.includes(position) && !added.includes(position),
  );
}

/** Without what has changed since. */
export function readPrint(db: Kysely<Tables>, day: Day) {
  return db
    .selectFrom('printed_sheets')
    .select(['event_id', 'printed_at'])
    .where('day', '=', day)
    .executeTakeFirst();
}

/** @param shown from `lastEvent`, before the printed orders were read. */
export async function recordPrint(
  { db }: Pick<Shop, 'db'>,
  day: Day,
  shown: number,
): Promise<void> {
  const row = { event_id: Math.min(shown, await readLastEvent(db)), printed_at: dbTime(db) };
  await db
    .insertInto('printed_sheets')
    .values({ day, ...row })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(row))
    .execute();
}

async function readLastEvent(db: Kysely<Tables>): Promise<number> {
  const { last } = await db
    .selectFrom('order_events')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}
