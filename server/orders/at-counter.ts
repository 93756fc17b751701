import type { Kysely } from 'kysely';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import {
  AT_COUNTER,
  isBooked,
  isFunded,
  isGivenAtCounter,
  isReturned,
  type Order,
  type OrderId,
  type Reversal,
  refundedAmount,
} from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { endPayment } from './checkout.ts';
import { enter } from './ledger.ts';
import {
  cancelWithRefund,
  lockReversals,
  notifyOfRefunds,
  REFUND_EVENTS,
  type RefundRejection,
  type RefundRequest,
  recordReversals,
} from './reversals.ts';
import { applyTransition, readOrder } from './rows.ts';
import { changeOrders, eventsSince } from './trail.ts';

// Cash of orders that were taken on the phone: paid and given back at the counter, and both corrected.

/** How often another request may open or end the checkout meanwhile. */
const MOST_RACES = 5;

/** `unchanged`: it had been paid before. `processing`: a delayed payment is on its way. */
type CounterResult = 'paid' | 'unchanged' | 'processing' | 'unavailable' | 'unknown';

/** Records that a phone order is paid without the payment provider, once nobody can pay it by card. */
export async function payAtCounter(
  shop: Shop,
  orderId: OrderId,
  by: string,
): Promise<CounterResult> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const order = await readOrder(shop.db, orderId);
    if (order && isFunded(order.state)) return 'unchanged';
    if (!order || !isBooked(order)) return 'unknown';
    const obstacle = await endPayment(shop, order);
    if (obstacle) return obstacle === 'paid' ? 'unchanged' : obstacle;
    if (await takeCash(shop, order, by)) {
      shop.log.info({ orderId }, 'order paid at the counter');
      return 'paid';
    }
  }
  return 'unavailable';
}

/** @returns false, and writes nothing, when it may have a checkout that can be paid, or is not `agreed`. */
function takeCash({ db, clock }: Shop, { id, total }: Order, by: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const [changed] = await changeOrders(
      trx,
      (query) =>
        applyTransition(query, id, 'payAtCounter', { payment: 'none' })
          // Its checkouts have ended: nothing of it is at the payment provider.
          .set({ checkout_id: null })
          .where('cancelled_at', 'is', null),
      { kind: 'counter-paid', actor: 'staff', personId: by, facts: { amount: total } },
    );
    if (changed === undefined) return false;
    const cash = { kind: 'cash', id: secrets.id(), paymentId: null, amount: total } as const;
    await enter(trx, id, [{ ...cash, at: clock.now() }]);
    return true;
  });
}

/**
 * Takes back that an order was paid at the counter: it is `agreed` again.
 * @returns false, and writes nothing, when it was not paid so or something was given back.
 */
export function unpayAtCounter(
  { db, clock }: Shop,
  orderId: OrderId,
  by: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const reversals = await lockReversals(trx, orderId);
    if (!reversals || refundedAmount(reversals) > 0) return false;
    const cash = await trx
      .selectFrom('ledger as cash')
      .select(['id', 'amount'])
      .where('order_id', '=', orderId)
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
    const { id, amount } = cash;
    const [changed] = await changeOrders(
      trx,
      (query) => applyTransition(query, orderId, 'unpayAtCounter'),
      { kind: 'counter-unpaid', actor: 'staff', personId: by, facts: { amount } },
    );
    if (changed === undefined) return false;
    const undone: LedgerEntry = {
      kind: 'cash-undone',
      id,
      paymentId: null,
      amount,
      at: clock.now(),
    };
    await enter(trx, orderId, [undone]);
    return true;
  });
}

/** Records money given back at the counter, for an order that was paid there. Idempotent for an id. */
export function refundAtCounter(
  { db, clock }: Shop,
  request: RefundRequest,
): Promise<'given' | RefundRejection> {
  const { id, orderId, amount, version, by, cancels } = request;
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    const known = await lockReversals(trx, orderId);
    const order = await trx
      .selectFrom('orders')
      .select(['total', 'cancelled_at'])
      .where('id', '=', orderId)
      .where('state', '=', 'paid')
      .where('checkout_id', 'is', null)
      .executeTakeFirst();
    if (!order || !known) return 'unknown';
    const given: Reversal = { id: AT_COUNTER + id, kind: 'refund', amount, state: 'succeeded', at };
    const earlier = known.find((each) => each.id === given.id);
    if (earlier) {
      const isAsAsked = earlier.amount === amount && (!cancels || order.cancelled_at !== null);
      return isAsAsked && !isReturned(earlier.state) ? 'given' : 'stale';
    }
    if ((await eventsSince(trx, orderId, version, REFUND_EVENTS)).length > 0) return 'stale';
    if (amount > order.total - refundedAmount(known)) return 'too-much';
    const notCancelled = await cancelWithRefund(trx, request);
    if (notCancelled) return notCancelled;
    await trx
      .insertInto('reversals')
      .values({ ...given, order_id: orderId, is_pending: 0 })
      .execute();
    await enterAtCounter(trx, orderId, 'cash-refund', given, at);
    const stored = [...known, given];
    await recordReversals(trx, orderId, stored, { actor: 'staff', personId: by });
    const undoneUntil = plusSeconds(at, UNDO_SECONDS);
    await notifyOfRefunds(trx, orderId, { known, stored }, undoneUntil);
    return 'given';
  });
}

interface CounterRefund {
  orderId: OrderId;
  reversalId: string;
  /** The person's id. */
  by: string;
}

/**
 * Corrects what was written down by mistake: no money was given back at the counter. Idempotent.
 * @returns `unchanged` when it was taken back before, `unknown` when it was never recorded.
 */
export async function takeBackCounterRefund(
  { db, clock, log }: Shop,
  { orderId, reversalId, by }: CounterRefund,
): Promise<'taken-back' | 'unchanged' | 'unknown'> {
  const at = clock.now();
  const result = await db.transaction().execute(async (trx) => {
    const known = await lockReversals(trx, orderId);
    const given = known?.find(({ id }) => id === reversalId);
    if (!known || !given || !isGivenAtCounter(given)) return 'unknown' as const;
    if (isReturned(given.state)) return 'unchanged' as const;
    await trx
      .updateTable('reversals')
      .set({ state: 'canceled' })
      .where('order_id', '=', orderId)
      .where('id', '=', reversalId)
      .execute();
    await enterAtCounter(trx, orderId, 'cash-refund-undone', given, at);
    const reversals = known.map((each) => (each === given ? { ...each, state: 'canceled' } : each));
    await recordReversals(trx, orderId, reversals, { actor: 'staff', personId: by });
    return 'taken-back' as const;
  });
  if (result === 'taken-back') log.info({ orderId }, 'counter refund taken back');
  return result;
}

async function enterAtCounter(
  trx: Kysely<Tables>,
  orderId: OrderId,
  kind: 'cash-refund' | 'cash-refund-undone',
  { id, amount }: Reversal,
  at: Instant,
): Promise<void> {
  const entry: LedgerEntry = { kind, id, paymentId: null, amount, at };
  await enter(trx, orderId, [entry]);
}
