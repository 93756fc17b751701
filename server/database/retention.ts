import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { transitions } from '#domain/orders/order.ts';
import type { Orders } from '#domain/orders/order-ports.ts';
import type { Tables } from './tables.ts';

/** The orders whose notification waits: it could not say any more who collects the cake. */
const stillNeeded = transitions.deliver.from;

/** A paid order's notification waits too, once it is rearmed: its e-mail names the customer. */
function nothingWaits({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'orders'>) {
  return not(
    exists(
      selectFrom('outbox')
        .select('order_id')
        .whereRef('order_id', '=', 'orders.id')
        .where('delivered_at', 'is', null),
    ),
  );
}

type Retention = Pick<Orders, 'withPersonalData' | 'dueForAnonymising' | 'anonymise'>;

/** What `orders` can tell and do about the people behind them. */
export function createRetention(db: Kysely<Tables>): Retention {
  const named = db.selectFrom('orders').where('anonymised_at', 'is', null);
  return {
    async withPersonalData(limit, after) {
      let page = named
        .select(['id', 'placed_at as placedAt', 'email'])
        .orderBy('placed_at')
        .orderBy('id')
        .limit(limit);
      if (after) {
        page = page.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('placed_at', 'id'), '>', tuple(after.placedAt, after.id)),
        );
      }
      return page.execute();
    },

    async dueForAnonymising(day, limit) {
      const rows = await named
        .select('id')
        .where('state', 'not in', stillNeeded)
        .where(nothingWaits)
        // Nothing is collected before it was ordered: younger orders need not be looked into. Without
        // it each look would go through all orders with a name, and on SQLite everybody would wait.
        .where('placed_at', '<', day)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('order_items')
                .select('order_id')
                .whereRef('order_id', '=', 'orders.id')
                .where('day', '>=', day),
            ),
          ),
        )
        .orderBy('placed_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    async anonymise(id, at) {
      const done = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('orders')
          .set({ name: '', email: '', phone: '', anonymised_at: at })
          .where('id', '=', id)
          .where('anonymised_at', 'is', null)
          // Asked here, or money that comes this very moment would find nobody to bake for.
          .where('state', 'not in', stillNeeded)
          .where(nothingWaits)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await trx
          .updateTable('order_items')
          .set({ message: '' })
          .where('order_id', '=', id)
          .execute();
        // What a mail service said of a letter may name whom it was about.
        await trx
          .updateTable('outbox')
          .set({ last_error: null })
          .where('order_id', '=', id)
          .execute();
        return true;
      });
      // SQLite works in this very thread, and there may be thousands of orders to go through: whoever
      // else is at the shop has a turn after each.
      await turnOfOthers();
      return done;
    },
  };
}
