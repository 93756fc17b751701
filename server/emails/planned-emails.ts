import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { reminderTime } from '#domain/emails/email-kinds.ts';
import { collectionDays, isAgreed, type Order, refundedAmount } from '#domain/orders/order.ts';
import type { PlannedEmail } from './email-ports.ts';

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
  return isAgreed(state) ? 'agreed' : 'confirmation';
}
