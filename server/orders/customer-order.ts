import type { Collection } from '#domain/book/collection.ts';
import { cancelRequest } from '#domain/book/customer-news.ts';
import { versionOf } from '#domain/book/trail.ts';
import { firstDay, nextOpenDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { generalRulesText } from '#domain/calendar/reason-text.ts';
import type { CollectionTime, DayRules } from '#domain/calendar/rules.ts';
import { timeOf } from '#domain/calendar/times.ts';
import {
  type DayLoads,
  hasRoom,
  openTimes,
  roomOn,
  unitsByDay,
} from '#domain/capacity/capacity.ts';
import { amountAdded, linesInWords } from '#domain/orders/addition.ts';
import { reachableEmail } from '#domain/orders/email-address.ts';
import { cakesFirst } from '#domain/orders/items-in-words.ts';
import { collectionDays, isFunded, type Order, toGiveBack } from '#domain/orders/order.ts';
import { itemAt, withPositions } from '#domain/orders/positions.ts';
import { type PublicOrder, publicView } from '#domain/orders/public-order.ts';
import type { Pence } from '#domain/pence.ts';
import type { Shop } from '#server/shop.ts';
import { readAddition } from './additions.ts';
import type { BookedOrder } from './book-rows.ts';
import { takesMessage } from './change-text.ts';
import { withCurrentAllergens } from './current-allergens.ts';
import { openLink } from './customer-link.ts';
import { dayLoads } from './days.ts';
import { rulesForItems } from './move.ts';
import { readPrint } from './printed-sheets.ts';

/** How often customers may move an order themselves. */
const MOST_MOVES = 3;
/** How many texts they may change: each change is an e-mail. */
const MOST_TEXT_CHANGES = 20;
/** Messages are fixed from the day before the collection on. */
const TEXT_DAYS_BEFORE = 2;

/** The last day on which a customer may change a text about a day. */
export function lastDayForTexts(day: Day): Day {
  return addDays(day, -TEXT_DAYS_BEFORE);
}

/** Candles need no notice: the last day on which a customer may add something to what is collected on a day. */
export function lastDayToAdd(day: Day): Day {
  return addDays(day, -1);
}

/** The last day on which a customer may move what is collected on a day: it could still be ordered on the next. */
export function lastDayToMove(day: Day, { startsOn: _, notBefore: __, ...rules }: DayRules): Day {
  let next = addDays(day, -rules.leadDays);
  // Closed days may make the notice longer.
  while (firstDay(next, rules) > day) next = addDays(next, -1);
  return addDays(next, -1);
}

/** Why customers cannot change something themselves. */
export type Fixed = 'too-late' | 'printed' | 'ticked-off' | 'too-often' | 'over';

/** What a customer sees of an order, and what they may change. */
export interface CustomerOrder extends PublicOrder {
  /** False for an order on the phone that is paid later. */
  isPaid: boolean;
  name: string;
  /** Where e-mails go, masked. */
  email: string;
  /** Empty: the customer. */
  collector: string;
  days: CustomerDay[];
  /** Whether the last day has passed, or it was cancelled. */
  isOver: boolean;
  /** Whether it was handed over on each of its days. */
  isCollected: boolean;
  textsFixed: Fixed | undefined;
  movesLeft: number;
  cancelling: ReturnType<typeof cancelRequest>;
  /** What is to be given back of what was taken off. */
  toGiveBack: Pence;
  /** Whether something can be added to it: not before anything is paid. */
  takesAdditions: boolean;
  /** What the customer has begun to add, and not paid. */
  adding: Adding | undefined;
  /** Sent back by the forms of the page. */
  version: number;
}

interface Adding {
  day: Day;
  /** `candles, Number topper: “7”` */
  words: string;
  amount: Pence;
  isProcessing: boolean;
}

export interface CustomerDay {
  day: Day;
  /** The customer has the e-mail that it is ready, and it still is. */
  isReady: boolean;
  /** Positions of its items in the order, cakes first. */
  positions: number[];
  /** Of those, the ones that can have a message. */
  withMessage: number[];
  messages: { until: Day; fixed: Fixed | undefined };
  move: { until: Day; fixed: Fixed | undefined };
  add: { until: Day; fixed: Fixed | undefined };
  /** Open days, for these cakes. */
  offered: Day[];
  /** Of its day, those with room, without that of the order. */
  otherTimes: CollectionTime[];
  /** The last day that can be ordered for. */
  last: Day;
  /** Which days are open, in words. */
  rules: string;
}

/** Two weeks of open days, and a few more where weekends are closed. */
const OFFERED = 12;

/**
 * @param token from a URL.
 * @returns undefined for a link that is not valid; `over` once the order was anonymised.
 */
export async function customerOrder(
  shop: Shop,
  token: string,
): Promise<CustomerOrder | 'over' | undefined> {
  const link = await openLink(shop, token);
  if (link === undefined || link === 'over') return link;
  const { order, booked } = link;
  const today = londonDay(shop.clock.now());
  const isCollected = booked.collections.every(({ fulfilment }) => fulfilment === 'collected');
  const isOver =
    order.cancelledAt !== null ||
    booked.collections.every(({ day, fulfilment }) => day < today || fulfilment === 'collected');
  const collections = new Map(booked.collections.map((each) => [each.day, each]));
  const count = countChanges(booked);
  const days = await Promise.all(
    collectionDays(order.items).map((day) =>
      readDay(shop, order, { day, today, isOver, collection: collections.get(day), ...count }),
    ),
  );
  return {
    ...publicView(await withCurrentAllergens(shop, order)),
    isPaid: isFunded(order.state),
    name: order.customer.name,
    email: maskEmail(reachableEmail(order)),
    collector: booked.collector,
    days,
    isOver,
    isCollected,
    // As long as a day of the order can be changed.
    textsFixed: days.some(({ messages }) => messages.fixed === undefined)
      ? undefined
      : days[0]?.messages.fixed,
    movesLeft: Math.max(0, MOST_MOVES - count.customersMoves),
    cancelling: cancelRequest(booked.trail),
    toGiveBack: toGiveBack(order),
    takesAdditions: order.paid > 0,
    adding: await readAdding(shop, order),
    version: versionOf(booked.trail),
  };
}

interface DayState extends ReturnType<typeof countChanges> {
  day: Day;
  today: Day;
  isOver: boolean;
  collection: Collection | undefined;
}

async function readDay(
  shop: Shop,
  order: Order,
  { day, today, isOver, collection, customersMoves, customersChanges }: DayState,
): Promise<CustomerDay> {
  const { fulfilment = 'to-make', readyEmail } = collection ?? {};
  const items = withPositions(order.items)
    .filter((item) => item.day === day)
    .sort(cakesFirst);
  const { rules, leadDays } = await rulesForItems(shop, items);
  const loads = await dayLoads(shop, today, addDays(today, rules.daysAhead));
  const units = unitsByDay(items).get(day) ?? 0;
  const printed = await readPrint(shop.db, day);
  const withMessage = await Promise.all(items.map((item) => takesMessage(shop, item)));
  const state = (until: Day): Fixed | undefined => {
    if (isOver || day < today) return 'over';
    if (fulfilment !== 'to-make') return 'ticked-off';
    return today > until ? 'too-late' : undefined;
  };
  const messagesUntil = lastDayForTexts(day);
  const moveUntil = lastDayToMove(day, { ...rules, leadDays });
  return {
    day,
    isReady: !isOver && fulfilment === 'ready' && readyEmail?.state === 'sent',
    positions: items.map(({ position }) => position),
    withMessage: items.flatMap(({ position }, index) => (withMessage[index] ? position : [])),
    messages: {
      until: messagesUntil,
      fixed:
        state(messagesUntil) ??
        (printed && 'printed') ??
        (customersChanges >= MOST_TEXT_CHANGES ? 'too-often' : undefined),
    },
    move: {
      until: moveUntil,
      fixed: state(moveUntil) ?? (customersMoves >= MOST_MOVES ? 'too-often' : undefined),
    },
    add: { until: lastDayToAdd(day), fixed: state(lastDayToAdd(day)) },
    offered: nextOpenDays(rules.daysAhead, today, rules)
      .filter((open) => open !== day && hasRoomFor(units, order, open, { rules, loads }))
      .slice(0, OFFERED),
    otherTimes: openTimes(day, rules, loads).filter((time) => time !== timeOf(items, day)),
    last: addDays(today, rules.daysAhead),
    rules: generalRulesText(today, rules),
  };
}

async function readAdding({ db }: Shop, order: Order): Promise<Adding | undefined> {
  const addition = await readAddition(db, order.id);
  const day = addition && itemAt(order.items, addition.position)?.day;
  if (!addition || !day) return undefined;
  const { lines, isProcessing } = addition;
  return { day, words: linesInWords(lines), amount: amountAdded(lines), isProcessing };
}

/** Whether units of an order fit on another day. If the order is collected then already, they need no other time. */
export function hasRoomFor(
  units: number,
  { items }: { items: Parameters<typeof timeOf>[0] },
  day: Day,
  { rules, loads }: { rules: DayRules; loads: DayLoads },
): boolean {
  return timeOf(items, day) === undefined
    ? hasRoom(day, units, rules, loads)
    : units <= roomOn(day, rules, loads);
}

function countChanges({ trail }: BookedOrder) {
  const byCustomer = trail.filter(({ actor }) => actor === 'customer');
  return {
    customersMoves: byCustomer.filter(({ kind }) => kind === 'moved').length,
    customersChanges: byCustomer.filter(({ kind }) => kind === 'text-changed').length,
  };
}

/** `ada@example.org` → `a•••@e•••.org`: who typed it recognises it, and nobody else learns it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '•••';
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const ending = dot < 1 ? '' : domain.slice(dot);
  return `${firstLetter(email)}•••@${firstLetter(domain)}•••${ending}`;
}

function firstLetter(text: string): string {
  return [...text][0] ?? '';
}
