import { setImmediate } from 'node:timers/promises';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { transitions } from '#domain/orders/order.ts';
import type { Orders } from '#server/orders/order-ports.ts';
import { changeOrders } from '#server/orders/trail.ts';
import type { Tables } from './tables.ts';

/** Orders in these states have a pending notification, which names the customer. */
const statesWithNotification = transitions.deliver.from;

/** Requeueing a paid order's notification makes it pending again. */
function hasNoPendingEmail({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'orders'>) {
  return not(
    exists(
      selectFrom('emails')
        .select('order_id')
        .whereRef('order_id', '=', 'orders.id')
        .where('recipient', '=', 'cafe')
        .where('sent_at', 'is', null)
        .where('dropped_at', 'is', null),
    ),
  );
}

type Retention = Pick<Orders, 'withPersonalData' | 'dueForAnonymising' | 'anonymise'>;

/** The part of `orders` that finds and removes personal data. */
export function createRetention(db: Kysely<Tables>): Retention {
  const named = db.selectFrom('orders').where('anonymised_at', 'is', null);
  return {
    async withPersonalData(limit, after) {
      let page = named
        .select(['id', 'placed_at as placedAt', 'email', 'phone'])
        .select('payment_email as paymentEmail')
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
        .where('state', 'not in', statesWithNotification)
        .where(hasNoPendingEmail)
        // Orders placed later cannot have been collected. The index on this column keeps the query short.
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
        const [changed] = await changeOrders(
          trx,
          (query) =>
            query
              .updateTable('orders')
              .set({
                name: '',
                email: '',
                phone: '',
                payment_email: null,
                collector: null,
                search: null,
                anonymised_at: at,
              })
              .where('id', '=', id)
              .where('anonymised_at', 'is', null)
              // In the same statement: a payment may arrive at this moment.
              .where('state', 'not in', statesWithNotification)
              .where(hasNoPendingEmail)
              .returning('id'),
          { kind: 'anonymised', actor: 'shop', facts: {} },
        );
        if (changed === undefined) return false;
        await trx
          .updateTable('order_items')
          .set({ message: '' })
          .where('order_id', '=', id)
          .execute();
        await trx
          .deleteFrom('emails')
          .where('order_id', '=', id)
          .where('recipient', '=', 'customer')
          .execute();
        await trx.deleteFrom('pay_links').where('order_id', '=', id).execute();
        await trx.deleteFrom('text_changes').where('order_id', '=', id).execute();
        // The mail service's error may contain the address.
        await trx
          .updateTable('emails')
          .set({ last_error: null })
          .where('order_id', '=', id)
          .execute();
        return true;
      });
      // SQLite is synchronous and there may be thousands of orders: let other requests run after each.
      await setImmediate();
      return done;
    },
  };
}
