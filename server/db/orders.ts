import { type Kysely, type QueryCreator, sql } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import {
  OrderState,
  openStates,
  publicState,
  type Transition,
  transitions,
} from '#domain/orders/order.ts';
import { keepDays, lockDaysOf } from '#server/orders/days.ts';
import type { Orders } from '#server/orders/order-ports.ts';
import { type Change, changeOrders } from '#server/orders/trail.ts';
import { addOrder, agreeOrder } from './add-order.ts';
import { createAgreedOrders } from './agreed-orders.ts';
import { fundOrder } from './fund-order.ts';
import { readOrder, readOrders } from './order-rows.ts';
import { applyTransition, transitioned } from './order-statements.ts';
import type { Tables } from './tables.ts';

export function createOrders(db: Kysely<Tables>): Orders {
  return {
    find: (id) => readOrder(db, 'id', id),

    findByCheckout: (checkoutId) => readOrder(db, 'checkout_id', checkoutId),

    async knownCheckouts(checkoutIds) {
      if (checkoutIds.length === 0) return [];
      const rows = await db
        .selectFrom('orders')
        .select('checkout_id')
        .where('checkout_id', 'in', checkoutIds)
        .execute();
      return rows.flatMap(({ checkout_id }) => checkout_id ?? []);
    },

    async states(ids) {
      // PostgreSQL rejects an empty list.
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'state'])
        .where('id', 'in', ids)
        .execute();
      return new Map(rows.map((row) => [row.id, publicState(OrderState.parse(row.state))]));
    },

    add: (order, replaces, hold) => addOrder(db, order, replaces, hold),

    agree: (order, agreed) => db.transaction().execute((trx) => agreeOrder(trx, order, agreed)),

    async attachCheckout(id, checkoutId) {
      const { numUpdatedRows } = await db
        .updateTable('orders')
        .set({ checkout_id: checkoutId })
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .where((row) =>
          row.or([row('checkout_id', 'is', null), row('checkout_id', '=', checkoutId)]),
        )
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async adoptCheckout(id, checkoutId) {
      const [adopted] = await changeOrders(
        db,
        (query) =>
          query
            .updateTable('orders')
            .set({ checkout_id: checkoutId, state: transitioned('openCheckout') })
            .where('id', '=', id)
            .where('state', 'in', transitions.fund.from)
            .where(({ and, eb, or }) =>
              or([
                eb('checkout_id', 'is', null),
                and([
                  eb('state', 'in', transitions.openCheckout.from),
                  eb('checkout_id', '!=', checkoutId),
                ]),
              ]),
            )
            .returning('id'),
        { kind: 'checkout-found', actor: 'stripe', facts: { checkout: checkoutId } },
      );
      if (adopted !== undefined) return true;
      const known = await db
        .selectFrom('orders')
        .select('id')
        .where('id', '=', id)
        .where('checkout_id', '=', checkoutId)
        .where('state', 'in', transitions.fund.from)
        .executeTakeFirst();
      return known !== undefined;
    },

    findAll: async (ids) => (await readOrders(db, 'id', ids)).orders,

    fund: (...funded) => fundOrder(db, ...funded),

    async expire(id, payment = 'none', checkoutId) {
      const end = (query: QueryCreator<Tables>, transition: Transition) =>
        applyTransition(query, id, transition, { payment }).$if(checkoutId !== undefined, (order) =>
          order.where('checkout_id', '=', checkoutId ?? ''),
        );
      return endCheckout(db, end, { kind: 'expired', actor: 'stripe', facts: { payment } });
    },

    async expireUnopened(id, payBy) {
      const end = (query: QueryCreator<Tables>, transition: Transition) =>
        applyTransition(query, id, transition)
          .where('checkout_id', 'is', null)
          .$if(payBy !== undefined, (order) => order.where('pay_by', '=', payBy ?? ''));
      return endCheckout(db, end, { kind: 'expired-unopened', actor: 'shop', facts: {} });
    },

    async markProcessing(id, checkoutId, now) {
      const mark = (trx: Kysely<Tables>) =>
        changeOrders(
          trx,
          (query) =>
            query
              .updateTable('orders')
              .set({
                state: transitioned('unexpire', 'openCheckout'),
                payment: 'processing',
                caller: null,
              })
              .where('id', '=', id)
              .where('checkout_id', '=', checkoutId)
              .where(({ and, eb, or }) =>
                or([
                  and([eb('state', 'in', openStates), eb('payment', '!=', 'processing')]),
                  // A bank that has refused does not pay later: that answer was read before.
                  and([eb('state', 'in', ENDED), eb('payment', '!=', 'failed')]),
                ]),
              )
              .returning('id'),
          { kind: 'processing', actor: 'stripe', facts: {} },
        );
      if (now === undefined) return void (await mark(db));
      await db.transaction().execute(async (trx) => {
        const days = await lockDaysOf(trx, id, now);
        if ((await mark(trx)).length > 0) await keepDays(trx, id, days);
      });
    },

    async dueForCheck({ now, before, furthest, limit }) {
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'checks'])
        // As in the partial index: SQLite does not use it for bound values.
        .where(sql<boolean>`state in ('placed', 'paying')`)
        .where((row) => row.or([row('placed_at', '<', before), row('placed_at', '>', now)]))
        .where((row) => row.or([row('check_at', '<', now), row('check_at', '>', furthest)]))
        .orderBy('check_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows;
    },

    async scheduleCheck(id, at, checks) {
      await db
        .updateTable('orders')
        .set({ check_at: at, checks })
        .where('id', '=', id)
        .where('state', 'in', openStates)
        .execute();
    },

    ...createAgreedOrders(db),
  };
}

/** Whose checkout had ended here. */
const ENDED = [...transitions.unexpire.from, ...transitions.openCheckout.from];

/** Expires an order from the website; one that was agreed on the phone is `agreed` again. */
async function endCheckout(
  db: Kysely<Tables>,
  end: (query: QueryCreator<Tables>, transition: Transition) => ReturnType<Change<'orders'>>,
  event: NewEvent,
): Promise<boolean> {
  const [expired] = await changeOrders(db, (query) => end(query, 'expire'), event);
  if (expired !== undefined) return true;
  const [ended] = await changeOrders(db, (query) => end(query, 'endCheckout'), event);
  return ended !== undefined;
}
