import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { addedItems } from '#domain/emails/email-kinds.ts';
import type { Merchant } from '#domain/merchant.ts';
import { additionInWords } from '#domain/orders/items-in-words.ts';
import { collectionDays, type Order } from '#domain/orders/order.ts';
import { dayOfSubject, orderText, whatIsCollected } from '#domain/orders/order-text.ts';
import { everOrdered, itemAt } from '#domain/orders/positions.ts';

// E-mails to the cafe about what customers change by their links. Their kinds say what: the order, as it is when the
// e-mail is sent, does not.

export function customerMovedEmail(order: Order, kind: string, merchant: Merchant) {
  const [, from, to] = kind.split(' ');
  if (!isDay(from) || !isDay(to)) return undefined;
  const moved = order.items.filter(({ day }) => day === to);
  // Moved once more: the next e-mail names that day.
  const items = moved.length > 0 ? moved : order.items;
  const [, ...rest] = whatIsCollected({ ...order, items });
  return newsEmail(order, merchant, {
    subject: [`Moved to ${dayOfSubject({ ...order, items }, to)}`, ...rest],
    news: `The customer has moved it from ${dayInWords(from)} to ${whenInWords(to, timeOf(items, to))}.`,
  });
}

export function customerChangedEmail(order: Order, kind: string, merchant: Merchant) {
  const [, , position] = kind.split(' ');
  if (position === undefined) {
    const collector = order.collector ?? order.customer.name;
    return newsEmail(order, merchant, {
      subject: [`${collector} collects`, ...whatIsCollected(order)],
      news: `The customer says that ${collector} collects it.`,
    });
  }
  // The order may not have it any more.
  const item = itemAt(everOrdered(order), Number(position));
  if (!item) return undefined;
  return newsEmail(order, merchant, {
    subject: ['New message', ...whatIsCollected({ ...order, items: [item] })],
    news:
      item.message === ''
        ? `The customer wants nothing written on ${item.title} any more.`
        : `The customer has changed the message on ${item.title}: “${item.message}”.`,
  });
}

export function customerAddedEmail(order: Order, kind: string, merchant: Merchant) {
  const { added, withOptions } = addedItems(everOrdered(order), kind);
  const items = [...added, ...withOptions];
  const days = collectionDays(items);
  return newsEmail(order, merchant, {
    subject: ['Added', ...whatIsCollected({ ...order, items })],
    news: `The customer has added to ${days.map((day) => dayInWords(day)).join(' and ')}, and paid: ${additionInWords(added, withOptions)}.`,
  });
}

export function customerRequestsEmail(order: Order, _kind: string, merchant: Merchant) {
  return newsEmail(order, merchant, {
    subject: ['Asks to cancel', ...whatIsCollected(order)],
    news: 'The customer asks to cancel it and waits for your answer: cancel it, or keep it.',
  });
}

function newsEmail(
  order: Order,
  { origin }: Merchant,
  { subject, news }: { subject: string[]; news: string },
) {
  return {
    subject: subject.join(' · '),
    text: [news, `See or change it: ${origin}/owner/orders/${order.number}`, orderText(order)].join(
      '\n\n',
    ),
  };
}
