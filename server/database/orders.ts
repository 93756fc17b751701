import { type Kysely, sql } from 'kysely';
import type { Orders } from '#domain/ports.ts';
import { itemRows, orderRow, readOrders, withItems } from './order-rows.ts';
import { rememberEvent } from './payment-events.ts';
import { createRetention } from './retention.ts';
import type { Tables } from './tables.ts';
import { takeStep } from './take-step.ts';

export function createOrders(db: Kysely<Tables>): Orders {
  return {
    find: async (id) => (await readOrders(db, [id]))[0],

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

    fund: (id, at, eventId) =>
      db.transaction().execute(async (trx) => {
        if (!(await takeStep(trx, id, 'fund'))) return false;
        await trx
          .insertInto('outbox')
          .values({ order_id: id, attempts: 0, next_attempt_at: at })
          .execute();
        if (eventId !== undefined) await rememberEvent(trx, eventId, at);
        return true;
      }),

    expire: (id) => takeStep(db, id, 'expire'),

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
