import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { CUSTOMER_FIELD_NAMES } from '#domain/orders/customer-details.ts';
import {
  type Customer,
  collectionDays,
  type Order,
  type OrderId,
  refundedAmount,
} from '#domain/orders/order.ts';
import { firstEmail, type PlannedEmail, plannedEmails } from '#server/emails/kinds.ts';
import type { Ports } from '#server/ports.ts';
import { AgreedRequest } from './agree-order.ts';

/** Staff correct who ordered, and how to reach them. */
export interface ContactCorrection {
  orderId: OrderId;
  /** What the page showed. A field that is the same in `to` stays as it is. */
  from: Customer;
  to: Customer;
  /** The person's id. */
  by: string;
}

/**
 * `emailed`: also the e-mail address, and the order's e-mail goes there. `conflict`: a field is neither what the page
 * showed nor what is wanted. `unknown`: the order is not in the book, or was anonymised.
 */
export type ContactCorrected =
  | 'corrected'
  | 'emailed'
  | 'unchanged'
  | 'unknown'
  | { conflict: Partial<Customer> };

type ContactCorrectedByStaff = ContactCorrected | { problems: Partial<Customer> };

/** Corrects the details that staff have changed, by the rules of an order on the phone. Idempotent. */
export async function correctContact(
  ports: Pick<Ports, 'orders' | 'clock' | 'log'>,
  { orderId, from, to: typed, by }: ContactCorrection,
): Promise<ContactCorrectedByStaff> {
  const to = { ...typed };
  const problems: Partial<Customer> = {};
  for (const field of CUSTOMER_FIELD_NAMES) {
    to[field] = typed[field].trim();
    // Visitors may type any address.
    if (to[field] === from[field]) continue;
    const read = AgreedRequest.shape[field].safeParse(to[field]);
    const [issue] = read.error?.issues ?? [];
    if (issue) problems[field] = issue.message;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const [order] = await ports.orders.findAll([orderId]);
  if (!order) return 'unknown';
  const now = ports.clock.now();
  const corrected = { ...order, customer: { ...order.customer, email: to.email } };
  const emails = emailsAfterCorrection(corrected, now);
  const result = await ports.orders.correctContact({ orderId, from, to, by }, emails);
  if (result === 'corrected' || result === 'emailed') {
    ports.log.info({ orderId }, 'contact details of an order corrected');
  }
  return result;
}

/** Those that an order should have once its address is right. The first is sent again. None if it is over. */
function emailsAfterCorrection(order: Order, now: Instant): PlannedEmail[] {
  const first = firstEmail(order);
  if (first === 'cancelled') return [{ kind: first }];
  const isOver = collectionDays(order.items).every((day) => day < londonDay(now));
  const isRefunded = refundedAmount(order.reversals) >= order.total;
  return isOver || isRefunded ? [] : plannedEmails(order, now, first);
}
