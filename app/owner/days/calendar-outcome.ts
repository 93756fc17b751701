import { href } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import type { Outcome } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import type { Conflict } from '#app/ui/kit/refusal.ts';
import { isNoticeTooLong } from '#domain/calendar/cake-rules.ts';
import { isWithoutCollections } from '#domain/calendar/collection-days.ts';
import { addDays } from '#domain/calendar/days.ts';
import type { CalendarChange } from '#domain/calendar/stored-calendar.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { hoursInWords, inWords } from '#domain/words/hours.ts';
import {
  type CalendarVersion,
  type ChangeCalendarResult,
  calendarRules,
} from '#server/content/calendar.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { bookedWhileClosed, outsideHoursInWords } from './booked-while-closed.ts';
import { ordersOn } from './calendar/orders-on.ts';
import { changeInWords, closedWords, rangeInWords, rangesOf } from './words.ts';

// On the server: what a form that changes the calendar answers.

/** @param to the next screen. */
export async function outcomeOf(
  shop: Shop,
  result: ChangeCalendarResult,
  to: string = href('/owner/calendar'),
): Promise<Outcome> {
  if (result.ok) return { to, ...(await calendarDone(shop, result.change)) };
  if (result.reason === 'invalid') return { problems: result.problems };
  return { conflict: await conflictWith(shop, result.others) };
}

/**
 * The notice about a change of the calendar, with its Undo.
 * @param change undefined if nothing has changed.
 * @param moved the orders that were moved before days were closed, and the events to take back.
 */
export async function calendarDone(
  shop: Shop,
  change: CalendarVersion | undefined,
  moved: { orders: number; events: number[] } = { orders: 0, events: [] },
): Promise<{ words?: string; undo?: string }> {
  if (!change) return {};
  const words = [
    await doneInWords(shop, change.change),
    moved.orders > 0 && `${countOf(moved.orders, 'order')} moved.`,
    change.change.rules.fields.some((field) => CLOSING.includes(field)) &&
      (await bookedInWords(shop)),
    await outsideOwnHours(shop, change.change),
    change.change.rules.fields.some((field) => NOTICE.includes(field)) &&
      (await outOfReachInWords(shop)),
  ];
  return {
    words: words.filter(Boolean).join(' '),
    undo: writeUndoables([
      { kind: 'calendar', version: change.version },
      ...(moved.events.length > 0 ? [{ kind: 'events' as const, ids: moved.events }] : []),
    ]),
  };
}

/** @param others the newest first. */
async function conflictWith(shop: Shop, others: CalendarVersion[]): Promise<Conflict> {
  const names = await namesOfPeople(shop);
  const [newest] = others;
  const theirs = others.toReversed().flatMap(({ change }) => changeInWords(change));
  return {
    version: newest?.version ?? 0,
    who: newest && nameOf(names, newest.by),
    theirs: [...Map.groupBy(theirs, ({ field }) => field).values()].flatMap((ofOne) => {
      const { label, after } = ofOne.at(-1) ?? {};
      return label && after !== undefined ? { label, now: after } : [];
    }),
  };
}

const CLOSING = ['pause', 'closedPeriods', 'closedWeekdays'];

/** Which orders have a collection time outside the hours that a day has been given. */
async function outsideOwnHours(shop: Shop, { days }: CalendarChange): Promise<string | undefined> {
  const [given] = days.filter(({ is }) => is?.hours);
  if (!given) return undefined;
  const orders = await ordersOn(shop, { first: given.day, last: given.day });
  const words = outsideHoursInWords(orders, (await shop.merchant()).openingHours);
  return words && `${words}.`;
}

/** That orders are booked for closed days or hours, after a change that closes many at once. */
export async function bookedInWords(shop: Shop): Promise<string | undefined> {
  const count = new Set((await bookedWhileClosed(shop)).map(({ orderId }) => orderId)).size;
  if (count === 0) return undefined;
  return `${countOf(count, 'order')} ${count === 1 ? 'is' : 'are'} booked for closed days or hours.`;
}

const NOTICE = ['daysAhead', 'noticeInBakingDays'];

/** `Nobody can order Wedding Cake: it needs more notice than customers can order ahead.` */
async function outOfReachInWords(shop: Shop): Promise<string | undefined> {
  const [{ catalogue }, rules] = await Promise.all([shop.content(), calendarRules(shop)]);
  const cakes = catalogue.cakes.filter((cake) => isNoticeTooLong(cake, rules, todayAt(shop)));
  if (cakes.length === 0) return undefined;
  const need = cakes.length === 1 ? 'it needs' : 'they need';
  const titles = inWords(cakes.map(({ title }) => title));
  return `Nobody can order ${titles}: ${need} more notice than customers can order ahead.`;
}

/** `Closed: Sat 5 Dec.` */
async function doneInWords(shop: Shop, { days, rules }: CalendarChange): Promise<string> {
  const [first] = days;
  const last = days.at(-1);
  const closes = ({ is }: CalendarChange['days'][number]) => isWithoutCollections(is);
  // A version that is restored may open and close several days.
  const isRange = days.every(
    (each, index) =>
      first && each.day === addDays(first.day, index) && closes(each) === closes(first),
  );
  if (rules.fields.length > 0 || !first || !last || !isRange) return 'Saved. Visitors see it now.';
  const range = rangeInWords({ first: first.day, last: last.day });
  const isClosed = closes(first);
  const isEnded = first.is === undefined && first.was?.is === 'open';
  if (isEnded) return `Not open any more: ${range}.`;
  if (first.is?.is === 'as-usual') return `As every week: ${range}.`;
  if (isClosed) {
    const isCafeOpen = days.every(({ is }) => is?.is === 'no-collections');
    return `${isCafeOpen ? 'No collections' : 'Closed'}: ${range}. Visitors see it now.`;
  }
  const now = await calendarRules(shop);
  const opened = days.map(({ day }) => day);
  const still = rangesOf(opened, (day) => closedWords(day, now));
  const hours = first.is?.is === 'open' && first === last && first.is.hours;
  const open = hours ? `${range}, ${hoursInWords(hours)}` : range;
  if (still.length === 0) return `Open: ${open}. Visitors see it now.`;
  if (opened.every((day) => closedWords(day, now) !== undefined)) {
    const why = [...new Set(still.map(({ words }) => words))].join('. ');
    return `Saved: ${range}. Customers still cannot choose ${first === last ? 'it' : 'these days'}. ${why}.`;
  }
  const closed = still.map(({ words, ...each }) => `${rangeInWords(each)} (${words})`).join(', ');
  return `Open: ${range}. Visitors see it now. Still closed: ${closed}.`;
}
