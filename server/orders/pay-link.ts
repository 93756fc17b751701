import { sql } from 'kysely';
import type { Day } from '#domain/calendar/day.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import {
  dueNow,
  isBooked,
  isFunded,
  isQuote,
  isQuoteOver,
  leftToPay,
  type Order,
  type OrderId,
  type Quote,
  quoteStates,
  unpaidPhoneStates,
  wasBooked,
} from '#domain/orders/order.ts';
import { type PublicOrder, publicView } from '#domain/orders/public-order.ts';
import { LEAST_PAYABLE, type Pence } from '#domain/pence.ts';
import { isUrlToken } from '#domain/url-token.ts';
import { dbTime } from '#server/db/db-time.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { logUnavailable } from '#server/stripe/errors.ts';
import {
  CHECKOUT_SECONDS,
  canOpen,
  endCheckout,
  endPayment,
  mayBePaid,
  openCheckout,
  syncUnstored,
} from './checkout.ts';
import { type ChangedAllergens, changedAllergens } from './current-allergens.ts';
import { applyTransition } from './lock-order.ts';
import { hasCheckout, syncPaymentStatus } from './pay.ts';
import { allowCheckout } from './quotes.ts';
import { repeatRaced } from './races.ts';
import { readOrder } from './rows.ts';
import { actorOf, changeOrders, recordEvent } from './trail.ts';

/**
 * Makes a link with which anyone can pay a phone order, or accept a quote. Only its hash is stored, so that each link
 * is a new one; earlier ones stay valid, except that of the same copy of an e-mail.
 * @param made by which person, for the trail; or for which copy of an e-mail, whose link it replaces.
 * @returns the token of the link; undefined for an order that cannot be paid.
 */
export async function makePayLink(
  { db }: Shop,
  orderId: OrderId,
  made: { by: string } | { sentAs: string },
): Promise<string | undefined> {
  const token = secrets.urlToken();
  const hash = secrets.hash(token);
  const sentAs = 'sentAs' in made ? made.sentAs : null;
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('pay_links')
      .columns(['hash', 'order_id', 'made_at', 'sent_as'])
      .expression((eb) =>
        eb
          .selectFrom('orders')
          .select([sql.val(hash).as('hash'), 'id', dbTime(trx).as('at')])
          .select(sql.val(sentAs).as('sent_as'))
          .where('id', '=', orderId)
          .where('state', 'in', [...unpaidPhoneStates, ...quoteStates])
          .where('cancelled_at', 'is', null)
          .where('anonymised_at', 'is', null),
      )
      .onConflict((sent) => sent.columns(['order_id', 'sent_as']).doUpdateSet({ hash }))
      .executeTakeFirstOrThrow();
    if (added !== 1n) return undefined;
    if ('by' in made) {
      await recordEvent(trx, [orderId], { kind: 'pay-link-made', ...actorOf(made.by), facts: {} });
    }
    return token;
  });
}

/** When the last link of an order was made, if one was; it works until the order is paid. */
export async function lastPayLink({ db }: Shop, orderId: OrderId): Promise<Instant | undefined> {
  const link = await db
    .selectFrom('pay_links')
    .select('made_at')
    .where('order_id', '=', orderId)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return link?.made_at;
}

export interface OrderToPay extends PublicOrder {
  /** Of an order that was quoted first, and is not in the book. */
  quote?: Omit<Quote, 'evenIfFull'> & { ended?: 'lapsed' | 'withdrawn' | 'replaced' | undefined };
}

/** Reads the order of a pay link, and changes nothing: scanners of e-mails open links. @param token from a URL. */
export async function orderToPay(
  shop: Pick<Shop, 'db' | 'clock'>,
  token: string,
): Promise<OrderToPay | undefined> {
  const order = await findByToken(shop, token);
  if (!order?.quote || wasBooked(order.state)) return order && publicView(order);
  const { evenIfFull: _, ...terms } = order.quote;
  const quote = { ...terms, ended: endOf(order, todayAt(shop)) };
  return { ...publicView(order), quote };
}

function endOf(order: Order, today: Day): NonNullable<OrderToPay['quote']>['ended'] {
  if (!isQuoteOver(order, today)) return undefined;
  if (order.replacedBy !== null) return 'replaced';
  return (order.quote?.validUntil ?? today) < today ? 'lapsed' : 'withdrawn';
}

/** The link of a request is that of its newest quote, too. */
async function findByToken({ db }: Pick<Shop, 'db'>, token: string): Promise<Order | undefined> {
  // A link may have been read out.
  const typed = token.toLowerCase();
  if (!isUrlToken(typed)) return undefined;
  const hash = secrets.hash(typed);
  const link = await db
    .selectFrom('pay_links')
    .select('order_id as id')
    .where('hash', '=', hash)
    .executeTakeFirst();
  const found =
    link ??
    (await db
      .selectFrom('request_links')
      .innerJoin('orders', 'orders.request_id', 'request_links.request_id')
      .innerJoin('quotes', 'quotes.order_id', 'orders.id')
      .select('orders.id')
      .where('hash', '=', hash)
      .orderBy('placed_at', 'desc')
      .limit(1)
      .executeTakeFirst());
  return found && readOrder(db, found.id);
}

/** What the page of the link has shown, whose button was pressed. */
interface ShownPayment {
  /** Of the order: the link of a request leads to its newest quote. */
  number: string;
  /** What is to pay now. */
  due: Pence;
  /** All that is. A rest can be as much as the deposit, which has been paid meanwhile. */
  left: Pence;
}

export type OpenPaymentResult =
  | { ok: true; checkoutUrl: string }
  | { ok: false; reason: 'changed'; changed: ChangedAllergens[] }
  /** Something else is to pay than was shown: a part of it was paid meanwhile. */
  | { ok: false; reason: 'other-amount' }
  /** Stripe takes no payment of so little: what is left after something was added or taken off. */
  | { ok: false; reason: 'too-little' }
  /** Of a quote: nobody can accept it any more, its day has no room any more, or the link leads to a newer one by now. */
  | { ok: false; reason: 'quote-over' | 'quote-full' | 'newer-quote' }
  | { ok: false; reason: 'unknown' | 'paid' | 'processing' | 'ended' | 'unavailable' };

/**
 * Opens a checkout of a phone order or a quote, or resumes the one that is open: at any time at most one can be paid. A
 * checkout ends within the hour, the link does not.
 * @param token from a URL.
 * @param shown default: what is to pay now, which the card page says.
 */
export async function openPayment(
  shop: Shop,
  token: string,
  shown?: ShownPayment,
): Promise<OpenPaymentResult> {
  const result = await repeatRaced(async (): Promise<OpenPaymentResult | undefined> => {
    const order = await findByToken(shop, token);
    if (!order) return { ok: false, reason: 'unknown' };
    const now = { number: order.number, due: dueNow(order), left: leftToPay(order) };
    return openFor(shop, order, shown ?? now);
  });
  return result ?? { ok: false, reason: 'unavailable' };
}

/**
 * @returns undefined when the order has changed meanwhile: it was paid at the counter, cancelled, or is no quote any
 * more.
 */
async function openFor(
  shop: Shop,
  order: Order,
  shown: ShownPayment,
): Promise<OpenPaymentResult | undefined> {
  if (shown.number !== order.number) return { ok: false, reason: 'newer-quote' };
  if (isFunded(order.state)) return { ok: false, reason: 'paid' };
  if (isQuoteOver(order, todayAt(shop))) return { ok: false, reason: 'quote-over' };
  if (!isBooked(order) && !isQuote(order.state)) return { ok: false, reason: 'ended' };
  if (shown.due !== dueNow(order) || shown.left !== leftToPay(order)) {
    return { ok: false, reason: 'other-amount' };
  }
  if (shown.due < LEAST_PAYABLE) return { ok: false, reason: 'too-little' };
  try {
    const { state, checkout } = await syncPayment(shop, order);
    if (isFunded(state)) return { ok: false, reason: 'paid' };
    // That was a part: nobody has seen yet what is left.
    if (checkout?.status === 'paid') return { ok: false, reason: 'other-amount' };
    if (checkout?.status === 'processing') return { ok: false, reason: 'processing' };
    const changed = await changedAllergens(shop, order.items);
    if (changed.length > 0) {
      const obstacle = await endPayment(shop, order);
      return obstacle ? { ok: false, reason: obstacle } : { ok: false, reason: 'changed', changed };
    }
    if (checkout?.status === 'open') return { ok: true, checkoutUrl: checkout.url };
    const payBy = plusSeconds(shop.clock.now(), CHECKOUT_SECONDS);
    const opened = isQuote(order.state)
      ? await allowCheckout(shop, order, payBy)
      : (await reopen(shop, order, payBy)) && 'allowed';
    if (opened === 'full') return { ok: false, reason: 'quote-full' };
    if (opened === 'allowed') return await pay(shop, { ...order, payBy, checkoutId: null });
    const current = await readOrder(shop.db, order.id);
    if (!current || isFunded(current.state)) return undefined;
    if (!isBooked(current) && !isQuote(current.state)) return undefined;
    // A part was paid, or something was added or taken off.
    if (current.paid !== order.paid || current.total !== order.total) return undefined;
    if (hasCheckout(current)) {
      // A checkout that is unknown or does not match may have been paid: no other is opened beside it.
      const isBlocked = hasCheckout(order) && ['gone', 'mismatch'].includes(checkout?.status ?? '');
      return isBlocked ? { ok: false, reason: 'unavailable' } : undefined;
    }
    // Another request is opening it, or a server stopped before the checkout was stored.
    if (canOpen(shop, current)) return await pay(shop, current);
    await endCheckout(shop, current);
    return undefined;
  } catch (error) {
    logUnavailable(shop, order.id, error);
    return { ok: false, reason: 'unavailable' };
  }
}

/** Asks for the stored checkout, and unless that may be paid, for those that an older backup does not know. */
async function syncPayment(shop: Shop, order: Order) {
  const synced = await syncPaymentStatus(shop, order);
  if (mayBePaid(synced)) return synced;
  return (await syncUnstored(shop, order, shop.payments.checkout)) ?? synced;
}

/**
 * Lets a phone order have another checkout, until then.
 * @returns false, and writes nothing, when it may have one that can be paid, is not `agreed`, or since it was read something
 * was paid, added or taken off.
 */
export async function reopen(
  { db }: Pick<Shop, 'db'>,
  { id, total, paid }: Pick<Order, 'id' | 'total' | 'paid'>,
  payBy: string,
): Promise<boolean> {
  const [changed] = await changeOrders(
    db,
    (query) =>
      applyTransition(query, id, 'openCheckout', { payment: 'none' })
        .set({ checkout_id: null, pay_by: payBy })
        .where('paid', '=', paid)
        .where('total', '=', total)
        .where('cancelled_at', 'is', null),
    { kind: 'checkout-opened', actor: 'customer', facts: {} },
  );
  return changed !== undefined;
}

async function pay(shop: Shop, order: Order): Promise<OpenPaymentResult | undefined> {
  const checkoutUrl = await openCheckout(shop, order);
  return checkoutUrl ? { ok: true, checkoutUrl } : undefined;
}
