import { londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import { otherEmail } from '#domain/orders/email-address.ts';
import {
  awaitsPayment,
  canTransition,
  collectionDays,
  dueNow,
  ending,
  isUnpaidPhoneOrder,
  leftToPay,
  type Order,
  type OrderId,
  type OrderState,
  opening,
  openStates,
  type PaymentStatus,
  stateAfter,
  transitions,
  wasBooked,
} from '#domain/orders/order.ts';
import { type PlannedEmail, plannedEmails, restEmails } from '#server/emails/kinds.ts';
import { planEmails, requeueOfPayment } from '#server/emails/queue.ts';
import { acceptRequest } from '#server/requests/ordered.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import type { Checkout, OrderWithCheckout } from '#server/stripe/checkout-sessions.ts';
import { syncAddition, UNKNOWN_FOR_SECONDS } from './additions.ts';
import { keepDays, lockDaysOf } from './days.ts';
import { logIncident, type NewIncident, raiseIncident, storeIncident } from './incidents.ts';
import { enter, isEntered } from './ledger.ts';
import { applyTransition, lockOrder, transitioned } from './lock-order.ts';
import { readOrder, updateSearchTexts } from './rows.ts';
import { changeOrders, recordEvent } from './trail.ts';

export interface SyncedPayment {
  state: OrderState;
  /** The checkout's status, if the payment provider was asked. */
  checkout?: Checkout;
}

/**
 * Updates an unpaid order from the payment provider's status of the order's own checkout, and what is added to an order
 * from that of its checkout. Every payment signal leads here: webhook, thank-you page, reconciliation, repeated
 * placing. None of them is proof by itself.
 * @throws {PaymentsUnavailable} when the provider cannot be asked.
 */
export async function syncPaymentStatus(shop: Shop, order: Order): Promise<SyncedPayment> {
  if (wasBooked(order.state)) await syncAddition(shop, order);
  if (!canTransition('fund', order.state)) return { state: order.state };
  if (hasCheckout(order)) return applyCheckout(shop, order, await shop.payments.checkout(order));
  // Without a checkout the order cannot have been paid.
  const isOver =
    order.state !== 'expired' && shop.clock.now() > order.payBy && (await expireOrder(shop, order));
  return { state: isOver ? stateAfter(order.state, ending) : order.state };
}

export async function applyCheckout(
  shop: Shop,
  order: OrderWithCheckout,
  checkout: Checkout,
): Promise<SyncedPayment> {
  const { id, checkoutId } = order;
  switch (checkout.status) {
    case 'paid':
      return { state: await fund(shop, order, checkout), checkout };
    case 'expired':
    case 'failed':
      await expireOrder(shop, order, checkout.status === 'failed' ? 'failed' : 'none');
      return { state: stateAfter(order.state, ending), checkout };
    case 'processing':
      await markProcessing(shop, order, shop.clock.now());
      return { state: order.state, checkout };
    case 'mismatch':
      await raiseIncident(shop, {
        kind: 'payment-mismatch',
        subject: checkoutId,
        orderId: id,
        facts: { checkout: checkoutId, ...checkout.facts },
      });
      return { state: order.state, checkout };
    case 'gone':
      return { state: await endUnknown(shop, order), checkout };
    case 'open':
      return { state: order.state, checkout };
  }
}

async function endUnknown(shop: Shop, order: OrderWithCheckout): Promise<OrderState> {
  const { id, checkoutId } = order;
  await raiseIncident(shop, {
    kind: 'payment-unsettled',
    subject: checkoutId,
    orderId: id,
    facts: { checkout: checkoutId, reason: 'unknown-checkout' },
  });
  if (shop.clock.now() <= plusSeconds(order.payBy, UNKNOWN_FOR_SECONDS)) return order.state;
  await expireOrder(shop, order, 'unknown');
  return stateAfter(order.state, ending);
}

/** Of several concurrent signals the first funds the order; the others change nothing. @returns its state. */
async function fund(
  shop: Shop,
  order: OrderWithCheckout,
  { charge, email }: Extract<Checkout, { status: 'paid' }>,
): Promise<OrderState> {
  const now = shop.clock.now();
  const incident = incidentOf(order, now);
  const funded = await fundOrder(shop, order.id, {
    customerEmails: plannedEmails(order, now),
    charge,
    now,
    incident,
    paymentEmail: otherEmail(order, email),
  });
  if (funded) {
    if (incident) logIncident(shop.log, incident);
    shop.log.info({ orderId: order.id }, 'order funded');
  }
  return (await readOrder(shop.db, order.id))?.state ?? 'funded';
}

/** What the owner has to know of an order's payment. */
function incidentOf(order: OrderWithCheckout, now: Instant): NewIncident | undefined {
  const { id, state, checkoutId, replacedBy } = order;
  const about = { subject: checkoutId, orderId: id };
  if (replacedBy) {
    // The customer may have paid for both orders.
    const facts = { checkout: checkoutId, reason: 'replaced', by: replacedBy };
    return { kind: 'payment-mismatch', ...about, facts };
  }
  if (state !== 'expired' && !isTooLate(order, now)) return undefined;
  return { kind: 'late-payment', ...about, facts: { checkout: checkoutId } };
}

/** A payment that took days may come when the cake should be there already. */
function isTooLate({ state, payment, items }: Order, now: Instant): boolean {
  const [first] = collectionDays(items);
  const wasMadeAnyway = isUnpaidPhoneOrder(state);
  return (
    payment === 'processing' && !wasMadeAnyway && first !== undefined && first <= londonDay(now)
  );
}

interface Funding {
  customerEmails?: PlannedEmail[];
  charge?: LedgerEntry;
  /** Our clock: the order keeps its days from now on, whether there is room or not. */
  now?: Instant;
  /** What the owner has to know of this payment: no later signal would raise it. */
  incident?: NewIncident | undefined;
  paymentEmail?: string | undefined;
}

/**
 * Records that money has come: the charge is entered in the ledger, the cafe's notification is put into the outbox, and the
 * customer's e-mails are planned; all or nothing. With the last of it the order becomes funded; before, it is `agreed`
 * again, to pay the rest.
 * @returns false, and writes nothing, when the order's state does not allow it (`transitions.fund`), the charge has been
 * entered before, or the order waits for another amount.
 */
export async function fundOrder(
  { db }: Pick<Shop, 'db'>,
  id: OrderId,
  { customerEmails = [], charge, now, incident, paymentEmail }: Funding = {},
): Promise<boolean> {
  step('orders.fund start', id);
  const isFunded = await db.transaction().execute(async (trx) => {
    const days = now === undefined ? undefined : await lockDaysOf(trx, id, now);
    const order = await lockOrder(trx, id)
      .select(['total', 'paid', 'surplus', 'deposit', 'rest_by as restBy'])
      .select(['anonymised_at', 'state', 'request_id'])
      .where('state', 'in', transitions.fund.from)
      .executeTakeFirst();
    if (!order || (charge && (await isEntered(trx, id, charge.id)))) return false;
    const amount = charge?.amount ?? dueNow(order);
    if (!awaitsPayment(order, amount)) return false;
    const paid = order.paid + amount;
    const isPart = leftToPay({ ...order, paid }) > 0;
    await applyTransition(trx, id, isPart ? 'payPart' : 'fund', { payment: 'none', paid })
      // A checkout that has taken a part is over; the next one is of the rest.
      .$if(isPart, (query) => query.set({ checkout_id: null }))
      .execute();
    // Nothing would remove it from an order that was anonymised after it was read.
    if (paymentEmail !== undefined && order.anonymised_at === null) {
      await trx
        .updateTable('orders')
        .set({ payment_email: paymentEmail })
        .where('id', '=', id)
        .execute();
      await updateSearchTexts(trx, id);
    }
    if (charge) await enter(trx, id, [charge]);
    const ofRest = isPart && now !== undefined ? restEmails(order.restBy, now) : [];
    await planEmails(trx, id, [{ kind: 'cafe' }, ...customerEmails, ...ofRest]);
    // Both have what was paid before.
    if (order.paid > 0) await requeueOfPayment(trx, id);
    const facts = charge ? { checkout: charge.id, amount } : {};
    const event = { actor: 'stripe', facts } as const;
    await recordEvent(trx, [id], { ...event, kind: isPart ? 'part-paid' : 'funded' });
    if (days) await keepDays(trx, id, days);
    if (now && order.request_id !== null && !isUnpaidPhoneOrder(order.state)) {
      await acceptRequest(trx, order.request_id, { by: null, at: now });
    }
    if (incident) await storeIncident(trx, incident);
    return true;
  });
  step('orders.fund end', id);
  return isFunded;
}

/**
 * Expires an order of the website whose checkout has ended; a phone order is `agreed` again, and a quote `quoted`. It may
 * have another checkout by now, or be opening one: then nothing is written. If a bank has refused, the customer is notified.
 * @returns whether it was open.
 */
export async function expireOrder(
  { db }: Pick<Shop, 'db'>,
  { id, checkoutId, payBy }: Pick<Order, 'id' | 'checkoutId' | 'payBy'>,
  payment: PaymentStatus = 'none',
): Promise<boolean> {
  const hasBegun = checkoutId !== null;
  const state = transitioned(ending);
  const hasEnded = await db.transaction().execute(async (trx) => {
    const [ended] = await changeOrders(
      trx,
      // In one statement: a checkout that is being opened cannot be attached afterwards.
      (query) =>
        query
          .updateTable('orders')
          .set({ state, payment: hasBegun ? payment : 'none', caller: null })
          .where('id', '=', id)
          .where('state', 'in', openStates)
          .where(({ and, eb }) =>
            hasBegun
              ? eb('checkout_id', '=', checkoutId)
              : and([eb('checkout_id', 'is', null), eb('pay_by', '=', payBy)]),
          )
          .returning('id'),
      hasBegun
        ? { kind: 'expired', actor: 'stripe', facts: { payment } }
        : { kind: 'expired-unopened', actor: 'shop', facts: {} },
    );
    // The page has told the customer that the payment is on its way, and that nothing is left to do.
    if (ended !== undefined && payment === 'failed') {
      await planEmails(trx, id, [{ kind: `bank-refused ${checkoutId}` }]);
    }
    return ended !== undefined;
  });
  if (!hasBegun) step('orders.expireUnopened end', id);
  return hasEnded;
}

/**
 * Records that the customer completed the checkout of an unpaid order with a delayed payment method. The order is
 * `placed` until the payment succeeds or fails: it may have expired here in an older backup.
 * @param now our clock: the order keeps its days until the payment succeeds or fails, whether there is room or not.
 */
export async function markProcessing(
  { db }: Pick<Shop, 'db'>,
  { id, checkoutId }: Pick<OrderWithCheckout, 'id' | 'checkoutId'>,
  now: Instant,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const days = await lockDaysOf(trx, id, now);
    const [marked] = await changeOrders(
      trx,
      (query) =>
        query
          .updateTable('orders')
          .set({
            state: transitioned(opening),
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
    if (marked !== undefined) await keepDays(trx, id, days);
  });
}

/** Whose checkout had ended here. */
const ENDED = opening.flatMap((name) => transitions[name].from);

export function hasCheckout(order: Order): order is OrderWithCheckout {
  return order.checkoutId !== null;
}
