import type { Kysely } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import { NOT_SENT_IF_CANCELLED } from '#domain/emails/email-kinds.ts';
import { isUnpaidPhoneOrder, type Order, type OrderId } from '#domain/orders/order.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { deleteUntried, planEmails, requeue } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import type { PaymentObstacle } from '#server/stripe/checkout-sessions.ts';
import { endAddition, readAddition } from './additions.ts';
import { reopenCancelRequest } from './cancel-request.ts';
import { endPayment } from './checkout.ts';
import { keepDays, lockDaysOf } from './days.ts';
import { wasPaidSince } from './ledger.ts';
import { lockBookedOrder } from './lock-order.ts';
import { readFulfilments } from './ready.ts';
import { readOrders } from './rows.ts';
import { actorOf, recordEvent } from './trail.ts';

interface Cancellation {
  orderId: OrderId;
  /** The person's id. */
  by: string;
}

interface CancellationOnScreen extends Cancellation {
  /** Of the order as the screen showed it. Default: as it is. */
  version?: number;
}

/**
 * `unknown`: the order is neither paid nor agreed, or has no personal data any more. `unavailable`: it may be paid
 * just now; `processing`: a delayed payment is on its way; `paid`: other payments have come than the screen showed.
 * `collected`: at least one of its days is.
 */
type CancelResult = 'cancelled' | 'unchanged' | 'unknown' | 'collected' | PaymentObstacle;

/** `notified`: the customer has had the e-mail, so that it is too late. */
type UncancelResult = 'uncancelled' | 'unchanged' | 'unknown' | 'notified';

/**
 * Cancels an order in the book without collected items: it leaves the lists of what to make, its days are free, its
 * reminders are not sent, and the customer gets an e-mail unless it is taken back in time. No money moves: `refundOrder`
 * cancels and refunds in one step. Idempotent.
 */
export async function cancelOrder(
  shop: Shop,
  { orderId, by, version }: CancellationOnScreen,
): Promise<CancelResult> {
  // One that cannot be read can be cancelled too.
  const [order] = await readOrders(shop.db, [orderId]);
  const obstacle = order && (await endOpenPayments(shop, order));
  if (obstacle) return obstacle;
  const result = await shop.db
    .transaction()
    .execute((trx) => cancelBooked(trx, orderId, { actor: 'staff', personId: by }, version));
  if (result === 'cancelled') shop.log.info({ orderId }, 'order cancelled');
  return result;
}

/** Ends what could still be paid of an order, and of what its customer adds to it. @returns what keeps it from that. */
export async function endOpenPayments(
  shop: Shop,
  order: Order,
): Promise<PaymentObstacle | undefined> {
  const obstacle = isUnpaidPhoneOrder(order.state) ? await endPayment(shop, order) : undefined;
  return obstacle ?? (await endAddition(shop, order));
}

/** `cancelOrder` as a part of another transaction: that of the refund with which it is cancelled. */
export async function cancelBooked(
  trx: Kysely<Tables>,
  orderId: OrderId,
  by: Pick<NewEvent, 'actor' | 'personId'>,
  version?: number,
): Promise<Exclude<CancelResult, 'processing'>> {
  const order = await lockBookedOrder(trx, orderId);
  if (!order) return 'unknown';
  // It stays so, whatever has come since.
  if (order.cancelled_at !== null) return 'unchanged';
  if (version !== undefined && (await wasPaidSince(trx, orderId, version))) return 'paid';
  if (order.state === 'paying') return 'unavailable';
  if (by.actor === 'staff' && (await readAddition(trx, orderId))) return 'unavailable';
  const fulfilments = await readFulfilments(trx, orderId);
  if ([...fulfilments.values()].includes('collected')) return 'collected';

  await trx
    .updateTable('orders')
    .set({ cancelled_at: dbTime(trx) })
    .where('id', '=', orderId)
    .execute();
  await recordEvent(trx, [orderId], { ...by, kind: 'cancelled', facts: {} });
  await planEmails(trx, orderId, [{ kind: 'cancelled', isUndoable: true }]);
  return 'cancelled';
}

/**
 * Takes a cancellation back while the customer does not know of it, with the e-mails that it kept from being sent,
 * opens the customer's request to cancel again, and books the order's days, whether there is room or not. Idempotent.
 */
export async function uncancelOrder(
  shop: Shop,
  { orderId, by }: Cancellation,
): Promise<UncancelResult> {
  const result = await shop.db.transaction().execute(async (trx): Promise<UncancelResult> => {
    const days = await lockDaysOf(trx, orderId, shop.clock.now());
    const order = await lockBookedOrder(trx, orderId);
    if (!order) return 'unknown';
    if (order.cancelled_at === null) return 'unchanged';
    const { numDeletedRows: takenBack } = await deleteUntried(trx, orderId)
      .where('kind', '=', 'cancelled')
      // One that was made due again was tried before.
      .where('revision', '=', 0)
      .executeTakeFirstOrThrow();
    if (takenBack === 0n && order.email !== '') return 'notified';
    // Of an address that was removed: the next cancellation may have another to write to.
    await trx
      .deleteFrom('emails')
      .where('about', '=', orderId)
      .where('kind', '=', 'cancelled')
      .execute();

    await trx.updateTable('orders').set({ cancelled_at: null }).where('id', '=', orderId).execute();
    await requeue(trx, orderId)
      .where('dropped_at', 'is not', null)
      .where('last_error', '=', NOT_SENT_IF_CANCELLED)
      .execute();
    await recordEvent(trx, [orderId], { kind: 'uncancelled', ...actorOf(by), facts: {} });
    await reopenCancelRequest(trx, orderId);
    await keepDays(trx, orderId, days);
    return 'uncancelled';
  });
  if (result === 'uncancelled') shop.log.info({ orderId }, 'cancellation taken back');
  return result;
}
