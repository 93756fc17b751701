import type { Fulfilment } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, isDay, londonDay } from '#domain/calendar/days.ts';
import { timeOf } from '#domain/calendar/times.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import {
  addedItems,
  dayOfKind,
  morningOf,
  movedDays,
  NOT_SENT_IF_CANCELLED,
  readyHours,
  refundOf,
  reminderTime,
} from '#domain/emails/email-kinds.ts';
import type { Merchant } from '#domain/merchant.ts';
import {
  collectionDays,
  isFunded,
  isPaidInPart,
  isQuote,
  isToPay,
  isUnpaidPhoneOrder,
  type Order,
} from '#domain/orders/order.ts';
import { orderSubject, orderText } from '#domain/orders/order-text.ts';
import { isReturned, refundedOrAwaited } from '#domain/orders/reversal.ts';
import {
  customerAddedEmail,
  customerChangedEmail,
  customerMovedEmail,
  customerRequestsEmail,
} from './cafe-email.ts';
import {
  addedEmail,
  bankRefusedEmail,
  cancelAnswerEmail,
  cancelledEmail,
  changedEmail,
  confirmationEmail,
  movedEmail,
  notAddedEmail,
  phoneOrderEmail,
  quoteEmail,
  readyEmail,
  refundEmail,
  reminderEmail,
  restEmail,
  reviewEmail,
  takenOffEmail,
  writtenEmail,
} from './customer-email.ts';
import type { CustomerEmail, Writing } from './email-frame.ts';
import type { Email } from './mailer.ts';
import {
  newRequestEmail,
  type RequestWriting,
  requestAskedEmail,
  requestDeclinedEmail,
  requestPlacedEmail,
  requestRepliedEmail,
} from './request-email.ts';
import { joinedEmail, offerEmail, type WaitingWriting } from './waiting-email.ts';

/**
 * The table of all e-mails to the cafe and to customers, about an order, an entry of the waiting list or a request.
 *
 * To add one, add a row to `TABLE`: to whom it goes, when it need not be sent, and its contents. Then
 * - plan it in the transaction of what it is about: `planEmails(trx, orderId, [{ kind }])` of queue.ts, with
 *   `isUndoable` if that can be undone;
 * - name it for staff in `emailName` (app/owner/orders/words.ts).
 *
 * An order has one e-mail of each kind. The kind of what can happen more than once is the row's name and, after a
 * space, what tells one from another, as in the comments of the rows. Nothing else is stored of an e-mail: it is
 * written from the order as it is when it is sent.
 */
const TABLE = {
  /** The e-mail that makes the order paid. It is sent again after refunds and corrections. */
  cafe: toCafe((order, _kind, { origin }) => ({
    subject: orderSubject(order),
    text: `${orderText(order)}\nSee or change it: ${origin}/owner/orders/${order.number}`,
  })),

  // What a customer has changed with their link.
  /** From and to which day, and a number of the move that the items keep. */
  'customer-moved': toCafe(customerMovedEmail),
  /** The number of the change, and the position of the item; without one: who collects. */
  'customer-changed': toCafe(customerChangedEmail),
  /** The number of the addition, and the positions of the items that are new or have new options. */
  'customer-added': toCafe(customerAddedEmail),
  /** The number of the request. */
  'customer-requests': toCafe(customerRequestsEmail),

  confirmation: toCustomer(confirmationEmail, { isAboutCollection: true, hasPayLink: true }),
  agreed: toCustomer(phoneOrderEmail, {
    isAboutCollection: true,
    hasPayLink: true,
    reasonToDrop: ({ order: { state, paid } }) =>
      isUnpaidPhoneOrder(state) && paid === 0 ? undefined : 'paid',
  }),
  /** A quote, with the link that accepts it. */
  quote: toCustomer(quoteEmail, {
    hasPayLink: true,
    reasonToDrop: ({ order: { state } }) => (isQuote(state) ? undefined : 'too late'),
  }),
  /** After the deposit, with a link for the rest; and a reminder of it. */
  rest: aboutRest(),
  'rest-reminder': aboutRest(),
  /** The checkout that the customer's bank has refused to pay, after it was on its way. */
  'bank-refused': toCustomer(bankRefusedEmail, {
    isAboutCollection: true,
    hasPayLink: true,
    reasonToDrop: reasonOfRefusedPayment,
  }),
  /** The addition of which the same is true. */
  'not-added': toCustomer(notAddedEmail, { isAboutCollection: true }),
  /** The day of the collection. */
  reminder: toCustomer(reminderEmail, {
    isAboutCollection: true,
    reasonToDrop(sending) {
      const day = dayOfKind('reminder', sending.kind);
      const isCollected = day !== undefined && sending.fulfilments.get(day) === 'collected';
      return reasonOfDay(sending, day) ?? (isCollected ? 'collected' : undefined);
    },
  }),
  /** The day of the collection. Planned by a tick or a tap of staff. */
  ready: toCustomer(readyEmail, { isAboutCollection: true, reasonToDrop: reasonOfReady }),
  /** In the morning after all of the order was collected. */
  review: toCustomer(reviewEmail, {
    isAboutCollection: true,
    isOnceACustomer: true,
    reasonToDrop: reasonOfReview,
  }),
  /** From the day that the customer knows, to which day, and a number of the move that the items keep. */
  moved: toCustomer(movedEmail, {
    isAboutCollection: true,
    reasonToDrop: (sending) => reasonOfDay(sending, movedDays(sending.kind)?.to),
  }),
  /** The number of the change of a message, or of who collects. */
  changed: toCustomer(changedEmail, { isAboutCollection: true }),
  /** The number of what was added, by the customer or by staff, and positions as above. */
  added: toCustomer(addedEmail, {
    isAboutCollection: true,
    hasPayLink: true,
    reasonToDrop({ order: { items }, kind }) {
      const { added, withOptions } = addedItems(items, kind);
      return added.length + withOptions.length > 0 ? undefined : 'taken off';
    },
  }),
  /** The positions of what staff have taken off. */
  'taken-off': toCustomer(takenOffEmail, { isAboutCollection: true, hasPayLink: true }),
  /** The number of the customer's request, also for the answer. */
  'cancel-requested': toCustomer(cancelAnswerEmail, { isAboutCollection: true }),
  'cancel-declined': toCustomer(cancelAnswerEmail, { isAboutCollection: true }),
  cancelled: toCustomer(cancelledEmail),
  /** The payment provider's id of the refund. */
  refund: toCustomer(refundEmail, {
    reasonToDrop({ order: { reversals }, kind, now }) {
      const refund = reversals.find(({ id }) => id === refundOf(kind));
      if (!refund || isReturned(refund.state)) return 'refund failed';
      return refund.at < plusSeconds(now, -REFUND_NOTICE_SECONDS) ? 'too late' : undefined;
    },
  }),
  /** What staff have written: its number. */
  written: toCustomer(writtenEmail),
  /** The same, to a customer who has not come. */
  missed: toCustomer(writtenEmail),

  // About an entry of the waiting list.
  'waiting-joined': toWaiting(joinedEmail),
  'waiting-offer': toWaiting(offerEmail),

  // About a request.
  request: aboutRequest('cafe', newRequestEmail),
  'request-placed': aboutRequest('customer', requestPlacedEmail),
  /** The number of the message, as in the rows below. */
  'request-replied': aboutRequest('cafe', requestRepliedEmail),
  'request-asked': aboutRequest('customer', requestAskedEmail),
  'request-declined': aboutRequest('customer', requestDeclinedEmail),
};

type EmailName = keyof typeof TABLE;
export type EmailKind = EmailName | `${EmailName} ${string}`;

/** Older refunds come back with a backup; Stripe repeats its events for three days. */
const REFUND_NOTICE_SECONDS = 3 * 24 * 60 * 60;

export type Recipient = 'cafe' | 'customer';
type Row = CafeRow | CustomerRow | WaitingRow | RequestRow;
export type CafeRow = ReturnType<typeof toCafe>;
export type CustomerRow = ReturnType<typeof toCustomer>;
export type WaitingRow = ReturnType<typeof toWaiting>;
export type RequestRow = ReturnType<typeof aboutRequest>;

/** @param contents as plain text. The customer's address is its reply-to. */
function toCafe(
  contents: (
    order: Order,
    kind: string,
    merchant: Merchant,
  ) => Pick<Email, 'subject' | 'text'> | undefined,
) {
  return { about: 'order', to: 'cafe', contents } as const;
}

interface CustomerOptions {
  /** It has a new link to pay what is still to pay. */
  hasPayLink?: boolean;
  /** It is dropped if the order was cancelled. */
  isAboutCollection?: boolean;
  /** It is dropped if the customer has had it about another order. */
  isOnceACustomer?: boolean;
  reasonToDrop?: (sending: Sending) => string | undefined;
}

/** By what it is decided whether an e-mail to a customer is sent. */
export interface Sending {
  order: Order;
  kind: string;
  now: Instant;
  merchant: Pick<Merchant, 'openingHours' | 'reviews'>;
  /** Of the days that staff have ticked. */
  fulfilments: ReadonlyMap<Day, Fulfilment>;
}

/** @param contents nothing, if this version cannot write it. */
function toCustomer(
  contents: (writing: Writing) => CustomerEmail | undefined,
  options: CustomerOptions = {},
) {
  return { about: 'order', to: 'customer', contents, ...options } as const;
}

function aboutRest() {
  const options = { isAboutCollection: true, hasPayLink: true, reasonToDrop: reasonOfRest };
  return toCustomer(restEmail, options);
}

function toWaiting(contents: (writing: WaitingWriting) => CustomerEmail) {
  return { about: 'waiting', to: 'customer', contents } as const;
}

/** @param contents nothing, if the message was taken back. */
function aboutRequest(
  to: Recipient,
  contents: (writing: RequestWriting) => Pick<Email, 'subject' | 'text' | 'html'> | undefined,
) {
  return { about: 'request', to, contents } as const;
}

/** Of an e-mail about the collection on a day. */
function reasonOfDay({ order, now }: Sending, day: Day | undefined): string | undefined {
  if (day === undefined) return undefined;
  if (day < londonDay(now)) return 'too late';
  if (collectionDays(order.items).includes(day)) return undefined;
  // Another e-mail says so, or names the day that it is now.
  return order.takenOff?.some(({ item }) => item.day === day) ? 'taken off' : 'moved';
}

/** Also if all was paid back: the customer may still come for the order, but is not called for it. */
export function reasonOfReady(sending: Sending): string | undefined {
  const { order, kind, now, merchant, fulfilments } = sending;
  const day = dayOfKind('ready', kind);
  if (day === undefined) return undefined;
  const fulfilment = fulfilments.get(day) ?? 'to-make';
  if (fulfilment !== 'ready') return fulfilment === 'to-make' ? 'not ready' : fulfilment;
  if (order.paid > 0 && refundedOrAwaited(order.reversals) >= order.paid) return 'paid back';
  const { until } = readyHours(day, timeOf(order.items, day), merchant.openingHours);
  return reasonOfDay(sending, day) ?? (now < until ? undefined : 'too late');
}

function reasonOfReview({ order, now, merchant, fulfilments }: Sending): string | undefined {
  if (!merchant.reviews) return 'not wanted';
  const days = collectionDays(order.items);
  if (days.some((day) => fulfilments.get(day) !== 'collected')) return 'not collected';
  if (order.reversals.some(({ state }) => !isReturned(state))) return 'paid back';
  const keptFrom = addDays(londonDay(now), -REVIEW_DAYS);
  return days.every((day) => day < keptFrom) ? 'too late' : undefined;
}

/** After these days nobody is asked any more how it was. */
const REVIEW_DAYS = 7;

function reasonOfRefusedPayment({ order }: Sending): string | undefined {
  if (isFunded(order.state)) return 'paid';
  return order.payment === 'failed' && order.replacedBy === null ? undefined : 'tried again';
}

/** Of an e-mail about the rest of an order. */
function reasonOfRest({ order, now }: Sending): string | undefined {
  if (!isToPay(order)) return 'paid';
  if (!isPaidInPart(order)) return 'deposit not paid';
  return collectionDays(order.items).every((day) => day < londonDay(now)) ? 'too late' : undefined;
}

/** @returns undefined for an unknown kind. */
export function rowOf(kind: string): Row | undefined {
  const [name = ''] = kind.split(' ');
  return isKnown(name) ? TABLE[name] : undefined;
}

function isKnown(name: string): name is EmailName {
  return Object.hasOwn(TABLE, name);
}

export function recipientOf(kind: EmailKind): Recipient {
  return rowOf(kind)?.to ?? 'customer';
}

/** What an e-mail is about; an order for an unknown kind. */
export function subjectOf(kind: string): Row['about'] {
  return rowOf(kind)?.about ?? 'order';
}

export function isAboutOrder(kind: string): boolean {
  return subjectOf(kind) === 'order';
}

/** @returns undefined for an e-mail that should be sent. */
export function reasonNotToSend(
  { isAboutCollection, reasonToDrop }: CustomerRow,
  sending: Sending,
): string | undefined {
  if (isAboutCollection && sending.order.cancelledAt !== null) return NOT_SENT_IF_CANCELLED;
  return reasonToDrop?.(sending);
}

export interface PlannedEmail {
  kind: EmailKind;
  /** Default: at once. */
  notBefore?: Instant;
  /** It waits for the time in which it can be taken back. */
  isUndoable?: boolean;
}

/** The e-mails that a customer gets about an order that is paid or agreed. */
export function plannedEmails(
  { items }: Order,
  now: Instant,
  first: PlannedEmail = { kind: 'confirmation' },
): PlannedEmail[] {
  const reminders = collectionDays(items).map((day) => ({
    kind: `reminder ${day}` as const,
    notBefore: reminderTime(day),
  }));
  // An order that is paid on the day before needs no reminder.
  return [first, ...reminders.filter(({ notBefore }) => notBefore > now)];
}

/**
 * The e-mails with a link for the rest, once the deposit is paid; none if the rest is paid when the order is collected.
 * @param restBy as it is stored.
 */
export function restEmails(restBy: string | null, now: Instant): PlannedEmail[] {
  if (!isDay(restBy)) return [];
  const link = { kind: 'rest', notBefore: morningOf(addDays(restBy, -REST_DAYS)) } as const;
  const reminder = { kind: 'rest-reminder', notBefore: reminderTime(restBy) } as const;
  return [link, ...(reminder.notBefore > now ? [reminder] : [])];
}

/** How long before the rest is to be paid its link is sent. */
const REST_DAYS = 5;

/** The e-mail that has the present state of the order: quoted, ordered, agreed or cancelled. */
export function mainEmail(order: Order): 'quote' | 'confirmation' | 'agreed' | 'cancelled' {
  if (isQuote(order.state)) return 'quote';
  if (order.cancelledAt !== null) return 'cancelled';
  return isUnpaidPhoneOrder(order.state) && order.paid === 0 ? 'agreed' : 'confirmation';
}
