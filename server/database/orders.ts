import { type Kysely, sql } from 'kysely';
import { type OrderId, OrderState } from '#domain/orders/order.ts';
import type { Orders } from '#domain/ports.ts';
import type { DatabaseClock } from './database-clock.ts';
import { itemRows, orderRow, readOrders, withItems } from './order-rows.ts';
import { rememberEvent } from './payment-events.ts';
import { createRetention } from './retention.ts';
import type { Tables } from './tables.ts';
import { takeStep } from './take-step.ts';

/** @param moved told of every order that has moved on, when that is committed. */
export function createOrders(
  db: Kysely<Tables>,
  moved: (id: OrderId) => void,
  clock: DatabaseClock,
): Orders {
  return {
    find: async (id) => (await readOrders(db, [id]))[0],

    async states(ids) {
      // PostgreSQL does not know an empty list.
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'state'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map(({ id, state }) => [id, OrderState.parse(state)]));
    },

    add: (order) =>
      db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto('orders')
          .values(orderRow(order))
          .onConflict((taken) => taken.column('id').doNothing())
          .executeTakeFirstOrThrow();
        if (added !== 1n) return false;
        await trx.insertInto('order_items').values(itemRows(order)).execute();
        return true;
      }),

    async attachCheckout(id, checkoutId) {
      await db
        .updateTable('orders')
        .set({ checkout_id: checkoutId })
        .where('id', '=', id)
        .execute();
    },

    findAll: (ids) => readOrders(db, ids),

    async fund(id, at, eventId) {
      const funded = await db.transaction().execute(async (trx) => {
        if (!(await takeStep(trx, id, 'fund'))) return false;
        await trx
          .insertInto('outbox')
          .values({ order_id: id, attempts: 0, next_attempt_at: clock(0), revision: 0 })
          .execute();
        if (eventId !== undefined) await rememberEvent(trx, eventId, at);
        return true;
      });
      if (funded) moved(id);
      return funded;
    },

    async expire(id) {
      const expired = await takeStep(db, id, 'expire');
      if (expired) moved(id);
      return expired;
    },

    async waiting(before, limit, after) {
      let page = db
        .selectFrom('orders')
        .selectAll()
        // Written out and not bound, or SQLite does not see that the partial index fits.
        .where('state', '=', sql.lit('placed'))
        .where('placed_at', '<', before)
        .orderBy('placed_at')
        .orderBy('id')
        .limit(limit);
      if (after) {
        page = page.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('placed_at', 'id'), '>', tuple(after.placedAt, after.id)),
        );
      }
      return withItems(db, await page.execute());
    },

    ...createRetention(db),
  };
}
