import { dayInWords, displayDay } from '#domain/calendar/days.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { Order, OrderItem } from './order.ts';

/** The cafe's e-mail as plain text: each item, then who collects it (spec §7). */
export function orderText(order: Order): string {
  const { name, email, phone } = order.customer;
  return [
    ...order.items.map(itemText),
    `Total paid: ${formatPence(order.total)}`,
    [`Name: ${name}`, `Email: ${email}`, `Phone: ${phone}`, `Order: ${order.id}`].join('\n'),
  ].join('\n\n');
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
