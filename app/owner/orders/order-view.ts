import { itemView, readCards, stateInWords } from '#app/owner/collections/collection-view.ts';
import { newsView } from '#app/owner/collections/news/news-view.ts';
import { restDueInWords, toPayView } from '#app/owner/collections/to-pay.ts';
import { customerName } from '#app/owner/collections/words.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { isFinished } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import type { Merchant } from '#domain/merchant.ts';
import { formatPence } from '#domain/money.ts';
import { reachableEmail } from '#domain/orders/email-address.ts';
import { cakesFirst, titleWithOptions } from '#domain/orders/items-in-words.ts';
import {
  dueNow,
  isBooked,
  isCorrectable,
  isPaidInPart,
  isQuoteOver,
  isToPay,
  leftToPay,
  paidOfTotal,
  refundedPart,
  toGiveBack,
  wasBooked,
} from '#domain/orders/order.ts';
import { withPositions } from '#domain/orders/positions.ts';
import { needsAnswer } from '#domain/orders/reversal.ts';
import type { Role } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import { reasonNotToSend, rowOf } from '#server/emails/kinds.ts';
import type { BookedEmail, BookedOrder } from '#server/orders/book-rows.ts';
import { takesMessage } from '#server/orders/change-text.ts';
import { refundTerms } from '#server/orders/refund-terms.ts';
import { requestOfOrder } from '#server/requests/ordered.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { emailInWords, noEmailsInWords, unreachedInWords } from './email-words.ts';
import { byInWords, eventInWords } from './event-words.ts';
import { daysToFree } from './refund-form.ts';
import { moneyBack } from './reversal-words.ts';
import { counterPayments, undoOf, undoOfAddition } from './undo-of.ts';
import { writableNote } from './words.ts';

export type OrderView = Awaited<ReturnType<typeof orderView>>;
export type OwnerView = NonNullable<OrderView['owner']>;

/** On the server: what the screen of an order shows. */
export async function orderView(shop: Shop, booked: BookedOrder, role: Role) {
  const [names, merchant, cardOf] = await Promise.all([
    namesOfPeople(shop),
    shop.merchant(),
    readCards(shop, role),
  ]);
  const isToMake = isBooked(booked);
  const texts =
    may(role, 'change-orders') && isToMake ? await changeableMessages(shop, booked) : [];
  return {
    number: booked.number,
    name: customerName(booked),
    state: stateInWords(booked, 'Paid'),
    isCancelled: booked.cancelledAt !== null,
    isReadable: booked.isReadable,
    refunded: refundedPart(booked),
    placed: instantInWords(booked.placedAt),
    collector: booked.collector,
    note: booked.note,
    staffNote: booked.staffNote,
    noteForm: writableNote(booked),
    news: newsView(booked),
    collections: (isToMake ? booked.collections : []).map((collection) => ({
      ...cardOf(collection),
      texts: isFinished(collection.fulfilment)
        ? []
        : texts.filter(({ day }) => day === collection.day),
      words: whenInWords(collection.day, timeOf(collection.items, collection.day)),
    })),
    // Nothing is collected of an order that is not in the book, or cancelled.
    items: isToMake
      ? []
      : booked.items
          .toSorted(cakesFirst)
          .map((item) => ({ ...itemView(item), day: whenInWords(item.day, item.time) })),
    trail: booked.trail.map((event) => ({
      id: event.id,
      at: instantInWords(event.at),
      text: eventInWords(event, booked, role),
      by: byInWords(event, names),
      undo: may(role, 'change-orders') ? undoOf(event, booked) : undefined,
    })),
    noEmails: noEmailsInWords(booked),
    emails: booked.emails.map((email) => ({
      kind: email.kind,
      ...emailInWords(email, whyNotSent(shop, booked, email, merchant)),
    })),
    // Not for the kitchen.
    owner: may(role, 'see-contact') ? await ownerView(shop, booked, role) : undefined,
  };
}

/** How to reach the customer, what was paid, and what can be done with the order. */
async function ownerView(shop: Shop, booked: BookedOrder, role: Role) {
  const { order } = booked;
  const today = todayAt(shop);
  const items = booked.items.toSorted(cakesFirst);
  const isToMake = isBooked(booked);
  const mayChange = isToMake && booked.anonymisedAt === null;
  const mayAnswer = mayChange && may(role, 'cancel-and-refund');
  const mayCancel =
    mayAnswer && !booked.collections.some(({ fulfilment }) => fulfilment === 'collected');
  const refund = may(role, 'cancel-and-refund') ? await refundTerms(shop, booked) : undefined;
  return {
    /** For which it was taken. */
    request: await requestOfOrder(shop.db, booked.id),
    quote: quoteView(booked, today),
    phone: booked.phone,
    email: order ? reachableEmail(order) : booked.email,
    unreached: order && unreachedInWords(order),
    total: formatPence(booked.total),
    isToPay: isToMake && isToPay(booked),
    toPay: toPayView(booked),
    addition: undoOfAddition(booked),
    /** Empty: nothing, or all of it. */
    paid: isPaidInPart(booked) ? formatPence(paidOfTotal(booked)) : '',
    left: isToMake ? formatPence(leftToPay(booked)) : '',
    /** What the terms promise of what was taken off. */
    toGiveBack: order && toGiveBack(order) > 0 ? formatPence(toGiveBack(order)) : '',
    restDue: restDueInWords(booked),
    counterPayments: counterPayments(booked),
    prices: items.map((item) => ({
      title: titleWithOptions(item),
      price: formatPence(item.price),
    })),
    refunded: formatPence(booked.refunded),
    moneyBack: moneyBack(order?.reversals ?? []),
    mayTakeBack: may(role, 'cancel-and-refund'),
    disputed:
      may(role, 'run-cafe') &&
      (order?.reversals.some(({ kind, state }) => kind === 'dispute' && needsAnswer(state)) ??
        false),
    mayRefund: refund !== undefined && refund.most > 0,
    /** What the terms promise of what is left; empty: nothing. */
    promised: refund && refund.suggested > 0 ? formatPence(refund.suggested) : '',
    mayChange,
    /** The last item is not taken off: that is cancelling. */
    mayTakeOff: mayChange && items.length > 1,
    /** Whether a request to cancel is theirs to answer. */
    mayAnswer,
    mayCancel,
    frees: mayCancel ? daysToFree(booked, today) : '',
    /** By which all that is known of its customer is found. */
    record: may(role, 'run-cafe') && booked.anonymisedAt === null ? booked.id : undefined,
    mayCorrect: isCorrectable(booked.state) && booked.anonymisedAt === null,
    resends: [
      ...(wasBooked(booked.state) && booked.email !== '' ? ['customer' as const] : []),
      ...(may(role, 'run-cafe') && booked.emails.some(({ kind }) => kind === 'cafe')
        ? ['cafe' as const]
        : []),
    ],
  };
}

/** A quote that is not in the book. @returns undefined for any other order. */
function quoteView(booked: BookedOrder, today: Day) {
  const { quote, state, order, anonymisedAt } = booked;
  if (!quote || wasBooked(state)) return undefined;
  const { validUntil, holdsDay, message } = quote;
  const isOver = isQuoteOver({ quote, state }, today);
  const isReplaced = (order?.replacedBy ?? null) !== null;
  return {
    isOver,
    isReplaced,
    mayChange: !isReplaced && anonymisedAt === null,
    due: `${booked.deposit === null ? '' : 'the deposit of '}${formatPence(dueNow(booked))}`,
    rest: toPayView(booked).note,
    until: dayInWords(validUntil),
    ended:
      validUntil < today
        ? `It could be accepted until ${dayInWords(validUntil)}.`
        : `It was ended before its last day, ${dayInWords(validUntil)}.`,
    holds: holdsDay ? 'It keeps its day until then.' : 'It does not keep its day.',
    message,
    newer: order?.replacedBy ?? undefined,
  };
}

/** Why an e-mail that waits is dropped when its time comes; undefined if it is sent. */
function whyNotSent(
  { clock }: Shop,
  { order, days }: BookedOrder,
  { state, kind }: BookedEmail,
  merchant: Merchant,
) {
  const row = rowOf(kind);
  if (state !== 'waiting' || !order) return undefined;
  if (row?.about !== 'order' || row.to !== 'customer') return undefined;
  const fulfilments = new Map(days.map(({ day, fulfilment }) => [day, fulfilment]));
  return reasonNotToSend(row, { order, kind, now: clock.now(), merchant, fulfilments });
}

/** The items whose message can be changed. */
async function changeableMessages(shop: Shop, { items }: BookedOrder) {
  const takes = await Promise.all(items.map((item) => takesMessage(shop, item)));
  return withPositions(items)
    .filter((_, place) => takes[place])
    .sort(cakesFirst)
    .map(({ title, day, position, message }) => ({ title, day, position, message }));
}
