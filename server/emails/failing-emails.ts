import type { Order, OrderId } from '#domain/orders/order.ts';
import type { Shop } from '#server/shop.ts';
import { adviceOn, classOf } from './failures.ts';
import {
  type Backlog,
  dropEmail,
  type EmailFailure,
  readBacklog,
  requeueBacklog,
  type WaitingEmail,
} from './queue.ts';

export interface FailingEmails {
  count: number;
  /** Those that fail first; not all of many. */
  listed: FailingEmail[];
}

export interface FailingEmail {
  orderId: OrderId;
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
export async function countFailingEmails({ db }: Pick<Shop, 'db'>): Promise<number> {
  return (await readBacklog(db, 0)).failing;
}

/** The e-mails are sent in their turns, the cafe's first. */
export async function retryEmails({ db, log }: Pick<Shop, 'db' | 'log'>): Promise<void> {
  await requeueBacklog(db);
  log.info({}, 'all e-mails that wait are sent again, as the owner asked');
}

/** @param key a `giveUpKey`. @returns false when no e-mail that can be given up has it. */
export async function giveUpEmail({ db }: Pick<Shop, 'db'>, key: string): Promise<boolean> {
  const { emails } = await readBacklog(db, MOST_EMAILS);
  const email = emails.find((each) => giveUpKey(each) === key);
  if (email) await dropEmail(db, email, 'closed by the cafe');
  return email !== undefined;
}

/**
 * The problem `emails-failing` in words: whether none goes out, or only these. Customers' names are read here, never
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
      return 'Others are accepted: it may be about the customer’s mailbox, or about what is in the e-mail. It is sent again by itself. If that does not help, call the customer, and give the e-mail up.';
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

function failingEmail(email: WaitingEmail, orders: Order[]): FailingEmail {
  const { orderId, kind } = email;
  const order = orders.find(({ id }) => id === orderId);
  const key = giveUpKey(email);
  return {
    orderId,
    kind,
    ...(order && { orderNumber: order.number, customerName: order.customer.name }),
    ...(key && { giveUpKey: key }),
  };
}

function giveUpKey({ orderId, kind, recipient, failure }: WaitingEmail): string | undefined {
  const mayGiveUp = recipient === 'customer' && failure && isAboutOne(failure);
  return mayGiveUp ? `${orderId} ${kind}` : undefined;
}
