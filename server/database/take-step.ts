import type { Kysely } from 'kysely';
import { type OrderId, type Step, steps } from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/**
 * Moves an order on if the domain's table of steps allows it from the state it is in. One statement,
 * so that of many who try at once, on however many servers, one alone is told that it did.
 */
export async function takeStep(db: Kysely<Tables>, id: OrderId, step: Step): Promise<boolean> {
  const { from, to } = steps[step];
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
