import type { Kysely, QueryCreator, UpdateQueryBuilder } from 'kysely';
import { type NewEvent, type OrderEvent, parseEvent } from '#domain/book/trail.ts';
import { parseJson } from '#domain/guard.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { inTransaction } from '#server/db/transactions.ts';

/** A statement that changes orders, or rows about them, and returns the ids of the orders. */
export type Change<Table extends keyof Tables> = (
  query: QueryCreator<Tables>,
) => UpdateQueryBuilder<Tables, Table, Table, { id: OrderId }>;

/**
 * Runs the statement and adds the event to the trail of each order that it changed, both or neither.
 * @returns the ids of these orders.
 */
export async function changeOrders<Table extends keyof Tables>(
  db: Kysely<Tables>,
  change: Change<Table>,
  event: NewEvent,
): Promise<OrderId[]> {
  return inTransaction(db, async (trx) => {
    const ids = (await change(trx).execute()).map(({ id }) => id);
    await recordEvent(trx, ids, event);
    return ids;
  });
}

/** Adds an event to the trail of each of the orders. Call it in the transaction of the change. */
export async function recordEvent(
  trx: Kysely<Tables>,
  ids: OrderId[],
  event: NewEvent,
): Promise<void> {
  if (ids.length === 0) return;
  const { actor, personId = null, kind, facts, texts } = event;
  const row = {
    at: dbTime(trx),
    actor,
    person_id: personId,
    kind,
    facts: JSON.stringify(facts),
    texts: texts ? JSON.stringify(texts) : null,
  };
  await trx
    .insertInto('order_events')
    .values([...new Set(ids)].map((id) => ({ order_id: id, ...row })))
    .execute();
}

const COLUMNS = [
  'id',
  'order_id',
  'at',
  'actor',
  'person_id as personId',
  'kind',
  'facts',
  'texts',
] as const;

/** @returns undefined if this version does not know it. */
function readEvent({
  facts,
  texts,
  ...row
}: {
  facts: string;
  texts: string | null;
}): OrderEvent | undefined {
  return parseEvent({
    ...row,
    facts: parseJson(facts),
    ...(texts !== null && { texts: parseJson(texts) }),
  });
}

/** The events of the orders, oldest first, without those that this version does not know. */
export async function readEvents(
  db: Kysely<Tables>,
  ids: OrderId[],
  kinds?: readonly OrderEvent['kind'][],
): Promise<Map<OrderId, OrderEvent[]>> {
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return new Map();
  let query = db
    .selectFrom('order_events')
    .select(COLUMNS)
    .where('order_id', 'in', ids)
    .orderBy('id');
  if (kinds) query = query.where('kind', 'in', kinds);
  const events = new Map<OrderId, OrderEvent[]>();
  for (const [id, rows] of Map.groupBy(await query.execute(), (row) => row.order_id)) {
    events.set(
      id,
      rows.flatMap((row) => readEvent(row) ?? []),
    );
  }
  return events;
}

/** The events of an order, as `readEvents`. @param kinds default: all. */
export async function eventsOf<Kind extends OrderEvent['kind']>(
  db: Kysely<Tables>,
  orderId: OrderId,
  kinds?: readonly Kind[],
): Promise<Extract<OrderEvent, { kind: Kind }>[]> {
  const events = (await readEvents(db, [orderId], kinds)).get(orderId) ?? [];
  const isOf = (event: OrderEvent): event is Extract<OrderEvent, { kind: Kind }> =>
    kinds?.some((kind) => kind === event.kind) ?? true;
  return events.filter(isOf);
}

/**
 * What has happened to the order since a page showed it: if anything that changes the same has, a form of that page is
 * refused. Call it in the transaction of the change, once the order is locked.
 * @param version `versionOf` the trail that the page was made from.
 */
export async function eventsSince<Kind extends OrderEvent['kind']>(
  trx: Kysely<Tables>,
  orderId: OrderId,
  version: number,
  kinds: Kind[],
): Promise<Extract<OrderEvent, { kind: Kind }>[]> {
  const events = await eventsOf(trx, orderId, kinds);
  return events.filter(({ id }) => id > version);
}

/** @returns undefined if there is none, or this version does not know it. */
export async function findEvent(
  db: Kysely<Tables>,
  id: number,
): Promise<{ orderId: OrderId; event: OrderEvent } | undefined> {
  const row = await db
    .selectFrom('order_events')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  const event = row && readEvent(row);
  return event && { orderId: row.order_id, event };
}

/** Of an event. @param by the person's id; undefined: the customer. */
export function actorOf(by: string | undefined) {
  return by === undefined
    ? { actor: 'customer' as const }
    : { actor: 'staff' as const, personId: by };
}
