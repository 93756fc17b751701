import type { Order, OrderId } from '#domain/orders/order.ts';
import { endUnreachable } from '#server/orders/waiting-rows.ts';
import type { Shop } from '#server/shop.ts';
import { isAboutOrder, subjectOf } from './kinds.ts';
import {
  type Backlog,
  dropEmail,
  type EmailFailure,
  type QueuedEmail,
  readBacklog,
} from './queue.ts';

export interface FailingEmails {
  count: number;
  /** Those that fail first; not all of many. */
  listed: FailingEmail[];
}

export interface FailingEmail {
  /** Undefined: it is about the waiting list or a request. */
  orderId: OrderId | undefined;
  requestId?: string;
  /** Missing if the order cannot be read. */
  orderNumber?: string;
  customerName?: string;
  kind: string;
  /** For `giveUpEmail`, of a customer's e-mail that alone is not accepted. */
  giveUpKey?: string;
}

/** Of e-mails that wait, with the customers' names. */
export const MOST_EMAILS = 30;

/** How many e-mails were tried and not accepted. The orders' screens say of each: `BookedEmail.failingSince`. */
export async function countFailingEmails({ db }: Shop): Promise<number> {
  return (await readBacklog(db, 0)).failing;
}

/** @param key a `giveUpKey`. @returns false when no e-mail that can be given up has it. */
export async function giveUpEmail({ db }: Shop, key: string): Promise<boolean> {
  const { emails } = await readBacklog(db, MOST_EMAILS);
  const email = emails.find((each) => giveUpKey(each) === key);
  // Nobody can use an offer that is not e-mailed.
  if (email && subjectOf(email.kind) === 'waiting') await endUnreachable(db, email.about);
  if (email) await dropEmail(db, email, 'closed by the cafe');
  return email !== undefined;
}

/**
 * The incident `emails-failing` in words: whether none goes out, or only these. Customers' names are read here, never
 * stored.
 */
export function failingEmails({ due, failing, emails }: Backlog, orders: Order[]) {
  const failed = emails.flatMap(({ failure }) => failure ?? []);
  const ofOutage = failed.filter((failure) => !isAboutOne(failure) && !failure.isOver);
  const isOutage = ofOutage.length > 0;
  const alone = failed.filter(isAboutOne);
  const reason = mostFrequent((isOutage ? ofOutage : alone).map((failure) => failure.reason));
  const count = isOutage ? due : failing;
  const listed = isOutage ? emails : emails.filter(({ failure }) => failure);
  return {
    ...(isOutage
      ? { advice: adviceOn(reason ?? '') }
      : alone.length > 0
        ? { title: titleOfSome(count), advice: adviceOnSome(reason) }
        : {
            title: 'E-mails go out again.',
            advice: 'These were not accepted before. They are sent again by themselves, or now.',
          }),
    facts: { emails: count, ...(reason !== undefined && { reason }) },
    emails: { count, listed: listed.map((email) => failingEmail(email, orders)) },
  };
}

function titleOfSome(count: number): string {
  return count === 1 ? 'An e-mail is not accepted.' : `${count} e-mails are not accepted.`;
}

function adviceOnSome(reason = ''): string {
  switch (classOf(reason)) {
    case 'settings':
      return `Others are accepted. ${adviceOn(reason)}`;
    case 'passing':
      return 'Others are accepted: it may be about the customer’s mailbox, or about what is in the e-mail. It is sent again by itself. If that does not help, call the customer and press “Do not send it”.';
    default:
      return adviceOn(reason);
  }
}

function isAboutOne({ isAlone, reason }: EmailFailure): boolean {
  const failureClass = classOf(reason);
  return isAlone || failureClass === 'too-large' || failureClass === 'unwritable';
}

function mostFrequent(reasons: string[]): string | undefined {
  const groups = [...Map.groupBy(reasons, (reason) => reason).values()];
  return groups.sort((one, other) => other.length - one.length)[0]?.[0];
}

function failingEmail(email: QueuedEmail, orders: Order[]): FailingEmail {
  const { about, kind } = email;
  const orderId = isAboutOrder(kind) ? about : undefined;
  const order = orders.find(({ id }) => id === orderId);
  const key = giveUpKey(email);
  return {
    orderId,
    kind,
    ...(subjectOf(kind) === 'request' && { requestId: about }),
    ...(order && { orderNumber: order.number, customerName: order.customer.name }),
    ...(key && { giveUpKey: key }),
  };
}

function giveUpKey({ about, kind, recipient, failure }: QueuedEmail): string | undefined {
  const mayGiveUp = recipient === 'customer' && failure && isAboutOne(failure);
  return mayGiveUp ? `${about} ${kind}` : undefined;
}

/**
 * What the e-mail services' answers mean. `settings`: somebody has to change something, at the service or on the
 * server. `too-large` and `unwritable`: it is about this e-mail. `passing`: it may be accepted later.
 */
type FailureClass = 'settings' | 'too-large' | 'unwritable' | 'passing';

/** EmailJS's status codes, and the codes of SMTP servers (RFC 4954) and of nodemailer. */
const CLASSES: [reason: RegExp, failure: FailureClass, advice: string][] = [
  [
    /^status 40[04]$/,
    'settings',
    'EmailJS does not know the account, the service or the template, or a template is wrong. Compare the ids and the public key at EmailJS with the settings of the shop’s server (EMAILJS_…).',
  ],
  [
    /^status 40[13]$/,
    'settings',
    'EmailJS does not let the shop in. At EmailJS, under Account, Security, allow API requests from non-browser applications, and compare the private key with the setting EMAILJS_PRIVATE_KEY of the shop’s server.',
  ],
  [
    /^status 412$/,
    'settings',
    'EmailJS can no longer use the cafe’s mailbox. At EmailJS, under Email Services, reconnect it.',
  ],
  [
    /^status 422$/,
    'settings',
    'EmailJS finds no recipient in a template. At EmailJS, “To Email” is the cafe’s address in the cafe’s template, and {{{to_email}}} in that of the customers.',
  ],
  [
    /^smtp (53[0458]|EAUTH)$/,
    'settings',
    'The mail server does not accept the shop’s user name or password. Ask the person who runs the shop’s server to correct them in SMTP_URL.',
  ],
  [
    /^(status 413|smtp 552)$/,
    'too-large',
    'It is too large for the e-mail service. Call the customer, or write to them from your own mailbox.',
  ],
  [
    /unreadable$/,
    'unwritable',
    'This version of the shop cannot write it. Ask the shop’s developer.',
  ],
  [
    /^(status 429|smtp 4\d\d)$/,
    'passing',
    'The e-mail service takes no more for now. Wait: they are sent again by themselves. If it lasts for hours, look at the service whether the limit of your plan is reached.',
  ],
  [
    /^smtp 5\d\d$/,
    'passing',
    'The mail server rejects what the shop sends. They are sent again by themselves. Ask the person who runs the shop’s server to check the sender (MAIL_FROM) and the account.',
  ],
];

const UNREACHABLE =
  'The e-mail service cannot be reached, or does not work at the moment. Wait: they are sent again by themselves. If it lasts for hours, ask the person who runs the shop’s server.';

export function classOf(reason: string): FailureClass {
  return CLASSES.find(([pattern]) => pattern.test(reason))?.[1] ?? 'passing';
}

/** What the owner does about it. */
export function adviceOn(reason: string): string {
  return CLASSES.find(([pattern]) => pattern.test(reason))?.[2] ?? UNREACHABLE;
}

/** These may be about the customer's address, which the next attempt leaves out or replaces. */
const MAY_BE_ABOUT_ADDRESS = /^status 4(00|22)$/;

/** Whether the owner has to know of it now. Most failures pass within a few minutes. */
export function needsOwner({ failure, attempts }: QueuedEmail): boolean {
  if (!failure) return false;
  if (failure.isLong) return true;
  const failureClass = classOf(failure.reason);
  if (failureClass !== 'settings' && failureClass !== 'too-large') return false;
  return attempts > (MAY_BE_ABOUT_ADDRESS.test(failure.reason) ? 2 : 0);
}
