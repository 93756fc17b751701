import { dayInWords, displayDay, londonDay } from '#domain/calendar/days.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { type Order, type OrderItem, type Reversal, refundedAmount } from './order.ts';

/** Formats the cafe's e-mail: the items, then the customer (spec §7). */
export function orderText(order: Order): string {
  const { name, email, phone } = order.customer;
  return [
    ...warning(order),
    ...order.items.map(itemText),
    [`Total paid: ${formatPence(order.total)}`, ...order.reversals.map(reversalText)].join('\n'),
    [`Name: ${name}`, `Email: ${email}`, `Phone: ${phone}`, `Order: ${order.id}`].join('\n'),
  ].join('\n\n');
}

/** A refund comes first, before the kitchen starts. */
function warning({ total, reversals }: Order): string[] {
  const refunded = refundedAmount(reversals);
  if (refunded === 0) return [];
  return refunded >= total
    ? ['REFUNDED IN FULL. Please do not make this order.']
    : [`REFUNDED IN PART: ${formatPence(refunded)} of ${formatPence(total)}.`];
}

function reversalText({ id, kind, amount, state, at, answerBy }: Reversal): string {
  const what = kind === 'refund' ? 'Refund' : 'Dispute';
  const until = answerBy ? `, answer at Stripe by ${displayDay(londonDay(answerBy))}` : '';
  return `${what}: ${formatPence(amount)} (${state}, ${displayDay(londonDay(at))}${until}) ${id}`;
}

function itemText(item: OrderItem, index: number): string {
  return [
    `${index + 1}. ${item.title}`,
    `   Price: ${formatPence(item.price)}`,
    `   Size: ${describeSize(item)}`,
    `   Message on cake: ${item.message === '' ? 'none' : item.message}`,
    `   Collection day: ${displayDay(item.day)} (${dayInWords(item.day)})`,
    `   Allergens: ${item.allergens.length === 0 ? 'none named' : item.allergens.join(', ')}`,
  ].join('\n');
}
