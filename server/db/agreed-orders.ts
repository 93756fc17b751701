import { type Kysely, sql } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import { agreedStates, refundedAmount } from '#domain/orders/order.ts';
import { enter } from '#server/orders/ledger.ts';
import type { Orders } from '#server/orders/order-ports.ts';
import { lockReversals } from '#server/orders/reversals.ts';
import { changeOrders, recordEvent } from '#server/orders/trail.ts';
import { dbTime } from './db-time.ts';
import { readOrder } from './order-rows.ts';
import { applyTransition } from './order-statements.ts';
import type { Tables } from './tables.ts';

type AgreedOrders = Pick<
  Orders,
  'addPayLink' | 'findByPayLink' | 'reopen' | 'payAtCounter' | 'unpayAtCounter'
>;

/**
 * The part of `orders` about paying those that were agreed on the phone. A checkout is opened, and money taken at the
 * counter, by a statement that finds the order `agreed`, so that only one of them succeeds.
 */
export function createAgreedOrders(db: Kysely<Tables>): AgreedOrders {
  return {
    addPayLink: (id, hash, { by, sentAs = null }) =>
      db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: added } = await trx
          .insertInto('pay_links')
          .columns(['hash', 'order_id', 'made_at', 'sent_as'])
          .expression((eb) =>
            eb
              .selectFrom('orders')
              .select([sql.val(hash).as('hash'), 'id', dbTime(trx).as('at')])
              .select(sql.val(sentAs).as('sent_as'))
              .where('id', '=', id)
              .where('state', 'in', agreedStates)
              .where('cancelled_at', 'is', null)
              .where('anonymised_at', 'is', null),
          )
          .onConflict((sent) => sent.columns(['order_id', 'sent_as']).doUpdateSet({ hash }))
          .executeTakeFirstOrThrow();
        if (added !== 1n) return false;
        const made: NewEvent = { kind: 'pay-link-made', actor: 'staff', facts: {} };
        if (by !== undefined) await recordEvent(trx, [id], { ...made, personId: by });
        return true;
      }),

    async findByPayLink(hash) {
      const link = await db
        .selectFrom('pay_links')
        .select('order_id')
        .where('hash', '=', hash)
        .executeTakeFirst();
      return link && readOrder(db, 'id', link.order_id);
    },

    async reopen(id, payBy) {
      const [changed] = await changeOrders(
        db,
        (query) =>
          applyTransition(query, id, 'openCheckout', { payment: 'none' })
            .set({ checkout_id: null, pay_by: payBy, check_at: '', checks: 0 })
            .where('cancelled_at', 'is', null),
        { kind: 'checkout-opened', actor: 'customer', facts: {} },
      );
      return changed !== undefined;
    },

    payAtCounter: (id, entry, by) =>
      db.transaction().execute(async (trx) => {
        const { amount } = entry;
        const [changed] = await changeOrders(
          trx,
          (query) =>
            applyTransition(query, id, 'payAtCounter', { payment: 'none' })
              // Its checkouts have ended: nothing of it is at the payment provider.
              .set({ checkout_id: null })
              .where('cancelled_at', 'is', null),
          { kind: 'counter-paid', actor: 'staff', personId: by, facts: { amount } },
        );
        if (changed === undefined) return false;
        await enter(trx, id, [entry]);
        return true;
      }),

    unpayAtCounter: (id, by, at) =>
      db.transaction().execute(async (trx) => {
        const reversals = await lockReversals(trx, id);
        if (!reversals || refundedAmount(reversals) > 0) return false;
        const cash = await trx
          .selectFrom('ledger as cash')
          .select(['id', 'amount'])
          .where('order_id', '=', id)
          .where('kind', '=', 'cash')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('ledger as undone')
                  .select('undone.id')
                  .whereRef('undone.order_id', '=', 'cash.order_id')
                  .whereRef('undone.id', '=', 'cash.id')
                  .where('undone.kind', '=', 'cash-undone'),
              ),
            ),
          )
          .executeTakeFirst();
        if (!cash) return false;
        const { amount } = cash;
        const [changed] = await changeOrders(
          trx,
          (query) => applyTransition(query, id, 'unpayAtCounter'),
          { kind: 'counter-unpaid', actor: 'staff', personId: by, facts: { amount } },
        );
        if (changed === undefined) return false;
        const entry = { kind: 'cash-undone' as const, id: cash.id, paymentId: null, amount, at };
        await enter(trx, id, [{ ...entry, isEstimate: false }]);
        return true;
      }),
  };
}
