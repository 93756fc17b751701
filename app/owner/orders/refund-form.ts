import { data, type RouterContextProvider } from 'react-router';
import { dayWords } from '#app/owner/collections/collection-view.ts';
import { findOrder } from '#app/owner/collections/find-order.ts';
import type { SentAbout } from '#app/owner/collections/order-action.ts';
import { nameOrNumber } from '#app/owner/collections/words.ts';
import { signInAgain } from '#app/owner/frame/own-path.ts';
import { type Outcome, refused } from '#app/owner/frame/owner-action.ts';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import { versionOf } from '#domain/book/trail.ts';
import type { Day } from '#domain/calendar/day.ts';
import { formatPence } from '#domain/money.ts';
import { itemsInWords } from '#domain/orders/items-in-words.ts';
import { isBooked, parseOrderId } from '#domain/orders/order.ts';
import { refundedOrAwaited } from '#domain/orders/reversal.ts';
import type { Pence } from '#domain/pence.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { REFUND_EVENTS, type RefundResult, refundOrder } from '#server/orders/refund.ts';
import { type RefundOffer, refundOffer, refundTerms } from '#server/orders/refund-terms.ts';
import { todayAt } from '#server/shop.ts';
import type { PaidWith } from '#server/stripe/reversals.ts';
import { orderConflict } from './conflict.ts';
import { atMost, NO_AMOUNT, numeral, readAmount } from './refund-amount.ts';

// On the server: what the two forms that pay money back share, Refund and Cancel.

interface Args {
  context: Readonly<RouterContextProvider>;
  request: Request;
}

export type RefundView = NonNullable<Awaited<ReturnType<typeof refundView>>>;

/** What the forms show. @returns undefined if there is no payment to pay back. */
export async function refundView({ context, request }: Args, booked: BookedOrder) {
  const shop = context.get(shopContext);
  const offer = await refundOffer(shop, booked);
  if (!offer) return undefined;
  const { paid, refunded, most, suggested, payments, paidWith } = offer;
  const asked = new URL(request.url).searchParams;
  const typed = asked.get('amount') ?? (suggested > 0 ? numeral(suggested) : '');
  const frees = daysToFree(booked, todayAt(shop));
  return {
    /** Of the refund that the form makes. */
    refund: crypto.randomUUID(),
    order: booked.id,
    version: versionOf(booked.trail),
    name: nameOrNumber(booked),
    hasEmail: booked.email !== '',
    isProved: hasProof(context),
    paid: formatPence(paid),
    /** Empty: nothing. */
    refunded: refunded > 0 ? formatPence(refunded) : '',
    most,
    promise: promiseInWords(offer),
    typed,
    paidWith: paidWith ? methodInWords(paidWith) : '',
    /** What can be paid back of which, newest first. */
    payments,
    frees,
    /** Whether the refund cancels the order if all of it goes back, unless the person says otherwise. */
    cancels: frees !== '' && (!asked.has('amount') || asked.has('cancel')),
  };
}

/** The days that cancelling the order frees, in words; empty if it cannot be cancelled, or they are over. */
export function daysToFree(booked: BookedOrder, today: Day): string {
  const { collections, anonymisedAt } = booked;
  const isCollected = collections.some(({ fulfilment }) => fulfilment === 'collected');
  if (!isBooked(booked) || anonymisedAt !== null || isCollected) return '';
  return collections
    .filter(({ day }) => day >= today)
    .map(({ day }) => dayWords(day, today))
    .join(' and ');
}

interface Sent {
  version: number;
  /** A UUID: a form that is sent twice names the same refund. */
  refund: string;
  amount: string;
  cancels: 'yes' | 'no' | 'if all';
  /** Of the form, to come back to after signing in again. */
  path: string;
}

/** Pays back what the form says, and cancels the order in the same step if it says so. */
export async function payBack(
  context: Args['context'],
  about: Omit<SentAbout<never>, 'form' | 'values'>,
  { version, refund, amount: typed, cancels: wanted, path }: Sent,
): Promise<Outcome> {
  const { shop, by, booked, orderId, screen, name } = about;
  const id = parseOrderId(refund);
  if (!id) throw data(null, { status: 400 });
  const amount = readAmount(typed);
  if (amount === undefined) return { problems: { amount: NO_AMOUNT } };
  const isAll = amount === (await refundTerms(shop, booked))?.most;
  const cancels = wanted === 'yes' || (wanted === 'if all' && isAll);
  if (!hasProof(context)) {
    const search = new URLSearchParams({
      amount: numeral(amount),
      ...(wanted !== 'no' && { cancel: 'yes' }),
    });
    return { to: signInAgain(`${path}?${search}`) };
  }
  const result = await refundOrder(shop, { id, orderId, amount, version, by, cancels });
  if (result.ok || (result.reason === 'refused' && cancels)) {
    const words = doneInWords(result, amount, booked.email !== '');
    if (!cancels) return { to: `${screen}#money`, words };
    return {
      to: screen,
      words: `${name} is cancelled. ${words}${result.ok ? ' Undo brings back the order, not the money.' : ''}`,
      undo: await about.undoOf('cancelled'),
    };
  }
  // Under this one no other refund can be made.
  const nextRefund = crypto.randomUUID();
  switch (result.reason) {
    case 'stale': {
      const conflict = await orderConflict(shop, orderId, REFUND_EVENTS, (now) => [
        {
          label: 'Refunded',
          now: `${formatPence(refundedOrAwaited(now.order?.reversals ?? []))} of ${formatPence(now.paid)}`,
        },
        { label: 'The order', now: itemsInWords(now.items) },
      ]);
      return { ...conflict, problems: { refund: nextRefund } };
    }
    case 'too-much': {
      const now = await findOrder(shop, orderId);
      return { problems: { amount: atMost((await refundTerms(shop, now))?.most ?? 0) } };
    }
    case 'refused':
      return { problems: { '': refusedInWords(result), refund: nextRefund } };
    case 'cancelled-before':
      return { to: screen, words: `${name} was cancelled before. No money was sent back.` };
    case 'collected':
      return refused(
        'Nothing was done: a part of it is marked as collected, so it cannot be cancelled. Refund it instead.',
      );
    case 'paid':
      return refused(cancels ? NOT_CANCELLED.paid : NOT_GIVEN_BACK);
    case 'unavailable':
    case 'processing':
      return refused(NOT_CANCELLED[result.reason]);
    case 'unknown':
    case 'no-payment':
      return refused('There is no payment to send back.');
  }
}

/** The newest payment goes back first, which may be another than the button says. */
const NOT_GIVEN_BACK =
  'Nothing was given back: what is paid of the order has just changed. Open the order, and refund it from there.';

export const NOT_CANCELLED = {
  collected: 'Not cancelled: a part of it is marked as collected.',
  unknown: 'It cannot be cancelled: it was never paid, or its name has been removed.',
  unavailable: 'Not cancelled: the customer may be paying just now. Try again in a moment.',
  processing:
    'Not cancelled: the customer has paid by bank, and the money takes some days to come. Cancel and refund it then.',
  paid: 'Not cancelled: what is paid of it has just changed. Open the order, then cancel it with or without a refund.',
};

/** Of a refund that was made, or refused with a cancellation. */
function doneInWords(result: RefundResult, amount: Pence, hasEmail: boolean): string {
  if (!result.ok) return 'code' in result ? refusedInWords(result) : '';
  const byCard = amount - (result.atCounter ?? 0);
  switch (result.is) {
    case 'given':
      return `Written down: ${formatPence(amount)} given back at the counter.`;
    case 'waiting':
      return `${atCounterInWords(result)}Stripe does not answer: the refund of ${formatPence(byCard)} is saved, and sent as soon as it does.`;
    case 'made':
      return hasEmail
        ? `${atCounterInWords(result)}${formatPence(byCard)} is on its way back. The customer gets an e-mail.`
        : `${atCounterInWords(result)}${formatPence(byCard)} is on its way back. There is no e-mail address: please ring the customer.`;
  }
}

/** The service's code is kept: it is what Stripe's support asks for. */
function refusedInWords({ code, moved }: Extract<RefundResult, { reason: 'refused' }>): string {
  const what = moved === undefined ? 'No money has moved' : `Only ${formatPence(moved)} goes back`;
  return `Stripe refused the refund (${code}). ${what}. Please look at this payment at Stripe.`;
}

function atCounterInWords({ atCounter }: Extract<RefundResult, { ok: true }>): string {
  return atCounter === undefined ? '' : `${formatPence(atCounter)} was given back at the counter. `;
}

function promiseInWords(offer: RefundOffer): string {
  const { refunded, disputed, isDisputePending, promised, suggested } = offer;
  const most = formatPence(offer.most);
  if (isDisputePending) {
    return 'The customer’s bank disputes the payment and is about to take it back. Until that is decided you cannot refund it.';
  }
  if (disputed > 0) {
    const left = offer.most > 0 ? `You can refund up to ${most} more.` : 'Nothing is left.';
    return `The customer’s bank holds ${formatPence(disputed)}, because the payment is disputed. ${left}`;
  }
  if (offer.most === 0) return 'Nothing is left to pay back.';
  const upTo = `You can refund up to ${most}.`;
  if (suggested === offer.most) return `You have not started it, so your terms promise ${most}.`;
  if (promised === 0) {
    return `It is ready, or its day has come, so your terms promise nothing. ${upTo}`;
  }
  if (suggested === 0) return `The ${formatPence(promised)} of your terms went back. ${upTo}`;
  if (refunded === 0) {
    return `Your terms promise ${formatPence(promised)}, for what you have not started. ${upTo}`;
  }
  return `Your terms promise ${formatPence(promised)}: ${formatPence(suggested)} of it is left. ${upTo}`;
}

const METHODS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  bacs_debit: 'bank account',
};

/** `Visa ··4242` */
function methodInWords({ name, last4 }: PaidWith): string {
  const words = METHODS[name] ?? name.replaceAll('_', ' ');
  return last4 ? `${words} ··${last4}` : words;
}
