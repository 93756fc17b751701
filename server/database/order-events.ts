import type { Kysely } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { Tables } from './tables.ts';

/** Adds an event to the trail of each of the orders. Call it in the transaction of the change. */
export async function recordEvent(
  trx: Kysely<Tables>,
  ids: OrderId[],
  event: NewEvent,
  clock: DatabaseClock,
): Promise<void> {
  if (ids.length === 0) return;
  const { actor, personId = null, kind, facts } = event;
  const row = { at: clock(0), actor, person_id: personId, kind, facts: JSON.stringify(facts) };
  await trx
    .insertInto('order_events')
    .values(ids.map((id) => ({ order_id: id, ...row })))
    .execute();
}
