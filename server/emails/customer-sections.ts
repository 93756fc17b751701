import type { Day } from '#domain/calendar/day.ts';
import { type IcsEvent, icsFile } from '#domain/calendar/ics.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { allergenLines } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { keepingLines } from '#domain/catalogue/keeping.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { titleInFull } from '#domain/catalogue/sizes.ts';
import type { Merchant } from '#domain/merchant.ts';
import { formatPence } from '#domain/money.ts';
import { collectionEvents, hoursForDays } from '#domain/orders/collection-event.ts';
import { DEPOSIT_KEPT, restDue, restLater } from '#domain/orders/deposit-words.ts';
import { cakesFirst } from '#domain/orders/items-in-words.ts';
import {
  collectionDays,
  isPaidByBank,
  isQuote,
  leftToPay,
  type Order,
  type OrderItem,
  paidOfTotal,
} from '#domain/orders/order.ts';
import { daysOfSubject } from '#domain/orders/order-text.ts';
import { refundedAmount } from '#domain/orders/reversal.ts';
import type { Section, Sender, Writing } from './email-frame.ts';

// The sections and lines of which the e-mails to the customer of an order are made.

/** All of an order as it is now. @param money what is paid, or to pay. */
export function wholeOrder({ order, sender }: Writing, ...money: Section[]): Section[] {
  return [
    ...daySections(order),
    ...money,
    ...collectorSections(order),
    ...collectionSections(sender, collectionDays(order.items)),
  ];
}

/** What a customer has to read of an order that they make. */
export function contractSections({ order, cakes, sender }: Writing): Section[] {
  return [
    ...collectionSections(sender, collectionDays(order.items)),
    ...keepingSections(order, cakes),
    cancellingSection(order),
  ];
}

export function daySections(order: Order): Section[] {
  return collectionDays(order.items).flatMap((day) => itemSections(order, day));
}

export function itemSections({ items }: Order, day: Day): Section[] {
  const title = `To collect on ${whenInWords(day, timeOf(items, day))}`;
  return items
    .filter((item) => item.day === day)
    .sort(cakesFirst)
    .map((item, index) => ({ ...(index === 0 && { title }), lines: itemLines(item) }));
}

function itemLines(item: OrderItem): string[] {
  const { message, price, options } = item;
  return [
    `${titleInFull(item)}: ${formatPence(price)}`,
    ...(options ? [optionsInWords(options)] : []),
    ...(message === '' ? [] : [`On it: “${message}”`]),
    ...allergenLines(item).map(({ word, names }) => `${word}: ${names}`),
  ];
}

export function collectorSections({ collector }: Order): Section[] {
  return collector ? [{ title: 'Who collects it', lines: [collector] }] : [];
}

export function collectionSections(merchant: Merchant, days: Day[]): Section[] {
  const { name, address, openingHours, howToFind, whatToBring, allergenNote } = merchant;
  return [
    { title: 'Allergens', lines: [allergenNote] },
    {
      title: 'Where and when',
      lines: [[name, ...address].join(', '), ...hoursForDays(openingHours, days), howToFind],
    },
    { title: 'What to bring', lines: [whatToBring] },
    questions(merchant, 'Anything to ask or to change?'),
  ];
}

export function questions({ phone }: Merchant, title = 'Anything to ask?'): Section {
  return { title, lines: [`Reply to this e-mail, or ring us on ${phone}.`] };
}

/** Of each cake once for each of these of its days. */
export function keepingSections(
  { items }: Order,
  cakes: Cake[],
  days: Day[] = collectionDays(items),
): Section[] {
  return days.flatMap((day) =>
    cakes
      .filter(({ id }) => items.some((item) => item.cakeId === id && item.day === day))
      .flatMap((cake) => {
        const lines = keepingLines(cake, day).map(({ word, text }) => `${word}: ${text}`);
        return lines.length > 0 ? [{ title: `How to keep ${cake.title}`, lines }] : [];
      }),
  );
}

/** Regulation 28(1)(b) and (c). Candles keep the right. */
function cancellingSection({ items }: Order): Section {
  return {
    title: 'Cancelling',
    lines: [
      ...(items.some(({ isAddOn }) => !isAddOn) ? [CAKES_ARE_FINAL] : []),
      ...(items.some(({ isAddOn }) => isAddOn) ? [CANDLES_COME_BACK] : []),
    ],
  };
}

const CAKES_ARE_FINAL =
  'Your cake is made for you and does not keep, so the 14-day right to cancel an order made online does not apply to it.';
const CANDLES_COME_BACK = 'Candles that you have not opened you can bring back within 14 days.';

/** Of a subject. */
export function shortDays(order: Order): string {
  return daysOfSubject(order).join(' and ');
}

/** Entries for the customer's calendar. */
export function calendarOf({ order, sender, now }: Writing, days?: Day[]): string {
  return icsFile(eventsOf(order, sender, days), now);
}

export function eventsOf(
  order: Order,
  sender: Sender,
  days = collectionDays(order.items),
): IcsEvent[] {
  return days.flatMap((day) => collectionEvents(order, day, sender, sender.link));
}

export function depositLines({ deposit, total, restBy, state }: Order): string[] {
  const orAtCounter = isQuote(state) ? '' : ', or at our counter';
  return [
    `A deposit of ${formatPence(deposit ?? 0)}, by card with the link in this e-mail${orAtCounter}.`,
    `The rest, ${formatPence(total - (deposit ?? 0))}, ${restLater(restBy)}.`,
    DEPOSIT_KEPT,
  ];
}

/** Of an order whose deposit is paid. */
export function restLines(order: Order): string[] {
  const { restBy } = order;
  return [
    paidUntilNow(order),
    isPaidByBank(order)
      ? ON_ITS_WAY
      : `The rest: ${formatPence(leftToPay(order))}, ${restDue(restBy)}.`,
    ...(order.cancelledAt === null ? [DEPOSIT_KEPT] : []),
  ];
}

export function unpaidLines(order: Order): string[] {
  return [
    ...(order.paid > 0 ? [paidUntilNow(order)] : []),
    isPaidByBank(order) ? ON_ITS_WAY : `To pay: ${formatPence(leftToPay(order))}`,
  ];
}

const ON_ITS_WAY = 'Your payment is on its way. You need not pay again.';

/** Of an order that is paid in part. */
export function paidUntilNow(order: Pick<Order, 'paid' | 'surplus' | 'total'>): string {
  return `Paid: ${formatPence(paidOfTotal(order))} of ${formatPence(order.total)}`;
}

export function refundedLines({ reversals }: Order): string[] {
  const refunded = refundedAmount(reversals);
  return refunded > 0 ? [`Paid back: ${formatPence(refunded)}`] : [];
}
