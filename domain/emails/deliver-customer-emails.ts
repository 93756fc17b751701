import * as z from 'zod';
import { londonDay } from '#domain/calendar/days.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import { copyOf, newLink } from '#domain/customer-link/link.ts';
import { withCurrentAllergens } from '#domain/orders/current-allergens.ts';
import { collectionDays, isReturned, type Order, refundedAmount } from '#domain/orders/order.ts';
import { makePayLink } from '#domain/orders/pay-agreed-order.ts';
import { raiseProblem } from '#domain/orders/problems.ts';
import type { Ports } from '#domain/ports.ts';
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
  type DeliverySettings,
  deliverClaimed,
  LONGEST_PAUSE_SECONDS,
  pauseAfterAttempt,
} from './deliver-claimed.ts';
import type { CustomerEmail, Sender } from './email-frame.ts';
import {
  movedDays,
  NOT_SENT_IF_CANCELLED,
  numberedKind,
  refundOf,
  reminderDay,
  reminderTime,
} from './email-kinds.ts';
import type { ClaimedEmail, PlannedEmail } from './email-ports.ts';

/**
 * The e-mails that a customer gets about an order that is paid or agreed; none if it was anonymised before, or
 * has no address.
 */
export function plannedEmails(
  { items, customer }: Order,
  now: Instant,
  first: 'confirmation' | 'agreed' = 'confirmation',
): PlannedEmail[] {
  if (customer.email === '') return [];
  const reminders = collectionDays(items).map((day) => ({
    kind: `reminder ${day}` as const,
    notBefore: reminderTime(day),
  }));
  // An order that is paid on the day before needs no reminder.
  return [{ kind: first }, ...reminders.filter(({ notBefore }) => notBefore > now)];
}

/** Those that an order should have once its address is right. The first is sent again. None if it is over. */
export function emailsAfterCorrection(order: Order, now: Instant): PlannedEmail[] {
  const first = firstEmail(order);
  if (first === 'cancelled') return [{ kind: first }];
  const isOver = collectionDays(order.items).every((day) => day < londonDay(now));
  const isRefunded = refundedAmount(order.reversals) >= order.total;
  return isOver || isRefunded ? [] : plannedEmails(order, now, first);
}

/** The e-mail that has the present state of the order: ordered, agreed or cancelled. */
export function firstEmail({ state, cancelledAt }: Order): 'confirmation' | 'agreed' | 'cancelled' {
  if (cancelledAt !== null) return 'cancelled';
  return state === 'agreed' ? 'agreed' : 'confirmation';
}

type Delivering = Pick<
  Ports,
  | 'orders'
  | 'book'
  | 'customerEmails'
  | 'customerLinks'
  | 'mailer'
  | 'problems'
  | 'trader'
  | 'catalogue'
  | 'secrets'
  | 'clock'
  | 'log'
>;

/**
 * Sends the customers' e-mails that have been due longest. A crash between sending and recording sends a
 * second copy.
 * @param most the maximum number of e-mails.
 * @returns the number of claimed e-mails.
 */
export async function deliverCustomerEmails(
  ports: Delivering,
  most: number,
  settings: DeliverySettings = {},
): Promise<number> {
  return deliverClaimed(ports.orders, ports.customerEmails, most, settings, (email, order) =>
    deliver(ports, email, order),
  );
}

async function deliver(
  ports: Delivering,
  claimed: ClaimedEmail,
  order: Order | undefined,
): Promise<void> {
  const { orderId, kind, attempt } = claimed;
  const { customerEmails, mailer, clock, log } = ports;
  const reasonToDrop =
    order &&
    (reasonNotToSend(order, kind, clock.now()) ??
      ((await isCollectedEarly(ports, order, kind)) ? 'collected' : undefined));
  if (reasonToDrop) return customerEmails.drop(claimed, reasonToDrop);
  if (order && !isAddress(order.customer.email)) return giveUp(ports, claimed, 'no address');
  // Together, because they read the same version of the catalogue.
  const [trader, traced] = await Promise.all([
    ports.trader(),
    order && withCurrentAllergens(ports.catalogue, order),
  ]);
  const link = order && `${trader.origin}${LINK_PATH}${await newLink(ports, order, claimed)}`;
  const sender = link && { ...trader, link };
  const contents = traced && sender && (await contentsOf(ports, traced, claimed, sender));
  // Unreadable here; the cafe's notification raises the problem.
  if (!contents) return customerEmails.postpone(claimed, LONGEST_PAUSE_SECONDS, 'unreadable');

  const delivery = await mailer.send({
    orderId,
    messageId: `${kind.replaceAll(' ', '-')}-${orderId}-${claimed.revision}`,
    to: { customer: order.customer.email },
    replyTo: trader.email,
    ...contents,
  });
  if (delivery.ok) {
    await customerEmails.sent(claimed);
    log.info({ orderId, kind, attempt }, 'customer e-mailed');
  } else if (delivery.isRecipientRejected) {
    await giveUp(ports, claimed, delivery.reason);
  } else {
    const pause = pauseAfterAttempt(attempt);
    await customerEmails.postpone(claimed, pause, delivery.reason);
    log.error({ orderId, kind, attempt, pause, reason: delivery.reason }, 'customer not e-mailed');
  }
}

/** Older refunds come back with a backup; Stripe repeats its events for three days. */
const REFUND_NOTICE_SECONDS = 3 * 24 * 60 * 60;
/** As in app/routes.ts. */
const LINK_PATH = '/my-order/';

/** @returns undefined for an e-mail that should be sent. */
function reasonNotToSend(order: Order, kind: string, now: Instant): string | undefined {
  const refundId = refundOf(kind);
  if (refundId !== undefined) {
    const refund = order.reversals.find(({ id }) => id === refundId);
    if (!refund || isReturned(refund.state)) return 'refund failed';
    return refund.at < plusSeconds(now, -REFUND_NOTICE_SECONDS) ? 'too late' : undefined;
  }
  const numbered = numberedKind(kind);
  if (kind === 'cancelled' || numbered === 'written' || numbered === 'missed') return undefined;
  if (order.cancelledAt !== null) return NOT_SENT_IF_CANCELLED;
  if (refundedAmount(order.reversals) >= order.total) return 'refunded';
  if (kind === 'agreed' && order.state !== 'agreed') return 'paid';
  const day = reminderDay(kind) ?? movedDays(kind)?.to;
  if (day && day < londonDay(now)) return 'too late';
  // Another e-mail tells the customer of the day that it is now.
  return day && !collectionDays(order.items).includes(day) ? 'moved' : undefined;
}

/** Whether what a reminder is about was handed over before its day. */
async function isCollectedEarly({ book }: Delivering, { id }: Order, kind: string) {
  const day = reminderDay(kind);
  const booked = day && (await book.order({ id }));
  return booked?.days.some((each) => each.day === day && each.made === 'collected') ?? false;
}

/** Visitors may type anything (spec §5). */
function isAddress(text: string): boolean {
  return z.email().safeParse(text).success;
}

/** The owner has to ring the customer. */
async function giveUp(ports: Delivering, email: ClaimedEmail, reason: string): Promise<void> {
  const { orderId, kind } = email;
  const facts = { email: kind, reason };
  // First, because an e-mail that is dropped is not claimed again.
  await raiseProblem(ports, { kind: 'customer-not-reached', subject: orderId, orderId, facts });
  await ports.customerEmails.drop(email, reason);
}

async function contentsOf(
  ports: Delivering,
  order: Order,
  email: ClaimedEmail,
  trader: Sender,
): Promise<CustomerEmail | undefined> {
  const now = ports.clock.now();
  const { kind, words } = email;
  if (kind === 'agreed') {
    const token = await makePayLink(ports, order.id, { sentAs: copyOf(email) });
    return token === undefined ? undefined : agreedEmail(order, token, trader, now);
  }
  if (kind === 'confirmation') return confirmationEmail(order, trader, now);
  if (kind === 'cancelled') return cancelledEmail(order, trader, now);
  const refund = order.reversals.find(({ id }) => id === refundOf(kind));
  if (refund) return refundEmail(order, refund, trader);
  const numbered = numberedKind(kind);
  if (numbered === 'changed') return changedEmail(order, trader, now);
  if (numbered === 'cancel-asked') return cancellingEmail(order, 'asked', trader, now);
  if (numbered === 'cancel-declined') return cancellingEmail(order, 'declined', trader, now);
  if (numbered) return words === null ? undefined : writtenEmail(order, numbered, words, trader);
  const moved = movedDays(kind);
  if (moved) return movedEmail(order, moved, trader, now);
  const day = reminderDay(kind);
  return day && reminderEmail(order, day, trader, now);
}
