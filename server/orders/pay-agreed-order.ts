import { plusSeconds } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import {
  isBooked,
  isFunded,
  type Order,
  type OrderId,
  type PublicOrder,
  publicView,
} from '#domain/orders/order.ts';
import type { Ports } from '#server/ports.ts';
import { BASE32 } from '#server/staff/secrets.ts';
import { type ChangedAllergens, changedAllergens } from './current-allergens.ts';
import { type Checkout, PaymentsUnavailable } from './payment-ports.ts';
import { openFresh } from './place-order.ts';
import {
  CHECKOUT_SECONDS,
  endCheckout,
  hasCheckout,
  mayBePaid,
  type PaymentSyncPorts,
  SHORTEST_CHECKOUT_SECONDS,
  type SyncedPayment,
  syncPaymentStatus,
  syncUnstored,
} from './sync-payment-status.ts';

export type PayingPorts = PaymentSyncPorts & Pick<Ports, 'secrets'>;
type OpeningPorts = PayingPorts & Pick<Ports, 'content'>;

/** Of 32 characters: 130 bits. */
const TOKEN_LENGTH = 26;
const TOKEN = new RegExp(`^[${BASE32}]{${TOKEN_LENGTH}}$`);
/** How often another request may open or end the checkout meanwhile. */
const MOST_RACES = 5;

/**
 * Makes a link with which anyone can pay an agreed order. Only its hash is stored, so that each link is a new
 * one; earlier ones stay valid, except that of the same copy of an e-mail.
 * @returns the token of the link; undefined for an order that cannot be paid.
 */
export async function makePayLink(
  { orders, secrets }: Pick<Ports, 'orders' | 'secrets'>,
  orderId: OrderId,
  made: { by: string } | { sentAs: string },
): Promise<string | undefined> {
  const token = secrets.characters(BASE32, TOKEN_LENGTH);
  return (await orders.addPayLink(orderId, secrets.hash(token), made)) ? token : undefined;
}

/** Reads the order of a pay link, and changes nothing: scanners of e-mails open links. */
export async function orderToPay(
  ports: Pick<Ports, 'orders' | 'secrets'>,
  token: string,
): Promise<PublicOrder | undefined> {
  const order = await findByToken(ports, token);
  return order && publicView(order);
}

async function findByToken({ orders, secrets }: Pick<Ports, 'orders' | 'secrets'>, token: string) {
  const typed = token.toUpperCase();
  return TOKEN.test(typed) ? orders.findByPayLink(secrets.hash(typed)) : undefined;
}

export type OpenPaymentResult =
  | { ok: true; checkoutUrl: string }
  | { ok: false; reason: 'changed'; changed: ChangedAllergens[] }
  | { ok: false; reason: 'unknown' | 'paid' | 'processing' | 'ended' | 'unavailable' };

/**
 * Opens a checkout of an agreed order, or resumes the one that is open: at any time at most one can be paid. A
 * checkout ends within the hour, the link does not.
 */
export async function openPayment(ports: OpeningPorts, token: string): Promise<OpenPaymentResult> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const order = await findByToken(ports, token);
    if (!order) return { ok: false, reason: 'unknown' };
    const result = await openFor(ports, order);
    if (result) return result;
  }
  return { ok: false, reason: 'unavailable' };
}

/** @returns undefined when the order has changed meanwhile. */
async function openFor(ports: OpeningPorts, order: Order): Promise<OpenPaymentResult | undefined> {
  if (isFunded(order.state)) return { ok: false, reason: 'paid' };
  if (!isBooked(order)) return { ok: false, reason: 'ended' };
  try {
    const { state, checkout } = await syncPayment(ports, order);
    if (isFunded(state)) return { ok: false, reason: 'paid' };
    if (checkout?.status === 'processing') return { ok: false, reason: 'processing' };
    const changed = await changedAllergens(ports, order.items);
    if (changed.length > 0) {
      const obstacle = await endPayment(ports, order);
      if (obstacle === 'unchanged') return { ok: false, reason: 'paid' };
      return obstacle ? { ok: false, reason: obstacle } : { ok: false, reason: 'changed', changed };
    }
    if (checkout?.status === 'open') return { ok: true, checkoutUrl: checkout.url };
    const payBy = plusSeconds(ports.clock.now(), CHECKOUT_SECONDS);
    if (await ports.orders.reopen(order.id, payBy)) {
      return await pay(ports, { ...order, payBy, checkoutId: null });
    }
    const current = await ports.orders.find(order.id);
    if (!current || isFunded(current.state) || !isBooked(current)) return undefined;
    if (hasCheckout(current)) return stillBlocked(order, checkout);
    // Another request is opening it, or a server stopped before the checkout was stored.
    const latestOpening = plusSeconds(current.payBy, -SHORTEST_CHECKOUT_SECONDS);
    if (ports.clock.now() <= latestOpening) return await pay(ports, current);
    await endCheckout(ports, current);
    return undefined;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    const { reason, code } = error;
    ports.log.error({ orderId: order.id, reason, code }, 'the card checkout did not open');
    return { ok: false, reason: 'unavailable' };
  }
}

/** Asks for the stored checkout, and unless that may be paid, for those that an older backup does not know. */
async function syncPayment(ports: OpeningPorts, order: Order): Promise<SyncedPayment> {
  const synced = await syncPaymentStatus(ports, order);
  if (mayBePaid(synced)) return synced;
  return (await syncUnstored(ports, order, ports.payments.checkout)) ?? synced;
}

/** A checkout that is unknown or does not match may have been paid: no other is opened beside it. */
function stillBlocked(order: Order, checkout: Checkout | undefined): OpenPaymentResult | undefined {
  const isBlocked = hasCheckout(order) && ['gone', 'mismatch'].includes(checkout?.status ?? '');
  return isBlocked ? { ok: false, reason: 'unavailable' } : undefined;
}

/** @returns undefined when the order has changed meanwhile: it was paid at the counter, or cancelled. */
async function pay(ports: PayingPorts, order: Order): Promise<OpenPaymentResult | undefined> {
  const checkoutUrl = await openFresh(ports, order);
  return checkoutUrl ? { ok: true, checkoutUrl } : undefined;
}

/** `unchanged`: it had been paid before. `processing`: a delayed payment is on its way. */
type CounterResult = 'paid' | 'unchanged' | 'processing' | 'unavailable' | 'unknown';

/** Records that an agreed order is paid without the payment provider, once nobody can pay it by card. */
export async function payAtCounter(
  ports: PayingPorts,
  orderId: OrderId,
  by: string,
): Promise<CounterResult> {
  for (let races = 0; races < MOST_RACES; races += 1) {
    const order = await ports.orders.find(orderId);
    if (order && isFunded(order.state)) return 'unchanged';
    if (!order || !isBooked(order)) return 'unknown';
    const obstacle = await endPayment(ports, order);
    if (obstacle) return obstacle;
    const entry: LedgerEntry = {
      kind: 'cash',
      id: ports.secrets.id(),
      paymentId: null,
      amount: order.total,
      at: ports.clock.now(),
      isEstimate: false,
    };
    if (await ports.orders.payAtCounter(orderId, entry, by)) {
      ports.log.info({ orderId }, 'order paid at the counter');
      return 'paid';
    }
  }
  return 'unavailable';
}

/**
 * Ends what could still be paid of an agreed order by card. A checkout that the provider does not know (`gone`)
 * may be open in another account: the caller's statement finds the order only if none is stored as open.
 * @returns what keeps it from being paid in another way, or from being cancelled.
 */
export async function endPayment(
  ports: PaymentSyncPorts,
  order: Order,
): Promise<'unchanged' | 'processing' | 'unavailable' | undefined> {
  try {
    const ended = await endCheckout(ports, order);
    if (isFunded(ended.state)) return 'unchanged';
    if (ended.checkout?.status === 'processing') return 'processing';
    return mayBePaid(ended) ? 'unavailable' : undefined;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    const { reason, code } = error;
    ports.log.warn({ orderId: order.id, reason, code }, 'a checkout could not be ended');
    return 'unavailable';
  }
}

/** Takes back that an order was paid at the counter. @returns false if it was not. */
export function unpayAtCounter(
  { orders, clock }: Pick<Ports, 'orders' | 'clock'>,
  orderId: OrderId,
  by: string,
): Promise<boolean> {
  return orders.unpayAtCounter(orderId, by, clock.now());
}
