import { parseDateTime, toZoned } from '@internationalized/date';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, isDay, LONDON } from '#domain/calendar/days.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { hoursOf } from '#domain/calendar/times.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderItem, TakenItem } from '#domain/orders/order.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { hoursOn, type OpeningHours } from '#domain/words/hours.ts';

// The kinds of e-mails are the rows of server/emails/kinds.ts.

/** The day that an e-mail is about. @returns undefined for another kind of e-mail. */
export function dayOfKind(of: 'reminder' | 'ready', kind: string): Day | undefined {
  const [name, day] = kind.split(' ');
  return name === of && isDay(day) ? day : undefined;
}

export function readyKind(day: Day): `ready ${Day}` {
  return `ready ${day}`;
}

/** @returns undefined for another kind of e-mail. */
export function movedDays(kind: string): { from: Day; to: Day; move: number } | undefined {
  const [name, from, to, move] = kind.split(' ');
  if (name !== 'moved' || !isDay(from) || !isDay(to)) return undefined;
  return { from, to, move: Number(move) };
}

/** @returns undefined for another kind of e-mail. */
export function refundOf(kind: string): string | undefined {
  const [name, refund] = kind.split(' ');
  return name === 'refund' ? refund : undefined;
}

const OPTIONS_OF = 'options-of';

/** How the kind of an e-mail about an addition ends, with positions of items: `added 3 2 4 options-of 0`. */
export function additionNamed(positions: number[], optionsOf: number[]): string {
  return [...positions, OPTIONS_OF, ...optionsOf].join(' ');
}

/** The items that an e-mail about an addition names. @param kind ends with `additionNamed`. */
export function addedItems<Item extends Pick<OrderItem, 'position'>>(
  items: readonly Item[],
  kind: string,
): { added: Item[]; withOptions: Item[] } {
  const [, , ...named] = kind.split(' ');
  const end = named.indexOf(OPTIONS_OF);
  const at = (positions: string[]) =>
    positions.flatMap((position) => itemAt(items, Number(position)) ?? []);
  return { added: at(named.slice(0, end)), withOptions: at(named.slice(end + 1)) };
}

export function takenOffKind(positions: number[]): `taken-off ${string}` {
  return `taken-off ${positions.join(' ')}`;
}

/** The items that an e-mail about taking them off names. */
export function takenItems(takenOff: readonly TakenItem[] = [], kind: string): OrderItem[] {
  const [, ...positions] = kind.split(' ').map(Number);
  return takenOff.filter(({ position }) => positions.includes(position)).map(({ item }) => item);
}

/** Why an e-mail about the collection of a cancelled order is dropped. */
export const NOT_SENT_IF_CANCELLED = 'cancelled';

/** On the day before the collection. */
export function reminderTime(day: Day): Instant {
  return morningOf(addDays(day, -1));
}

/** When reminders are sent, London time. */
const MORNING = '10:00';

export function morningOf(day: Day): Instant {
  return instantOf(day, MORNING);
}

/** @param time in London, as `18:00`. */
function instantOf(day: Day, time: string): Instant {
  return toZoned(parseDateTime(`${day}T${time}`), LONDON).toAbsoluteString();
}

interface ReadyHours {
  /** Nobody is woken before. */
  from: Instant;
  until: Instant;
  /** `until` as the time of day; undefined if the cafe has no hours on the day. */
  closes: string | undefined;
}

/**
 * When a customer can get the e-mail that an order is ready: while the cafe is open on its day, and in its collection time, if
 * that is longer. On a day without hours, for which staff have agreed it, from the morning to the end of the day.
 */
export function readyHours(
  day: Day,
  time: CollectionTime | undefined,
  opening: OpeningHours,
): ReadyHours {
  const hours = [hoursOn(day, opening), time ? hoursOf(time) : undefined].filter(
    (each) => each !== undefined,
  );
  const opens = hours.map((each) => each.opens).sort()[0];
  const closes = hours
    .map((each) => each.closes)
    .sort()
    .at(-1);
  return {
    from: instantOf(day, opens ?? MORNING),
    until: closes ? instantOf(day, closes) : instantOf(addDays(day, 1), '00:00'),
    closes,
  };
}
