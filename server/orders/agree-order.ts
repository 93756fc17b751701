import * as z from 'zod';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import { londonDay } from '#domain/calendar/days.ts';
import { checkItems, type Difference } from '#domain/orders/check-items.ts';
import { CUSTOMER_FIELDS, type CustomerField } from '#domain/orders/customer-details.ts';
import { isAgreed, type Order, OrderId } from '#domain/orders/order.ts';
import { isSameOrder, OrderRequest } from '#domain/orders/order-request.ts';
import { emailSchema, MISTYPED_EMAIL, PlainLine } from '#domain/orders/text-schemas.ts';
import { plannedEmails } from '#server/emails/kinds.ts';
import type { Ports } from '#server/ports.ts';
import { newOrder, rejectFull } from './new-order.ts';
import { addNumbered } from './order-number.ts';
import { type PayingPorts, payAtCounter } from './pay-agreed-order.ts';

function line(field: CustomerField, missing: string) {
  const { max } = CUSTOMER_FIELDS[field];
  return PlainLine.trim().min(1, missing).max(max, `Please use at most ${max} characters.`);
}

/** What staff type while a customer is on the telephone. */
export const AgreedRequest = z.object({
  /** Of the form, so that sending it twice makes one order. */
  id: OrderId,
  name: line('name', 'Please ask for the name.'),
  phone: line('phone', 'Please ask for a phone number.'),
  /** Empty: the customer gets no e-mails. */
  email: z.union([
    z.literal(''),
    emailSchema(MISTYPED_EMAIL).max(CUSTOMER_FIELDS.email.max, MISTYPED_EMAIL),
  ]),
  items: z
    .array(OrderRequest.shape.items.element)
    .min(1, 'Please choose a cake.')
    .max(MAX_ITEMS, `Please take at most ${MAX_ITEMS} items at a time.`),
});
export type AgreedRequest = z.infer<typeof AgreedRequest>;

interface Agreement {
  /** The person's id. */
  by: string;
  /** The person has seen why customers cannot choose the day, and what is booked for it. */
  evenIfClosed: boolean;
  /** The customer has paid in another way. */
  isPaid: boolean;
}

type AgreeResult =
  | { ok: true; id: OrderId }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  /** The form was sent before, with other content. */
  | { ok: false; reason: 'other-content' | 'prices-not-synced' };

type AgreeingPorts = PayingPorts & Pick<Ports, 'content' | 'calendar'>;

/**
 * Takes an order on the phone: it is in the book at once, paid or not, by the same rules and prices as the
 * shop's own. Safe to repeat: the id identifies the form.
 */
export async function agreeOrder(
  ports: AgreeingPorts,
  { id, name, phone, email, items }: AgreedRequest,
  { by, evenIfClosed, isPaid }: Agreement,
): Promise<AgreeResult> {
  const now = ports.clock.now();
  const wanted = { name, phone, email, items };
  const [{ catalogue }, rules, known] = await Promise.all([
    ports.content(),
    ports.calendar.rules(),
    ports.orders.find(id),
  ]);
  if (!known) {
    const cakes = catalogue.byIds(items.map(({ cakeId }) => cakeId));
    const current = { cakes, points: catalogue.sizePoints, rules, today: londonDay(now) };
    const checked = checkItems(items, current, evenIfClosed);
    if (!checked.ok) return checked;
    const order = newOrder({
      id,
      state: 'agreed',
      customer: { name, email, phone },
      items: checked.items,
      placedAt: now,
      // No checkout takes a payment yet.
      payBy: now,
    });
    const emails = plannedEmails(order, now, isPaid ? 'confirmation' : 'agreed');
    const hold = { now, ...(evenIfClosed && { evenIfFull: { by } }) };
    const agreed = { by, emails, hold };
    const add = (numbered: Order) => ports.orders.agree(numbered, agreed);
    const { result } = await addNumbered({ add }, order);
    if (typeof result === 'object' && 'full' in result) {
      return rejectFull(ports, checked.items, result.full, current);
    }
    if (result === 'added') {
      ports.log.info({ orderId: id }, 'order taken on the phone');
    }
  }
  // Added before, or by a quicker double click.
  const stored = await ports.orders.find(id);
  if (!stored || !isSameOrder(stored, wanted)) return { ok: false, reason: 'other-content' };
  if (isPaid && isAgreed(stored.state)) await payAtCounter(ports, id, by);
  return { ok: true, id };
}
