import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Quote } from './order.ts';

// What a customer reads of a deposit and a quote: before paying on the pay page, and in e-mails.

/** What may be kept, as the terms say it of an order that has not been begun (cafe/words/terms.ts). */
export const DEPOSIT_KEPT =
  'If you cancel before we begin to make your order, we pay the deposit back. Once we have begun, we keep it.';

/** When the rest is to be paid. @param restBy undefined or null: when the order is collected. */
export function restDue(restBy: Day | null | undefined): string {
  return restBy ? `by ${dayInWords(restBy)}` : 'when you collect';
}

/** The same while the deposit is to be paid. */
export function restLater(restBy: Day | null | undefined): string {
  return restBy ? `${restDue(restBy)}, with a link that we send you` : restDue(restBy);
}

/** Whether the day of a quote may go to another customer. */
export function heldInWords({ holdsDay }: Pick<Quote, 'holdsDay'>): string {
  return holdsDay
    ? 'We keep the day for you until then.'
    : 'We do not keep the day for you until then: it may fill up.';
}
