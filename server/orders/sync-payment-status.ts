import { londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import {
  canTransition,
  collectionDays,
  isAgreed,
  isFunded,
  type Order,
  type OrderState,
} from '#domain/orders/order.ts';
import { otherEmail } from '#domain/orders/reachable-email.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import type { Ports } from '#server/ports.ts';
import type { Checkout, OrderWithCheckout } from './payment-ports.ts';
import { logProblem, type NewProblem, raiseProblem } from './problems.ts';

type PaymentSignal = 'webhook' | 'asked';

export interface SyncedPayment {
  state: OrderState;
  /** The checkout's status, if the payment provider was asked. */
  checkout?: Checkout;
}

export type PaymentSyncPorts = Pick<Ports, 'db' | 'orders' | 'payments' | 'clock' | 'log'>;

/** An unknown checkout may belong to another account, which may be configured again within a day. */
const UNKNOWN_FOR_SECONDS = 24 * 60 * 60;
/**
 * How long a checkout takes payments. Short, because the lead time counts from the day of the order.
 * The provider allows no less than 30 minutes, by its own clock.
 */
export const CHECKOUT_SECONDS = 60 * 60;
export const SHORTEST_CHECKOUT_SECONDS = 31 * 60;
/** Clocks differ. */
const SEARCH_BACK_SECONDS = 2 * 60 * 60;

/**
 * Updates an unpaid order from the payment provider's status of the order's own checkout. Every payment
 * signal leads here: webhook, thank-you page, reconciliation, repeated placing. None of them is proof by
 * itself.
 * @param signal what led here, for the log.
 * @throws {PaymentsUnavailable} when the provider cannot be asked.
 */
export async function syncPaymentStatus(
  ports: PaymentSyncPorts,
  order: Order,
  signal: PaymentSignal = 'asked',
): Promise<SyncedPayment> {
  if (!canTransition('fund', order.state)) return { state: order.state };
  if (!hasCheckout(order)) return { state: await expireUnopened(ports, order) };
  return applyCheckout(ports, order, await ports.payments.checkout(order), signal);
}

/**
 * Ends every checkout that the order has or may have, so that it can be replaced, or paid in another way. Only the
 * payment provider's word or our own funding ends a checkout: a backup may be older than the payment, so an
 * order that has expired here is asked about too.
 * @returns what was found; money on its way or already there keeps the order from being replaced (`mayBePaid`).
 * @throws {PaymentsUnavailable}
 */
export async function endCheckout(ports: PaymentSyncPorts, order: Order): Promise<SyncedPayment> {
  const current = hasCheckout(order) ? order : await expireBeforeOpening(ports, order);
  if (isFunded(current.state)) return { state: current.state };
  let ended: SyncedPayment = { state: current.state };
  if (hasCheckout(current)) {
    ended = await applyCheckout(
      ports,
      current,
      await ports.payments.expireCheckout(current),
      'asked',
    );
    // Only an agreed order has one checkout after another.
    if (!isAgreed(current.state) || mayBePaid(ended)) return ended;
  }
  return (await syncUnstored(ports, current, ports.payments.expireCheckout)) ?? ended;
}

/** Another tab may be opening its checkout: either that tab finds the order expired, or the order has a checkout now. */
async function expireBeforeOpening({ orders }: PaymentSyncPorts, order: Order): Promise<Order> {
  await orders.expireUnopened(order.id, order.payBy);
  return (await orders.find(order.id)) ?? order;
}

/** Whether the order is paid, or a checkout of it may be. */
export function mayBePaid({ state, checkout }: SyncedPayment): boolean {
  return isFunded(state) || (checkout !== undefined && MAY_BE_PAID.includes(checkout.status));
}
const MAY_BE_PAID: Checkout['status'][] = ['open', 'processing', 'paid', 'mismatch'];

/**
 * Looks at the payment provider for checkouts that are not stored here, because the backup that was restored is
 * older, and stores the first that may be paid.
 * @param ask reads the status of a checkout, or ends it.
 * @returns undefined when there is none.
 * @throws {PaymentsUnavailable}
 */
export async function syncUnstored(
  ports: PaymentSyncPorts,
  order: Order,
  ask: (order: OrderWithCheckout) => Promise<Checkout>,
): Promise<SyncedPayment | undefined> {
  for (const { checkoutId } of await findCheckouts(ports, order)) {
    if (checkoutId === order.checkoutId) continue;
    const found = { ...order, checkoutId };
    const checkout = await ask(found);
    if (!mayBePaid({ state: order.state, checkout })) continue;
    if (await ports.orders.adoptCheckout(order.id, checkoutId)) {
      return applyCheckout(ports, { ...found, state: openState(order) }, checkout, 'asked');
    }
    // Another request has stored it, and perhaps funded the order.
    return { state: (await ports.orders.find(order.id))?.state ?? order.state, checkout };
  }
}

/**
 * Finds the checkouts that the shop opened for an order and that are open or completed.
 * @throws {PaymentsUnavailable}
 */
export function findCheckouts({ payments }: Pick<PaymentSyncPorts, 'payments'>, order: Order) {
  const { id, state, placedAt, payBy } = order;
  const firstOpened = isAgreed(state) ? placedAt : plusSeconds(payBy, -CHECKOUT_SECONDS);
  return payments.checkoutsOf(id, plusSeconds(firstOpened, -SEARCH_BACK_SECONDS));
}

async function applyCheckout(
  ports: PaymentSyncPorts,
  order: OrderWithCheckout,
  checkout: Checkout,
  signal: PaymentSignal,
): Promise<SyncedPayment> {
  switch (checkout.status) {
    case 'paid':
      await fund(ports, order, checkout, signal);
      return { state: 'funded', checkout };
    case 'expired':
      await ports.orders.expire(order.id, 'none', order.checkoutId);
      return { state: unpaidState(order), checkout };
    case 'failed':
      await ports.orders.expire(order.id, 'failed', order.checkoutId);
      return { state: unpaidState(order), checkout };
    case 'processing':
      await ports.orders.markProcessing(order.id, order.checkoutId, ports.clock.now());
      return { state: order.state, checkout };
    case 'mismatch':
      await raiseProblem(ports, {
        kind: 'payment-mismatch',
        subject: order.checkoutId,
        orderId: order.id,
        facts: { checkout: order.checkoutId, ...checkout.facts },
      });
      return { state: order.state, checkout };
    case 'gone':
      return { state: await endUnknown(ports, order), checkout };
    case 'open':
      return { state: order.state, checkout };
  }
}

/** The state of an unpaid order whose checkout is open. */
function openState({ state }: Order): OrderState {
  return isAgreed(state) ? 'paying' : 'placed';
}

/** The state of an order whose checkout has ended. */
function unpaidState({ state }: Order): OrderState {
  return isAgreed(state) ? 'agreed' : 'expired';
}

/** Without a checkout the order cannot have been paid. */
async function expireUnopened(
  { orders, clock }: PaymentSyncPorts,
  order: Order,
): Promise<OrderState> {
  if (order.state === 'expired' || clock.now() <= order.payBy) return order.state;
  return (await orders.expireUnopened(order.id, order.payBy)) ? unpaidState(order) : order.state;
}

async function endUnknown(ports: PaymentSyncPorts, order: OrderWithCheckout): Promise<OrderState> {
  await raiseProblem(ports, {
    kind: 'payment-unsettled',
    subject: order.checkoutId,
    orderId: order.id,
    facts: { checkout: order.checkoutId, reason: 'unknown-checkout' },
  });
  if (ports.clock.now() <= plusSeconds(order.payBy, UNKNOWN_FOR_SECONDS)) return order.state;
  await ports.orders.expire(order.id, 'unknown', order.checkoutId);
  return unpaidState(order);
}

/** Of several concurrent signals the first funds the order; the others change nothing. */
async function fund(
  ports: PaymentSyncPorts,
  order: OrderWithCheckout,
  { charge, email }: Extract<Checkout, { status: 'paid' }>,
  signal: PaymentSignal,
) {
  const { id } = order;
  const now = ports.clock.now();
  const emails = plannedEmails(order, now);
  const problem = problemOf(order, now);
  const other = otherEmail(order, email);
  if (!(await ports.orders.fund(id, emails, charge, now, problem, other))) return;
  if (problem) logProblem(ports.log, problem);
  ports.log.info({ orderId: id, signal }, 'order funded');
}

/** What the owner has to know of an order's payment. */
function problemOf(order: OrderWithCheckout, now: Instant): NewProblem | undefined {
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
  const wasMadeAnyway = isAgreed(state);
  return (
    payment === 'processing' && !wasMadeAnyway && first !== undefined && first <= londonDay(now)
  );
}

export function hasCheckout(order: Order): order is OrderWithCheckout {
  return order.checkoutId !== null;
}
