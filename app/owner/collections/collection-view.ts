import { newsView } from '#app/owner/collections/news/news-view.ts';
import { readyView } from '#app/owner/collections/ready/ready-view.ts';
import type { Collection, OrderSummary } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import { timeOfInWords } from '#domain/calendar/times.ts';
import { type CapacityRules, capacityOf, type DayLoads } from '#domain/capacity/capacity.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { groupItems, itemsInWords, makingInWords } from '#domain/orders/items-in-words.ts';
import {
  isFunded,
  isPaidByBank,
  isToPay,
  type OrderItem,
  refundedPart,
} from '#domain/orders/order.ts';
import type { Role } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';
import type { Shop } from '#server/shop.ts';
import { toPayView, unpaidInWords } from './to-pay.ts';
import { customerName } from './words.ts';

// On the server: the browser gets words, so that it needs no rules. Nothing here is more than the role may read (no phone,
// e-mail or id of an order, and amounts by its rights), so that every screen may send it.

export type ItemView = ReturnType<typeof itemView>;
export type CollectionView = ReturnType<typeof collectionView>;
export type CardView = ReturnType<Awaited<ReturnType<typeof readCards>>>;

/** @returns what the card of a collection shows to a person of a role. */
export async function readCards(shop: Shop, role: Role) {
  const merchant = await shop.merchant();
  const now = shop.clock.now();
  const today = londonDay(now);
  return (collection: Collection) => ({
    ...collectionView(collection, role),
    isPast: collection.day < today,
    ready: readyView(collection, merchant, now),
    /** Whether they may answer a customer who asks to cancel. */
    canAnswer: may(role, 'cancel-and-refund'),
  });
}

export function collectionView(collection: Collection, role: Role) {
  const { number, day, fulfilment, collector, note, staffNote, items, days, isReadable } =
    collection;
  return {
    /** Of the order and the day. */
    id: `${number}/${day}`,
    number,
    day,
    fulfilment,
    /** `10am–12pm`; empty if the cafe asked for none. */
    time: timeOfInWords(items, day),
    name: customerName(collection),
    /** Empty: the customer. */
    collector,
    /** The customer's; may be empty. */
    note,
    staffNote,
    items: items.map(itemView),
    /** `Red Velvet 10 in + candles` */
    what: itemsInWords(items),
    otherDays: days
      .filter((other) => other !== day)
      .map((other) => dayInWords(other, 'short', day)),
    refunded: refundedPart(collection),
    /** `£62.00 to pay`, without the amount for the kitchen, or that a bank is paying it. Empty if it is paid. */
    unpaid: unpaidOf(collection, role),
    /** What can be taken at the counter. */
    toPay: isToPay(collection) && may(role, 'take-payment') ? toPayView(collection).amounts : [],
    /** Of the whole order. */
    news: newsView(collection),
    /** False if a part of the stored order cannot be read. */
    isReadable,
  };
}

/** How many customers come when: `8am–10am 3 · 10am–12pm 2`. Empty if none has a collection time. */
export function arrivalsInWords(collections: Collection[]): string {
  const times = Map.groupBy(collections, ({ items, day }) => timeOfInWords(items, day));
  times.delete('');
  return [...times].map(([time, { length }]) => `${time} ${length}`).join(' · ');
}

/** What is to pay of a booked order, in words; empty if it is paid. */
export function unpaidOf(collection: Collection, role: Role): string {
  if (isFunded(collection.state)) return '';
  if (isPaidByBank(collection)) return PAID_BY_BANK;
  return unpaidInWords(collection, may(role, 'see-amounts'));
}

/** Of a payment that takes days. */
const PAID_BY_BANK = 'Paid by bank, on its way';

/** @param paid the words for a paid order. */
export function stateInWords(order: OrderSummary, paid: string): string {
  if (order.cancelledAt !== null) return 'Cancelled';
  if (isPaidByBank(order)) return PAID_BY_BANK;
  const words = {
    quoted: quoteInWords(order),
    accepting: quoteInWords(order),
    placed: 'Not paid yet',
    expired: order.quote ? 'Quote not accepted' : 'Never paid',
    agreed: toPayInWords(order),
    paying: toPayInWords(order),
    funded: paid,
    paid,
  };
  return words[order.state];
}

function quoteInWords({ quote }: OrderSummary): string {
  return quote ? `Quote, until ${dayInWords(quote.validUntil, 'short')}` : 'Quote';
}

function toPayInWords({ paid, deposit }: OrderSummary): string {
  if (paid === 0) return deposit === null ? 'To pay' : 'Deposit to pay';
  return paid === deposit ? 'Deposit paid' : 'Paid in part';
}

export function itemView(item: OrderItem) {
  const { title, message, img, allergens, mayContain, options = [] } = item;
  return {
    title,
    size: describeSize(item),
    /** May be empty. */
    options: optionsInWords(options),
    message,
    img,
    declared: { allergens, mayContain },
  };
}

/** What the collections need: each that is in the book, as `dayLoads` counts their points. */
export function loadOf(collections: Collection[]) {
  const items = collections.flatMap((collection) => collection.items);
  return {
    cakes: items.filter(({ isAddOn }) => !isAddOn).length,
    customers: collections.length,
    /** What to make. */
    groups: groupItems(items),
    /** The same in a line. */
    inALine: makingInWords(items),
  };
}

/** `Sunday 22 November`, with the year if it is another than today's. */
export function dayWords(day: Day, today: Day): string {
  const words = dayInWords(day);
  return day.slice(0, 4) === today.slice(0, 4) ? words.slice(0, -5) : words;
}

/** `1 cake`, `7 cakes`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `14 of 20 points`; undefined for a day without a limit. */
export function unitsInWords(day: Day, rules: CapacityRules, loads: DayLoads): string | undefined {
  const { units = 0 } = loads.get(day) ?? {};
  const capacity = capacityOf(day, rules);
  return capacity === undefined ? undefined : `${units} of ${countOf(capacity, 'point')}`;
}
