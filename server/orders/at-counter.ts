import type { Kysely } from 'kysely';
import type { Instant } from '#domain/clock.ts';
import {
  dueNow,
  isBooked,
  isFunded,
  leftToPay,
  type Order,
  type OrderId,
} from '#domain/orders/order.ts';
import {
  isGivenAtCounter,
  isReturned,
  type Reversal,
  refundedAmount,
} from '#domain/orders/reversal.ts';
import type { Pence } from '#domain/pence.ts';
import type { Tables } from '#server/db/tables.ts';
import { restEmails } from '#server/emails/kinds.ts';
import { deleteUntried, isQueued, planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { endPayment } from './checkout.ts';
import { enter, paymentsOf } from './ledger.ts';
import { applyTransition } from './lock-order.ts';
import { repeatRaced } from './races.ts';
import { lockReversals, notifyOfRefunds, readReversals, recordReversals } from './reversals.ts';
import { readOrder } from './rows.ts';
import { changeOrders } from './trail.ts';

// Cash of orders that were taken on the phone: paid and given back at the counter, and both corrected.

/** What the screen showed, whose button was pressed. */
interface ShownToPay {
  /** Of the button: the deposit, or all that was left. */
  amount: Pence;
  /** A rest can be as much as the deposit, which has been paid meanwhile. */
  left: Pence;
}

/**
 * `unchanged`: it had been paid before. `stale`: something else is to pay than the screen showed. `processing`: a delayed
 * payment is on its way.
 */
type CounterResult = 'paid' | 'unchanged' | 'stale' | 'processing' | 'unavailable' | 'unknown';

/**
 * Records that a phone order is paid without the payment provider, once nobody can pay it by card.
 * @param shown default: all that is left.
 */
export async function payAtCounter(
  shop: Shop,
  orderId: OrderId,
  by: string,
  shown?: ShownToPay,
): Promise<CounterResult> {
  const result = await repeatRaced(async (): Promise<CounterResult | undefined> => {
    const order = await readOrder(shop.db, orderId);
    if (order && isFunded(order.state)) return 'unchanged';
    if (!order || !isBooked(order)) return 'unknown';
    const left = leftToPay(order);
    const { amount, left: before } = shown ?? { amount: left, left };
    if (before !== left || (amount !== left && amount !== dueNow(order))) return 'stale';
    const obstacle = await endPayment(shop, order);
    // Perhaps only a part of it.
    if (obstacle === 'paid') return undefined;
    if (obstacle) return obstacle;
    const cash = { amount, by, at: shop.clock.now() };
    const isTaken = await shop.db.transaction().execute((trx) => takeCash(trx, order, cash));
    if (!isTaken) return undefined;
    shop.log.info({ orderId }, 'order paid at the counter');
    return 'paid';
  });
  return result ?? 'unavailable';
}

interface Cash {
  amount: Pence;
  /** The person's id. */
  by: string;
  at: Instant;
}

/**
 * Enters money that was taken for an order of which no checkout can be paid.
 * @returns false, and writes nothing, when it may have a checkout that can be paid, is not `agreed`, or something was paid,
 * added or taken off meanwhile.
 */
export async function takeCash(
  trx: Kysely<Tables>,
  { id, total, paid: before, surplus, restBy }: Order,
  { amount, by, at }: Cash,
): Promise<boolean> {
  const payment = secrets.id();
  const paid = before + amount;
  const isPart = leftToPay({ total, paid, surplus }) > 0;
  const [changed] = await changeOrders(
    trx,
    (query) =>
      applyTransition(query, id, isPart ? 'payPart' : 'payAtCounter', { payment: 'none', paid })
        // Its checkouts have ended.
        .set({ checkout_id: null })
        .where('state', '=', 'agreed')
        .where('paid', '=', before)
        .where('total', '=', total)
        .where('cancelled_at', 'is', null),
    {
      kind: 'counter-paid',
      actor: 'staff',
      personId: by,
      facts: { amount, payment, ...(isPart && { isPart }) },
    },
  );
  if (changed === undefined) return false;
  await enter(trx, id, [{ kind: 'cash', id: payment, paymentId: null, amount, at }]);
  await confirmInstead(trx, id);
  if (isPart) await planEmails(trx, id, restEmails(restBy, at));
  return true;
}

/** The customer who was not e-mailed that the order is to pay is e-mailed that it is paid, once that cannot be undone. */
async function confirmInstead(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  const { numDeletedRows: unsent } = await trx
    .deleteFrom('emails')
    .where('about', '=', orderId)
    .where('kind', '=', 'agreed')
    .where(isQueued)
    .executeTakeFirstOrThrow();
  if (unsent === 0n) return;
  await planEmails(trx, orderId, [{ kind: 'confirmation', isUndoable: true }]);
}

/** Takes `confirmInstead` back. */
async function askInstead(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  const { numDeletedRows: unsent } = await deleteUntried(trx, orderId)
    .where('kind', '=', 'confirmation')
    // One that was made due again was tried before.
    .where('revision', '=', 0)
    .executeTakeFirstOrThrow();
  if (unsent > 0n) await planEmails(trx, orderId, [{ kind: 'agreed' }]);
}

/**
 * Takes back that an order was paid at the counter: it is `agreed`, and that amount is to pay again.
 * @param payment of the event. Default: the last payment.
 * @returns false, and writes nothing, when it was not paid so, something of it was given back or is to be, or the customer
 * may be paying the rest by card.
 */
export function unpayAtCounter(
  { db, clock }: Shop,
  orderId: OrderId,
  by: string,
  payment?: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const reversals = await lockReversals(trx, orderId);
    if (!reversals) return false;
    const payments = await paymentsOf(trx, orderId);
    const cash = payments.find(
      ({ id, isAtCounter }) => isAtCounter && (payment === undefined || id === payment),
    );
    if (!cash) return false;
    const { id, amount } = cash;
    if (refundedAmount(reversals.filter((each) => each.payment === id)) > 0) return false;
    const [changed] = await changeOrders(
      trx,
      (query) =>
        applyTransition(query, orderId, 'unpayAtCounter')
          // What a checkout has paid stays in the ledger.
          .set(({ eb }) => ({ paid: eb('paid', '-', amount), checkout_id: null }))
          .where('surplus', '=', 0),
      { kind: 'counter-unpaid', actor: 'staff', personId: by, facts: { amount, payment: id } },
    );
    if (changed === undefined) return false;
    const undone = { id, paymentId: null, amount, at: clock.now() };
    await enter(trx, orderId, [{ kind: 'cash-undone', ...undone }]);
    if (payments.length === 1) await askInstead(trx, orderId);
    return true;
  });
}

/** Records money given back at the counter, in the transaction of the refund that it is a part of. */
export async function giveAtCounter(
  trx: Kysely<Tables>,
  orderId: OrderId,
  { id, payment, amount, at }: Pick<Reversal, 'id' | 'payment' | 'amount' | 'at'>,
  by: string,
): Promise<void> {
  const known = (await readReversals(trx, orderId)) ?? [];
  const reversal: Reversal = { id, kind: 'refund', payment, amount, state: 'succeeded', at };
  await trx
    .insertInto('reversals')
    .values({ ...reversal, order_id: orderId, is_pending: 0 })
    .execute();
  await enter(trx, orderId, [{ kind: 'cash-refund', id, paymentId: null, amount, at }]);
  const stored = [...known, reversal];
  await recordReversals(trx, orderId, stored, { actor: 'staff', personId: by });
  await notifyOfRefunds(trx, orderId, { known, stored }, true);
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
    const undone = { id: reversalId, paymentId: null, amount: given.amount, at };
    await enter(trx, orderId, [{ kind: 'cash-refund-undone', ...undone }]);
    const reversals = known.map((each) => (each === given ? { ...each, state: 'canceled' } : each));
    await recordReversals(trx, orderId, reversals, { actor: 'staff', personId: by });
    return 'taken-back' as const;
  });
  if (result === 'taken-back') log.info({ orderId }, 'counter refund taken back');
  return result;
}
