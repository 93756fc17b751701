import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, displayDay, londonDay } from '#domain/calendar/days.ts';
import { timeInWords, timeOf, whenInWords } from '#domain/calendar/times.ts';
import { allergenText } from '#domain/catalogue/allergens.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatAmount, formatPence } from '#domain/money.ts';
import { cakesFirst, itemsInWords } from './items-in-words.ts';
import {
  collectionDays,
  isFunded,
  isPaidInPart,
  leftToPay,
  type Order,
  type OrderItem,
  paidOfTotal,
  refundedPart,
} from './order.ts';
import { isMade, isReturned, needsAnswer, type Reversal, refundedAmount } from './reversal.ts';

/**
 * Formats the cafe's e-mail: each item's title, price, size, message and collection date, then name,
 * e-mail and phone, in the order of spec §7. The rest, such as the notes, follows. A refund is in the subject too.
 */
export function orderText(order: Order): string {
  const { name, email, phone } = order.customer;
  const items = order.items.toSorted(cakesFirst);
  return [
    ...items.map(itemText),
    [`Name: ${name}`, `Email: ${email}`, `Phone: ${phone}`].join('\n'),
    ...notes(order),
    ...warning(order),
    ['Allergens', ...items.map(allergensText)].join('\n'),
    [
      ...paidLines(order),
      ...order.reversals.filter(isMade).map(reversalText),
      ...(order.collector ? [`Collected by: ${order.collector}`] : []),
      `Order: ${order.number} (${order.id})`,
    ].join('\n'),
  ].join('\n\n');
}

/** `Sat 28 Nov · Red Velvet 8 in + candles · Ada Lovelace`: what the kitchen looks for in its inbox. */
export function orderSubject(order: Order): string {
  const { paid, surplus, reversals, cancelledAt } = order;
  const refunded = { no: [], part: ['REFUNDED IN PART'], all: ['REFUNDED'] };
  return [
    ...(cancelledAt === null ? [] : ['CANCELLED']),
    ...refunded[refundedPart({ refunded: refundedAmount(reversals), paid, surplus })],
    ...whatIsCollected(order),
  ].join(' · ');
}

/** The days, the cakes and the name, for a subject. */
export function whatIsCollected(order: Pick<Order, 'items' | 'customer' | 'placedAt'>): string[] {
  const { items, customer } = order;
  return [daysOfSubject(order).join(', '), itemsInWords(items), customer.name];
}

type Subject = Pick<Order, 'items' | 'placedAt'>;

/** With the year of a day that was far away when it was ordered. */
export function dayOfSubject({ items, placedAt }: Subject, day: Day): string {
  return whenInWords(day, timeOf(items, day), 'short', londonDay(placedAt));
}

export function daysOfSubject(order: Subject): string[] {
  return collectionDays(order.items).map((day) => dayOfSubject(order, day));
}

function notes({ note, staffNote }: Order): string[] {
  const lines = [
    ...(note ? [`Note from the customer: ${note}`] : []),
    ...(staffNote ? [`Our note: ${staffNote}`] : []),
  ];
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function warning({ paid, surplus, reversals, cancelledAt }: Order): string[] {
  const refunded = refundedAmount(reversals);
  return [
    ...(cancelledAt === null ? [] : ['CANCELLED. Please do not make this order.']),
    ...{
      no: [],
      part: [`REFUNDED IN PART: ${formatPence(refunded)} of ${formatPence(paid)}.`],
      all: ['REFUNDED IN FULL.'],
    }[refundedPart({ refunded, paid, surplus })],
  ];
}

function paidLines(order: Order): string[] {
  const total = formatPence(order.total);
  if (isFunded(order.state)) return [`Total paid: ${total}`];
  if (!isPaidInPart(order)) return [`Total, not paid: ${total}`];
  const until = order.restBy ? `by ${displayDay(order.restBy)}` : 'when it is collected';
  return [
    `Total: ${total}`,
    `Paid: ${formatPence(paidOfTotal(order))}`,
    ...(order.cancelledAt === null ? [`To pay: ${formatPence(leftToPay(order))} ${until}`] : []),
  ];
}

function reversalText(reversal: Reversal): string {
  const { id, kind, state, at, answerBy } = reversal;
  const what = kind === 'refund' ? 'Refund' : 'Dispute';
  const until =
    answerBy && needsAnswer(state)
      ? `, answer at Stripe by ${displayDay(londonDay(answerBy))}`
      : '';
  return `${what}: ${reversedInWords(reversal)} (${state}, ${displayDay(londonDay(at))}${until}) ${id}`;
}

function itemText(item: OrderItem, index: number): string {
  return [
    `${index + 1}. ${item.title}`,
    `   Price: ${formatPence(item.price)}`,
    ...(item.size === '' ? [] : [`   Size: ${describeSize(item) || item.size}`]),
    ...(item.options ? [`   Options: ${optionsInWords(item.options)}`] : []),
    `   Message on cake: ${item.message === '' ? 'none' : item.message}`,
    `   Collection day: ${displayDay(item.day)} (${dayInWords(item.day)})`,
    ...(item.time ? [`   Collection time: ${timeInWords(item.time)}`] : []),
  ].join('\n');
}

function allergensText(item: OrderItem, index: number): string {
  return `${index + 1}. ${item.title}. ${allergenText(item)}`;
}

/** For the cafe: the pounds that have left the balance, or what is asked for and that nothing has left. */
export function reversedInWords({ kind, amount, state, isPending, claimed }: Reversal): string {
  const asked = claimed ? formatAmount(claimed.amount, claimed.currency) : formatPence(amount);
  if (!isPending) return claimed ? `${formatPence(amount)} for ${asked}` : asked;
  if (kind === 'dispute') return `${asked}, nothing taken`;
  return isReturned(state) ? asked : `${asked}, not sent yet`;
}
