import { type Kysely, sql } from 'kysely';
import type { OrderEvent } from '#domain/book/trail.ts';
import { sumPence } from '#domain/money.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import {
  AT_COUNTER,
  isGivenAtCounter,
  isReturned,
  refundablePayments,
} from '#domain/orders/reversal.ts';
import { splitRefund } from '#domain/orders/split-refund.ts';
import type { Pence } from '#domain/pence.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type { PaymentObstacle } from '#server/stripe/checkout-sessions.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import { giveAtCounter } from './at-counter.ts';
import { cancelBooked, endOpenPayments } from './cancel.ts';
import { raiseIncident, raiseUnreadable } from './incidents.ts';
import { paymentsOf, wasPaidSince } from './ledger.ts';
import { lockOrder } from './lock-order.ts';
import { readReversals, syncReversals } from './reversals.ts';
import { readOrder, readOrders } from './rows.ts';
import { actorOf, eventsSince, recordEvent } from './trail.ts';

/** A refund that staff ask for. */
export interface RefundRequest {
  /** A UUID of the form. */
  id: string;
  orderId: OrderId;
  amount: Pence;
  /** Of the order as the screen showed it, so that a stale one pays nothing back. */
  version: number;
  /** The person's id. */
  by: string;
  /** Cancels the order in the same transaction, or does neither. */
  cancels?: boolean;
}

/** What changes how much of an order is refunded, or is to be. */
export const REFUND_EVENTS: OrderEvent['kind'][] = [
  'refund-requested',
  'refund-refused',
  'reversed',
  'put-back',
  'rest-kept',
  'uncancelled',
];

/**
 * `stale`: something has been refunded, or is ordered again, since the screen was shown; also refunded by this form with
 * another amount.
 * `paid`: other payments have come than it showed. `too-much`: more than what is left of the payments. If it also
 * cancels: `cancelled-before` and `collected`.
 */
export type RefundRejection =
  | 'stale'
  | 'too-much'
  | 'unknown'
  | 'cancelled-before'
  | 'collected'
  | PaymentObstacle;

/** A refund that staff have asked for: of one payment. */
export interface Refund {
  /** The form's UUID, and a number if it pays back several payments: the idempotency key of the call. */
  id: string;
  orderId: OrderId;
  /** The checkout of the payment. */
  payment: string;
  amount: Pence;
  /** As `Reversal.state`. */
  state: string;
  reason: string | null;
}

/**
 * `given`: all of it at the counter. `waiting`: the provider cannot be reached for some of it; a job asks it again.
 * `refused`: it will not make some of it. `atCounter`: what of it was given back there.
 */
export type RefundResult =
  | { ok: true; is: 'made' | 'waiting' | 'given'; atCounter?: Pence }
  | { ok: false; reason: RefundRejection | 'no-payment' }
  | { ok: false; reason: 'refused'; code: string; moved?: Pence };

/**
 * Pays back a part of what was paid for an order, or all of it, and cancels it if that is asked for. The newest payment goes
 * back first, each the way it was made: by the provider, or at the counter. All is stored before the provider is called with
 * the refunds' ids as idempotency keys: a crash in between is finished by `finishRefunds`, and a refund that the provider
 * refuses leaves the order cancelled. Idempotent for an id.
 */
export async function refundOrder(shop: Shop, request: RefundRequest): Promise<RefundResult> {
  const order = await readOrder(shop.db, request.orderId);
  if (!order) return { ok: false, reason: 'unknown' };
  if (order.paid === 0) return { ok: false, reason: 'no-payment' };
  const obstacle = request.cancels ? await endOpenPayments(shop, order) : undefined;
  // A form that is sent again has cancelled the order already.
  if (obstacle && (await readParts(shop.db, request)).length === 0) {
    return { ok: false, reason: obstacle };
  }
  const stored = await requestRefund(shop, request);
  step('refunds.request end', order.id);
  if (typeof stored === 'string') return { ok: false, reason: stored };
  const { refunds, atCounter } = stored;
  if (atCounter > 0) {
    shop.log.info({ orderId: order.id, amount: atCounter }, 'money given back at the counter');
  }
  const results: SentRefund[] = [];
  for (const refund of refunds) results.push(await sendRefund(shop, refund, order));
  return resultOf(request.amount, results, atCounter);
}

function resultOf(amount: Pence, results: SentRefund[], atCounter: Pence): RefundResult {
  const refused = results.find((result) => result.is === 'refused');
  if (refused) {
    const lost = sumPence(results.flatMap((each) => (each.is === 'refused' ? each.amount : [])));
    const moved = amount - lost;
    return { ok: false, reason: 'refused', code: refused.code, ...(moved > 0 && { moved }) };
  }
  if (results.length === 0) return { ok: true, is: 'given' };
  const isWaiting = results.some((result) => result.is === 'waiting');
  return { ok: true, is: isWaiting ? 'waiting' : 'made', ...(atCounter > 0 && { atCounter }) };
}

/**
 * Stores a refund before the payment provider is called, so that it is neither lost nor made twice; what goes back at the
 * counter is done then.
 * @returns the refunds of this form, also if it was sent before.
 */
export function requestRefund(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  request: RefundRequest,
): Promise<{ refunds: Refund[]; atCounter: Pence } | RefundRejection> {
  const { id, orderId, amount, version, by, cancels } = request;
  const at = clock.now();
  return db.transaction().execute(async (trx) => {
    // Two refunds of an order are checked one after the other.
    const order = await lockOrder(trx, orderId)
      .select('cancelled_at')
      .where('paid', '>', 0)
      .executeTakeFirst();
    const reversals = order && (await readReversals(trx, orderId));
    if (!reversals) return 'unknown';
    const known = await readParts(trx, request);
    if (known.length > 0) {
      const given = known.filter(isGivenAtCounter);
      const isAsAsked =
        sumPence(known.map((each) => each.amount)) === amount &&
        !given.some(({ state }) => isReturned(state)) &&
        (!cancels || order.cancelled_at !== null);
      return isAsAsked ? storedRefunds(known) : 'stale';
    }
    if ((await eventsSince(trx, orderId, version, REFUND_EVENTS)).length > 0) return 'stale';
    if (await wasPaidSince(trx, orderId, version)) return 'paid';
    const payments = await paymentsOf(trx, orderId);
    const parts = splitRefund(refundablePayments(payments, reversals), amount);
    if (!parts) return 'too-much';
    if (cancels) {
      const result = await cancelBooked(trx, orderId, { actor: 'staff', personId: by });
      if (result === 'unchanged') return 'cancelled-before';
      if (result !== 'cancelled') return result;
    }
    const refunds = parts.map(({ payment, amount: part }, index): Refund => {
      const partId = index === 0 ? id : `${id}-${index + 1}`;
      return {
        id: payment.isAtCounter ? AT_COUNTER + partId : partId,
        orderId,
        payment: payment.id,
        amount: part,
        state: payment.isAtCounter ? 'succeeded' : 'requested',
        reason: null,
      };
    });
    for (const refund of refunds) {
      if (isGivenAtCounter(refund)) await giveAtCounter(trx, orderId, { ...refund, at }, by);
      else await insertRequested(trx, refund, by);
    }
    return storedRefunds(refunds);
  });
}

/** What a form has asked for: a refund of each payment. */
function readParts(
  db: Kysely<Tables>,
  { id, orderId }: Pick<RefundRequest, 'id' | 'orderId'>,
): Promise<Refund[]> {
  return db
    .selectFrom('reversals')
    .select(REQUESTED)
    .where('order_id', '=', orderId)
    .where(({ eb, or }) =>
      or(
        [id, AT_COUNTER + id].flatMap((part) => [
          eb('id', '=', part),
          eb('id', 'like', `${part}-%`),
        ]),
      ),
    )
    .orderBy('id')
    .execute();
}

function storedRefunds(parts: Refund[]) {
  return {
    refunds: parts.filter((part) => !isGivenAtCounter(part)),
    atCounter: sumPence(parts.filter(isGivenAtCounter).map(({ amount }) => amount)),
  };
}

async function insertRequested(
  trx: Kysely<Tables>,
  { id, orderId, payment, amount, state }: Refund,
  by: string,
): Promise<void> {
  await trx
    .insertInto('reversals')
    .values({
      order_id: orderId,
      id,
      kind: 'refund',
      payment,
      amount,
      state,
      is_pending: 1,
      at: dbTime(trx),
    })
    .execute();
  const facts = { refund: id, amount };
  await recordEvent(trx, [orderId], { kind: 'refund-requested', ...actorOf(by), facts });
}

/**
 * Asks the payment provider again for refunds that it has not answered. Another server may ask for the same at once: their
 * ids are idempotency keys.
 */
export async function finishRefunds(shop: Shop): Promise<void> {
  const requested = await requestedRefunds(shop);
  const orders = await readOrders(
    shop.db,
    requested.map(({ orderId }) => orderId),
  );
  for (const refund of requested) {
    const order = orders.find(({ id }) => id === refund.orderId);
    if (!order) await raiseUnreadable(shop, refund.orderId);
    else await sendRefund(shop, refund, order);
  }
}

/** Oldest first. */
export function requestedRefunds({ db }: Pick<Shop, 'db'>): Promise<Refund[]> {
  return (
    db
      .selectFrom('reversals')
      .select(REQUESTED)
      // Literal, because SQLite does not use the partial index for a bound value.
      .where('state', '=', sql.lit('requested'))
      .orderBy('at')
      .execute()
  );
}

const REQUESTED = ['order_id as orderId', 'id', 'payment', 'amount', 'state', 'reason'] as const;

function updateRequested(db: Kysely<Tables>, { orderId, id }: Refund) {
  return db
    .updateTable('reversals')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('state', '=', 'requested');
}

/** What the provider has answered to one refund. */
type SentRefund = { is: 'made' | 'waiting' } | { is: 'refused'; code: string; amount: Pence };

async function sendRefund(shop: Shop, refund: Refund, order: Order): Promise<SentRefund> {
  const { db, payments, log } = shop;
  const { id, payment, amount, state } = refund;
  if (state === 'refused') return { is: 'refused', code: refund.reason ?? '', amount };
  if (state !== 'requested') return { is: 'made' };
  try {
    const providerId = await payments.refund({ ...order, checkoutId: payment }, { id, amount });
    step('refunds.accepted start', order.id);
    // What becomes of it is read from the provider.
    await updateRequested(db, refund)
      .set({ state: 'pending', provider_id: providerId, reason: null })
      .execute();
    log.info({ orderId: order.id, refund: providerId, amount }, 'refund accepted');
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    if (error.reason === 'refused') return recordRejection(shop, refund, error.code);
    await updateRequested(db, refund).set({ reason: error.code }).execute();
    log.error({ orderId: order.id, amount, code: error.code }, 'refund not made yet');
    return { is: 'waiting' };
  }
  try {
    await syncReversals(shop, order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    // The provider's own event leads here again.
    log.warn({ orderId: order.id, code: error.code }, 'refunds were not read again');
  }
  return { is: 'made' };
}

async function recordRejection(shop: Shop, refund: Refund, code: string): Promise<SentRefund> {
  const { id, orderId, amount } = refund;
  // First, because a rejected refund is not asked for again.
  await raiseIncident(shop, {
    kind: 'refund-failed',
    subject: id,
    orderId,
    facts: { amount, reason: code },
  });
  await shop.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await updateRequested(trx, refund)
      .set({ state: 'refused', reason: code })
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const facts = { refund: id, amount, reason: code };
    await recordEvent(trx, [orderId], { kind: 'refund-refused', actor: 'stripe', facts });
  });
  return { is: 'refused', code, amount };
}
