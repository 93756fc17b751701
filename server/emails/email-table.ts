import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import {
  movedDays,
  NOT_SENT_IF_CANCELLED,
  refundOf,
  reminderDay,
} from '#domain/emails/email-kinds.ts';
import {
  collectionDays,
  isAgreed,
  isReturned,
  type Order,
  refundedAmount,
} from '#domain/orders/order.ts';
import { orderSubject, orderText } from '#domain/orders/order-text.ts';
import type { Trader } from '#domain/trader.ts';
import {
  agreedEmail,
  cancelledEmail,
  cancellingEmail,
  changedEmail,
  confirmationEmail,
  movedEmail,
  refundEmail,
  reminderEmail,
  writtenEmail,
} from './customer-email.ts';
import {
  customerAsksEmail,
  customerChangedEmail,
  customerMovedEmail,
} from './customer-news-email.ts';
import type { CustomerEmail, Sender } from './email-frame.ts';
import type { Email, Recipient } from './email-ports.ts';

/**
 * The table of all e-mails about orders.
 *
 * To add one, add a row to `TABLE`: to whom it goes, when it need not be sent, and its contents. Then
 * - plan it in the transaction of what it tells of: `planEmails(trx, orderId, [{ kind }])` of
 *   server/db/plan-emails.ts, with `notBefore: dbTime(trx, UNDO_SECONDS)` if that can be undone;
 * - name it for staff in `emailName` (app/owner/orders/trail-words.ts).
 *
 * An order has one e-mail of each kind. The kind of what can happen more than once is the row's name and, after a
 * space, what tells one from another: `reminder 2026-11-28`, `changed 2`. Nothing else is stored of an e-mail: it is
 * written from the order as it is when it is sent.
 */
const TABLE = {
  /** The e-mail that makes the order paid. It is sent again after refunds and corrections. */
  cafe: toCafe((order) => ({ subject: orderSubject(order), text: orderText(order) })),

  'customer-moved': toCafe(customerMovedEmail),
  'customer-changed': toCafe(customerChangedEmail),
  'customer-asks': toCafe(customerAsksEmail),

  confirmation: toCustomer(({ order, sender, now }) => confirmationEmail(order, sender, now), {
    isAboutCollection: true,
  }),
  agreed: toCustomer(
    async ({ order, sender, now, payLink }) => {
      const token = await payLink();
      return token === undefined ? undefined : agreedEmail(order, token, sender, now);
    },
    {
      isAboutCollection: true,
      reasonToDrop: ({ state }) => (isAgreed(state) ? undefined : 'paid'),
    },
  ),
  reminder: toCustomer(
    ({ order, kind, sender, now }) => {
      const day = reminderDay(kind);
      return day && reminderEmail(order, day, sender, now);
    },
    {
      isAboutCollection: true,
      reasonToDrop: (order, kind, now) => reasonOfDay(order, reminderDay(kind), now),
    },
  ),
  moved: toCustomer(
    ({ order, kind, sender, now }) => {
      const days = movedDays(kind);
      return days && movedEmail(order, days, sender, now);
    },
    {
      isAboutCollection: true,
      reasonToDrop: (order, kind, now) => reasonOfDay(order, movedDays(kind)?.to, now),
    },
  ),
  changed: toCustomer(({ order, sender, now }) => changedEmail(order, sender, now), {
    isAboutCollection: true,
  }),
  'cancel-asked': toCustomer(
    ({ order, sender, now }) => cancellingEmail(order, 'asked', sender, now),
    { isAboutCollection: true },
  ),
  'cancel-declined': toCustomer(
    ({ order, sender, now }) => cancellingEmail(order, 'declined', sender, now),
    { isAboutCollection: true },
  ),
  cancelled: toCustomer(({ order, sender, now }) => cancelledEmail(order, sender, now)),
  refund: toCustomer(
    ({ order, kind, sender }) => {
      const refund = order.reversals.find(({ id }) => id === refundOf(kind));
      return refund && refundEmail(order, refund, sender);
    },
    {
      reasonToDrop({ reversals }, kind, now) {
        const refund = reversals.find(({ id }) => id === refundOf(kind));
        if (!refund || isReturned(refund.state)) return 'refund failed';
        return refund.at < plusSeconds(now, -REFUND_NOTICE_SECONDS) ? 'too late' : undefined;
      },
    },
  ),
  written: toCustomer(
    ({ order, words, sender }) => words && writtenEmail(order, 'written', words, sender),
  ),
  missed: toCustomer(
    ({ order, words, sender }) => words && writtenEmail(order, 'missed', words, sender),
  ),
};

type EmailName = keyof typeof TABLE;
export type EmailKind = EmailName | `${EmailName} ${string}`;

/** Older refunds come back with a backup; Stripe repeats its events for three days. */
const REFUND_NOTICE_SECONDS = 3 * 24 * 60 * 60;

export type CafeRow = ReturnType<typeof toCafe>;
export type CustomerRow = ReturnType<typeof toCustomer>;

/** @returns undefined for an unknown kind. */
export function rowOf(kind: string): CafeRow | CustomerRow | undefined {
  const [name = ''] = kind.split(' ');
  return isKnown(name) ? TABLE[name] : undefined;
}

export function recipientOf(kind: EmailKind): Recipient {
  return rowOf(kind)?.to ?? 'customer';
}

/** @returns undefined for an e-mail that should be sent. */
export function reasonNotToSend(
  { isAboutCollection, reasonToDrop }: CustomerRow,
  order: Order,
  kind: string,
  now: Instant,
): string | undefined {
  if (isAboutCollection && order.cancelledAt !== null) return NOT_SENT_IF_CANCELLED;
  if (isAboutCollection && refundedAmount(order.reversals) >= order.total) return 'refunded';
  return reasonToDrop?.(order, kind, now);
}

type CafeEmail = Pick<Email, 'subject' | 'text'>;

/** @param contents as plain text. The customer's address is its reply-to. */
function toCafe(contents: (order: Order, kind: string, trader: Trader) => CafeEmail | undefined) {
  return { to: 'cafe' as const, contents };
}

interface Writing {
  order: Order;
  kind: string;
  /** With the customer's own link. */
  sender: Sender;
  now: Instant;
  /** What staff have written. */
  words: string | null;
  /** Makes the token of a pay link; undefined for an order that cannot be paid with it. */
  payLink(): Promise<string | undefined>;
}

interface Useful {
  /** It is about the collection: it is dropped if the order was cancelled or refunded in full. */
  isAboutCollection?: boolean;
  reasonToDrop?: (order: Order, kind: string, now: Instant) => string | undefined;
}

type Written = CustomerEmail | '' | null | undefined;

/** @param contents nothing, if this version cannot write it. */
function toCustomer(
  contents: (writing: Writing) => Written | Promise<Written>,
  useful: Useful = {},
) {
  return { to: 'customer' as const, contents, ...useful };
}

/** Of an e-mail about the collection on a day. */
function reasonOfDay(order: Order, day: Day | undefined, now: Instant): string | undefined {
  if (day === undefined) return undefined;
  if (day < londonDay(now)) return 'too late';
  // Another e-mail tells the customer of the day that it is now.
  return collectionDays(order.items).includes(day) ? undefined : 'moved';
}

function isKnown(name: string): name is EmailName {
  return Object.hasOwn(TABLE, name);
}
