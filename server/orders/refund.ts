import { type Kysely, sql } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { sumPence } from '#domain/money.ts';
import {
  disputedAmount,
  fundedStates,
  hasPayment,
  isDisputePending,
  isPaidAtCounter,
  type OrderId,
  refundableAmount,
  refundedOrAwaited,
} from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { dbTime, isDue } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type { OrderWithCheckout } from '#server/stripe/checkout-sessions.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { PaidWith } from '#server/stripe/reversals.ts';
import { refundAtCounter } from './at-counter.ts';
import type { BookedOrder } from './book-rows.ts';
import { hasCheckout } from './pay.ts';
import { raiseProblem, raiseUnreadable } from './problems.ts';
import {
  cancelWithRefund,
  REFUND_EVENTS,
  type RefundRejection,
  type RefundRequest,
  readReversals,
  syncReversals,
} from './reversals.ts';
import { lockOrder, readOrder, readOrders } from './rows.ts';
import { eventsSince, recordEvent } from './trail.ts';

/** Longer than the calls for one refund take. Then another server tries it, if this one has not recorded an answer. */
const LEASE_SECONDS = 120;
const RETRY_SECONDS = 30;
/** Of one round; the next one follows. */
const MOST = 20;

/** Longer than any lease or pause: a refund due later was scheduled by a wrong clock. */
const LONGEST_WAIT_SECONDS = 10 * 60;

/** A refund that staff have asked for. */
export interface Refund {
  /** A UUID of the form that asked for it: the idempotency key of the call. */
  id: string;
  orderId: OrderId;
  amount: Pence;
  /** As `Reversal.state`. */
  state: string;
  reason: string | null;
}

/**
 * `given`: at the counter, where the order was paid. `waiting`: the provider cannot be reached; a job asks it
 * again. `refused`: it will not make this refund.
 */
export type RefundResult =
  | { ok: true; is: 'made' | 'waiting' | 'given' }
  | { ok: false; reason: RefundRejection | 'no-payment' }
  | { ok: false; reason: 'refused'; code: string };

/**
 * Pays back a part of an order, or all of it, and cancels it if that is asked for. Both are stored before the provider
 * is called with the refund's id as the idempotency key: a crash in between is finished by `finishRefunds`, and a refund
 * that the provider refuses leaves the order cancelled. Idempotent for an id.
 */
export async function refundOrder(shop: Shop, request: RefundRequest): Promise<RefundResult> {
  const order = await readOrder(shop.db, request.orderId);
  if (!order) return { ok: false, reason: 'unknown' };
  if (isPaidAtCounter(order)) {
    const given = await refundAtCounter(shop, request);
    if (given !== 'given') return { ok: false, reason: given };
    shop.log.info({ orderId: order.id, amount: request.amount }, 'money given back at the counter');
    return { ok: true, is: 'given' };
  }
  if (!hasCheckout(order)) return { ok: false, reason: 'no-payment' };
  const refund = await requestRefund(shop.db, request);
  step('refunds.request end', order.id);
  if (typeof refund === 'string') return { ok: false, reason: refund };
  return sendRefund(shop, refund, order);
}

/**
 * Stores a refund before the payment provider is called, so that it is neither lost nor made twice.
 * @returns the refund of this form, also if it was sent before.
 */
export function requestRefund(
  db: Kysely<Tables>,
  request: RefundRequest,
): Promise<Refund | RefundRejection> {
  const { id, orderId, amount, version, by, cancels } = request;
  return db.transaction().execute(async (trx) => {
    // Two refunds of an order are checked one after the other.
    const order = await lockOrder(trx, orderId)
      .select(['total', 'cancelled_at'])
      .where('state', 'in', fundedStates)
      .executeTakeFirst();
    const reversals = order && (await readReversals(trx, orderId));
    if (!reversals) return 'unknown';
    const known = await trx
      .selectFrom('reversals')
      .select(REQUESTED)
      .where('order_id', '=', orderId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (known) {
      const isAsAsked = known.amount === amount && (!cancels || order.cancelled_at !== null);
      return isAsAsked ? known : 'stale';
    }
    if ((await eventsSince(trx, orderId, version, REFUND_EVENTS)).length > 0) return 'stale';
    if (amount > refundableAmount({ total: order.total, reversals })) return 'too-much';
    const notCancelled = await cancelWithRefund(trx, request);
    if (notCancelled) return notCancelled;
    const row = { order_id: orderId, id, kind: 'refund', amount, state: 'requested' };
    await trx
      .insertInto('reversals')
      .values({
        ...row,
        is_pending: 1,
        at: dbTime(trx),
        next_attempt_at: dbTime(trx, LEASE_SECONDS),
      })
      .execute();
    const facts = { refund: id, amount };
    const event: NewEvent = { kind: 'refund-requested', actor: 'staff', personId: by, facts };
    await recordEvent(trx, [orderId], event);
    return { id, orderId, amount, state: 'requested', reason: null };
  });
}

/** Asks the payment provider again for refunds that it has not answered. */
export async function finishRefunds(shop: Shop): Promise<void> {
  const claimed = await claimRefunds(shop, MOST);
  const orders = await readOrders(
    shop.db,
    claimed.map(({ orderId }) => orderId),
  );
  for (const refund of claimed) {
    const order = orders.find(({ id }) => id === refund.orderId);
    if (!order) await raiseUnreadable(shop, refund.orderId);
    else if (hasCheckout(order)) await sendRefund(shop, refund, order);
  }
}

/** Leases the refunds without an answer that have been due longest. */
export function claimRefunds({ db }: Pick<Shop, 'db'>, most: number): Promise<Refund[]> {
  return db
    .with('due', (query) =>
      query
        .selectFrom('reversals')
        .select(['order_id', 'id'])
        // Literal, because SQLite does not use the partial index for a bound value.
        .where('state', '=', sql.lit('requested'))
        .where((eb) => isDue(db, eb, 'next_attempt_at', LONGEST_WAIT_SECONDS))
        .orderBy('next_attempt_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('reversals')
    .set({ next_attempt_at: dbTime(db, LEASE_SECONDS) })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('order_id', 'id'),
        'in',
        selectFrom('due').select(['order_id', 'id']).$asTuple('order_id', 'id'),
      ),
    )
    .returning(REQUESTED)
    .execute();
}

const REQUESTED = ['order_id as orderId', 'id', 'amount', 'state', 'reason'] as const;

function updateRequested(db: Kysely<Tables>, { orderId, id }: Refund) {
  return db
    .updateTable('reversals')
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .where('state', '=', 'requested');
}

async function sendRefund(
  shop: Shop,
  refund: Refund,
  order: OrderWithCheckout,
): Promise<RefundResult> {
  const { db, payments, log } = shop;
  const { id, amount, state } = refund;
  if (state === 'refused') return { ok: false, reason: 'refused', code: refund.reason ?? '' };
  if (state !== 'requested') return { ok: true, is: 'made' };
  try {
    const providerId = await payments.refund(order, { id, amount });
    step('refunds.accepted start', order.id);
    // What becomes of it is read from the provider.
    await updateRequested(db, refund)
      .set({ state: 'pending', provider_id: providerId, reason: null })
      .execute();
    log.info({ orderId: order.id, refund: providerId, amount }, 'refund accepted');
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    if (error.reason === 'refused') return recordRejection(shop, refund, error.code);
    await updateRequested(db, refund)
      .set({ next_attempt_at: dbTime(db, RETRY_SECONDS), reason: error.code })
      .execute();
    log.error({ orderId: order.id, amount, code: error.code }, 'refund not made yet');
    return { ok: true, is: 'waiting' };
  }
  try {
    await syncReversals(shop, order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    // The provider's own event leads here again.
    log.warn({ orderId: order.id, code: error.code }, 'refunds were not read again');
  }
  return { ok: true, is: 'made' };
}

async function recordRejection(shop: Shop, refund: Refund, code: string): Promise<RefundResult> {
  const { id, orderId, amount } = refund;
  // First, because a rejected refund is not asked for again.
  await raiseProblem(shop, {
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
  return { ok: false, reason: 'refused', code };
}

/** What staff may pay back of an order. */
export interface RefundTerms {
  total: Pence;
  /** Paid back, or asked for. */
  refunded: Pence;
  /** What the customer's bank has taken back in a dispute. */
  disputed: Pence;
  /** In a dispute nothing of which has left the balance yet. */
  isDisputePending: boolean;
  /** The most that can be paid back. */
  most: Pence;
  /** What the cafe's terms promise, in all. */
  promised: Pence;
  /** The part of it that is not paid back; the owner decides. */
  suggested: Pence;
  /** Paid at the counter, and given back there. */
  isAtCounter: boolean;
}

export interface RefundOffer extends RefundTerms {
  /** Undefined if the provider cannot be asked. */
  paidWith: PaidWith | undefined;
}

type ToRefund = Pick<BookedOrder, 'order' | 'collections' | 'total' | 'cancelledAt'>;

/** @returns undefined when there is no payment to pay back. */
export async function refundOffer(shop: Shop, booked: ToRefund): Promise<RefundOffer | undefined> {
  const terms = refundTerms(shop, booked);
  const { order } = booked;
  if (!terms || !order) return undefined;
  const isAtProvider = terms.most > 0 && hasCheckout(order);
  return { ...terms, paidWith: isAtProvider ? await paidWith(shop, order) : undefined };
}

/** `refundOffer` without asking the provider. */
export function refundTerms(
  { clock }: Pick<Shop, 'clock'>,
  booked: ToRefund,
): RefundTerms | undefined {
  const { order } = booked;
  if (!order || !hasPayment(order)) return undefined;
  const refunded = refundedOrAwaited(order.reversals);
  const most = refundableAmount(order);
  const promised = refundByTerms(booked, clock.now());
  return {
    total: order.total,
    refunded,
    disputed: disputedAmount(order.reversals),
    isDisputePending: isDisputePending(order.reversals),
    most,
    promised,
    suggested: Math.min(most, Math.max(0, promised - refunded)),
    isAtCounter: isPaidAtCounter(order),
  };
}

async function paidWith(
  { payments, log }: Shop,
  order: OrderWithCheckout,
): Promise<PaidWith | undefined> {
  try {
    return await payments.paidWith(order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ orderId: order.id, code: error.code }, 'the payment could not be read');
  }
}

/**
 * What the cafe's terms promise to a customer who cancels (cafe/words/terms.ts): the price of what has
 * not been begun, now or when the order was cancelled. That is to make, and for a later day.
 */
export function refundByTerms(
  { collections, total, cancelledAt }: Pick<BookedOrder, 'collections' | 'total' | 'cancelledAt'>,
  now: Instant,
): Pence {
  const today = londonDay(cancelledAt ?? now);
  const begun = collections.filter(
    ({ fulfilment, day }) => fulfilment !== 'to-make' || day <= today,
  );
  return total - sumPence(begun.flatMap(({ items }) => items.map(({ price }) => price)));
}
