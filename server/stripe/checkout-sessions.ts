import Stripe from 'stripe';
import * as z from 'zod';
import { heldDaysText } from '#domain/capacity/capacity.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { titleInFull } from '#domain/catalogue/sizes.ts';
import type { Instant } from '#domain/clock.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import { type Addition, amountAdded, type Payable, pricesAdded } from '#domain/orders/addition.ts';
import {
  awaitsPayment,
  collectionDays,
  dueNow,
  isPaidByLink,
  type Order,
  OrderId,
} from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { createOnce } from './create-once.ts';
import { PaymentsUnavailable } from './errors.ts';
import { chargeOf, expanded, idOf, instant, POUNDS, unixTime } from './expanded.ts';
import {
  additionMetadata,
  orderMetadata,
  readAdditionMetadata,
  readOrderMetadata,
} from './order-metadata.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's API, or the practice Stripe's. */
  origin: string;
  /** The shop's public origin, to which the checkout returns. */
  shopOrigin: string;
}

/** An order, or what is added to one, whose checkout has been opened. */
export type OrderWithCheckout = Payable & { checkoutId: string };

/** The status of an order's own checkout at the payment provider. */
export type Checkout =
  | { status: 'open'; url: string }
  /** Completed with a delayed payment method. */
  | { status: 'processing' }
  /** Paid with an amount that this order waits for, in pounds, in our key's mode. */
  | { status: 'paid'; charge: LedgerEntry; email: string | undefined }
  /** Completed, but the delayed payment failed. */
  | { status: 'failed' }
  | { status: 'expired' }
  /** Paid, but amount, currency, mode or reference differ from the order. */
  | { status: 'mismatch'; facts: Record<string, string | number> }
  /** The provider does not know the checkout: it belongs to another account or mode. */
  | { status: 'gone' };

/**
 * What keeps what can be paid from being ended: it is paid, a delayed payment is on its way, or it is not certain that nothing
 * can be paid any more.
 */
export type PaymentObstacle = 'paid' | 'processing' | 'unavailable';

/** A paid checkout that was found at the payment provider rather than through an order. */
export interface PaidCheckout {
  checkoutId: string;
  amount: Pence;
  currency: string;
  /** The order that the shop opened it for; null if the shop did not open it. */
  orderId: OrderId | null;
  /** The reference in the checkout, which proves nothing. */
  reference: string | null;
  /** The order from the checkout's metadata, if it is complete and waits for the amount. */
  order: Order | undefined;
  /** Of a checkout of what was added to the order: that, if its metadata is complete and costs the amount. */
  addition: Addition | 'mismatch' | undefined;
  charge: LedgerEntry;
  /** Whether it was refunded or disputed. */
  isReversed: boolean;
}

interface OpenedCheckout {
  checkoutId: string;
  /** The order from the checkout's metadata, if it is complete. */
  order: Order | undefined;
}

const PAGE = 100;
/** Stripe's longest life of a session. */
const LONGEST_OPEN_S = 24 * 60 * 60;
/** Tells when a payment came, and whether it was refunded or disputed. */
const CHARGE = 'payment_intent.latest_charge.balance_transaction';

/** All parameters depend on the order alone, so that a retry sends the same ones. */
export async function openCheckout(stripe: Stripe, settings: StripeSettings, order: Payable) {
  const { addition } = order;
  const session = await createSession(stripe, settings, order, {
    mode: 'payment',
    line_items: isPaidByLink(order.state) ? phoneOrderLineItems(order) : lineItems(order),
    success_url: pageOf(settings, order),
    // Who pays a phone order or an addition has no basket to return to.
    cancel_url:
      addition || isPaidByLink(order.state) ? pageOf(settings, order) : `${settings.shopOrigin}/`,
    client_reference_id: order.id,
    metadata: addition ? additionMetadata(order.id, addition) : orderMetadata(order),
    payment_intent_data: { metadata: { order: order.id } },
    expires_at: unixTime(order.payBy),
    // On by default in new accounts: the customer would pay in another currency, which disputes then have.
    adaptive_pricing: { enabled: false },
    // The days of a phone order are its own, paid or not; a quote says itself whether it holds its day.
    ...(!isPaidByLink(order.state) && {
      custom_text: {
        submit: { message: heldDaysText(collectionDays(order.items), order.payBy) },
      },
    }),
  });
  if (session.amount_total !== dueNow(order) || session.currency !== POUNDS) {
    // Catalogue and Stripe disagree: never charge another amount than was shown.
    await stripe.checkout.sessions.expire(session.id);
    throw new PaymentsUnavailable('refused', 'another-amount');
  }
  if (!session.url) throw new PaymentsUnavailable('refused', `session-${session.status}`);
  return { checkoutId: session.id, url: session.url };
}

/**
 * Retries without the customer's address if Stripe rejects it: the form accepts any text (spec §5). The
 * customer then types it on Stripe's page.
 */
async function createSession(
  stripe: Stripe,
  settings: StripeSettings,
  order: Payable,
  parameters: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> {
  const { id, state, payBy, customer, addition } = order;
  const createSessionOnce = (sent: Stripe.Checkout.SessionCreateParams, key: string) =>
    createOnce({
      create: (options) => stripe.checkout.sessions.create(sent, options),
      key,
      find: () => findSession(stripe, settings, order),
      isFinal: isAboutAddress,
    });
  // One with a link has one checkout after another.
  const keyOfOrder = isPaidByLink(state) ? `order-${id}-${payBy}` : `order-${id}`;
  const key = addition ? `addition-${addition.id}` : keyOfOrder;
  if (!z.email().safeParse(customer.email).success) return createSessionOnce(parameters, key);
  const prefilled = { ...parameters, customer_email: customer.email };
  try {
    return await createSessionOnce(prefilled, key);
  } catch (error) {
    if (!isAboutAddress(error)) throw error;
    return createSessionOnce(parameters, `${key}-no-email`);
  }
}

function isAboutAddress(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'customer_email'
  );
}

/** The session that takes payments for the order until then; a phone order has several, one after another. */
async function findSession(
  stripe: Stripe,
  settings: StripeSettings,
  order: Payable,
): Promise<Stripe.Checkout.Session | undefined> {
  const expiresAt = unixTime(order.payBy);
  const url = pageOf(settings, order);
  for await (const session of sessionsOf(stripe, url, expiresAt - LONGEST_OPEN_S)) {
    const { expires_at, amount_total } = session;
    // That of the deposit may end in the same second.
    if (expires_at === expiresAt && amount_total === dueNow(order)) return session;
  }
}

/** Counts quantities by price (spec §7). An option with a price has a line of its own. */
function lineItems({ items, addition }: Payable): { price: string; quantity: number }[] {
  if (items.some(({ api }) => api === null)) throw new Error('Only a phone order has free lines.');
  const quantities = new Map<string, number>();
  for (const price of pricesAdded(addition?.lines ?? items.map((item) => ({ item })))) {
    quantities.set(price, (quantities.get(price) ?? 0) + 1);
  }
  return [...quantities].map(([price, quantity]) => ({ price, quantity }));
}

/** At the prices that were agreed, which the catalogue may have replaced since. */
function phoneOrderLineItems(order: Order) {
  const { items, total, number, paid } = order;
  const due = dueNow(order);
  if (due !== total) {
    const name = `${paid === 0 ? 'Deposit for' : 'Rest of'} order ${number}`;
    const price_data = { currency: POUNDS, unit_amount: due, product_data: { name } };
    return [{ price_data, quantity: 1 }];
  }
  return items.map((item) => ({
    price_data: {
      currency: POUNDS,
      unit_amount: item.price,
      product_data: {
        name: titleInFull(item),
        ...(item.options && { description: optionsInWords(item.options) }),
      },
    },
    quantity: 1,
  }));
}

export async function findCheckout(stripe: Stripe, order: OrderWithCheckout): Promise<Checkout> {
  const session = await retrieveSession(stripe, order.checkoutId);
  return session ? checkoutOf(stripe, order, session) : { status: 'gone' };
}

export async function expireCheckout(stripe: Stripe, order: OrderWithCheckout): Promise<Checkout> {
  try {
    const expired = await stripe.checkout.sessions.expire(order.checkoutId, { expand: [CHARGE] });
    return checkoutOf(stripe, order, expired);
  } catch (error) {
    // Stripe rejects it if the session is not open; it may have been paid meanwhile.
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return findCheckout(stripe, order);
  }
}

async function checkoutOf(
  stripe: Stripe,
  order: OrderWithCheckout,
  session: Stripe.Checkout.Session,
): Promise<Checkout> {
  if (session.payment_status === 'paid') {
    const facts = mismatch(order, session);
    if (facts) return { status: 'mismatch', facts };
    const email = session.customer_details?.email ?? undefined;
    return { status: 'paid', charge: chargeEntry(session), email };
  }
  if (session.status === 'open' && session.url) return { status: 'open', url: session.url };
  if (session.status === 'expired') return { status: 'expired' };
  return { status: (await hasFailed(stripe, session)) ? 'failed' : 'processing' };
}

/** The facts of a paid session that does not match its order. */
function mismatch(order: OrderWithCheckout, session: Stripe.Checkout.Session) {
  const wanted = [order.id, POUNDS, 'payment'];
  const { client_reference_id, amount_total, currency, mode } = session;
  const found = [client_reference_id, currency, mode];
  const isOurs = wanted.every((value, at) => value === found[at]);
  if (isOurs && awaitsPayment(order, amount_total)) return undefined;
  return { amount: amount_total ?? 0, currency: currency ?? '', mode, wanted: dueNow(order) };
}

/** Whether the delayed payment of a completed session failed, as opposed to being in progress. */
async function hasFailed(stripe: Stripe, session: Stripe.Checkout.Session): Promise<boolean> {
  const id = idOf(session.payment_intent);
  if (!id) return false;
  const { status } = expanded(session.payment_intent) ?? (await stripe.paymentIntents.retrieve(id));
  return status === 'requires_payment_method' || status === 'canceled';
}

export async function findPaidCheckout(
  stripe: Stripe,
  settings: StripeSettings,
  checkoutId: string,
): Promise<PaidCheckout | undefined> {
  const session = await retrieveSession(stripe, checkoutId);
  return session?.payment_status === 'paid' ? paidCheckout(session, settings) : undefined;
}

/** The paid checkouts, newest first. */
export async function* paidCheckouts(
  stripe: Stripe,
  settings: StripeSettings,
  since: Instant,
): AsyncGenerator<PaidCheckout> {
  for await (const session of stripe.checkout.sessions.list({
    created: { gte: unixTime(since) },
    status: 'complete',
    limit: PAGE,
    expand: [`data.${CHARGE}`],
  })) {
    if (session.payment_status === 'paid') yield paidCheckout(session, settings);
  }
}

/**
 * Finds the checkouts that the shop opened for an order since, and that are open or completed: those that
 * have expired were never paid. Completed ones come first.
 */
export async function findCheckoutsOf(
  stripe: Stripe,
  settings: StripeSettings,
  orderId: OrderId,
  since: Instant,
): Promise<OpenedCheckout[]> {
  const found = new Map<string, OpenedCheckout>();
  const url = orderPage(settings, orderId);
  for await (const { id, metadata } of sessionsOf(stripe, url, unixTime(since))) {
    found.set(id, { checkoutId: id, order: readOrderMetadata(orderId, metadata) });
  }
  return [...found.values()].reverse();
}

/**
 * The sessions with a success URL that were created since and are open or completed. Looks through all sessions, because
 * Stripe cannot search by reference, and nothing may be opened beside one that was missed: one that is completed
 * between the two lists is in both.
 */
async function* sessionsOf(
  stripe: Stripe,
  url: string,
  since: number,
): AsyncGenerator<Stripe.Checkout.Session> {
  for (const status of ['open', 'complete'] as const) {
    for await (const session of stripe.checkout.sessions.list({
      created: { gte: since },
      status,
      limit: PAGE,
    })) {
      if (session.success_url === url) yield session;
    }
  }
}

/**
 * A session is this shop's if its success URL is the page of the order that it references, or the page of what was
 * added to it. Anyone can write a reference into a payment link's URL, but only the account's keys set a success URL,
 * and another shop on the same account has another origin.
 */
function paidCheckout(session: Stripe.Checkout.Session, settings: StripeSettings): PaidCheckout {
  const { id, amount_total, currency, client_reference_id: reference } = session;
  const named = OrderId.safeParse(reference).data;
  const isAddition = named !== undefined && session.success_url === additionPage(settings, named);
  const isOrder = named !== undefined && session.success_url === orderPage(settings, named);
  const orderId = isOrder || isAddition ? named : null;
  const order = isOrder ? readOrderMetadata(named, session.metadata) : undefined;
  const charge = chargeOf(session);
  const fits = order && awaitsPayment(order, amount_total) && currency === POUNDS;
  const added = isAddition ? readAdditionMetadata(session.metadata) : undefined;
  const isPaid = added && amountAdded(added.lines) === amount_total && currency === POUNDS;
  return {
    checkoutId: id,
    amount: amount_total ?? 0,
    currency: currency ?? '',
    orderId,
    reference,
    order: fits ? order : undefined,
    addition: isAddition ? (isPaid ? added : 'mismatch') : undefined,
    charge: chargeEntry(session),
    isReversed: charge !== undefined && (charge.amount_refunded > 0 || charge.disputed),
  };
}

function pageOf(settings: StripeSettings, { id, addition }: Payable): string {
  return addition ? additionPage(settings, id) : orderPage(settings, id);
}

function orderPage({ shopOrigin }: StripeSettings, order: OrderId): string {
  return `${shopOrigin}/thank-you-page/${order}`;
}

/** Another address than the order's, so that neither of their checkouts is taken for the other. */
function additionPage(settings: StripeSettings, order: OrderId): string {
  return `${orderPage(settings, order)}?added`;
}

/** Needs a paid session with its charge and balance transaction expanded. */
function chargeEntry(session: Stripe.Checkout.Session): LedgerEntry {
  const charge = chargeOf(session);
  // Stripe may add the balance transaction of a card payment moments later.
  const moved = expanded(charge?.balance_transaction) ?? charge ?? session;
  return {
    kind: 'charge',
    id: session.id,
    paymentId: idOf(session.payment_intent) ?? null,
    amount: charge?.amount ?? session.amount_total ?? 0,
    at: instant(moved.created),
  };
}

/** Reads a session with its charge. @returns undefined if the provider does not know it. */
export async function retrieveSession(
  stripe: Stripe,
  checkoutId: string,
): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await stripe.checkout.sessions.retrieve(checkoutId, { expand: [CHARGE] });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined;
    throw error;
  }
}
