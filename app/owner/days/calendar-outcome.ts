import { href } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import type { Outcome } from '#app/owner/frame/owner-action.ts';
import { type Undoable, writeUndoables } from '#app/owner/frame/undoable.ts';
import type { Conflict } from '#app/ui/kit/refusal.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { type CalendarChange, isWithoutCollections } from '#domain/calendar/stored-calendar.ts';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { hoursInWords } from '#domain/words/hours.ts';
import {
  type CalendarVersion,
  type ChangeRulesResult,
  calendarRules,
  type DaysChanged,
  type DaysRejected,
} from '#server/content/calendar.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import { bookedOnClosedDays } from './booked-on-closed-days.ts';
import { closedWords, ownDaysInWords, rangeInWords, rangesOf, rulesInWords } from './words.ts';

// On the server: what a form that changes the calendar answers.

/** @param to the next screen. */
export async function outcomeOf(
  shop: Shop,
  result: ChangeRulesResult,
  to: string = href('/owner/calendar'),
): Promise<Outcome> {
  if (result.ok) return { to, ...(await calendarDone(shop, result.change)) };
  if (result.reason === 'invalid') return { problems: result.problems };
  return { conflict: await conflictWith(shop, result.others) };
}

/** Of days that a button has opened or closed: it has no field for a problem. */
export async function daysOutcome(
  shop: Shop,
  result: DaysChanged | DaysRejected,
): Promise<Outcome> {
  return result.ok ? calendarDone(shop, result.change) : {};
}

/**
 * The notice about a change of the calendar, with its Undo.
 * @param change undefined if nothing has changed.
 * @param moved the orders that were moved before days were closed, and the events to take back.
 */
export async function calendarDone(
  shop: Shop,
  change: CalendarVersion | undefined,
  moved: { orders: number; events: Undoable[] } = { orders: 0, events: [] },
): Promise<{ words?: string; undo?: string }> {
  if (!change) return {};
  const words = [
    await doneInWords(shop, change.change),
    moved.orders > 0 && `${countOf(moved.orders, 'order')} moved.`,
    change.change.rules.fields.some((field) => CLOSING.includes(field)) &&
      (await bookedInWords(shop)),
  ];
  return {
    words: words.filter(Boolean).join(' '),
    undo: writeUndoables([{ kind: 'calendar', version: change.version }, ...moved.events]),
  };
}

/** What others have made of each rule. */
function conflictWith(shop: Shop, others: CalendarVersion[]): Promise<Conflict> {
  return conflictOf(shop, others, rulesInWords);
}

/** What others have made of a day. */
export function conflictAbout(shop: Shop, day: Day, others: CalendarVersion[]): Promise<Conflict> {
  return conflictOf(shop, others, ({ days }) =>
    ownDaysInWords(days.filter((each) => each.day === day)),
  );
}

/** @param others the newest first. */
async function conflictOf(
  shop: Shop,
  others: CalendarVersion[],
  inWords: (change: CalendarChange) => FieldChange[],
): Promise<Conflict> {
  const names = await namesOfPeople(shop);
  const [newest] = others;
  const theirs = others.toReversed().flatMap(({ change }) => inWords(change));
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

/** That orders are booked for closed days, after a change that closes many at once. */
export async function bookedInWords(shop: Shop): Promise<string | undefined> {
  const count = new Set((await bookedOnClosedDays(shop)).map(({ orderId }) => orderId)).size;
  if (count === 0) return undefined;
  return `${countOf(count, 'order')} ${count === 1 ? 'is' : 'are'} booked for closed days.`;
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
