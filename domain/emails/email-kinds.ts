import { parseDateTime, toZoned } from '@internationalized/date';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, isDay, LONDON } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';

// The kinds of e-mails are the rows of server/emails/kinds.ts.

/** @returns undefined for another kind of e-mail. */
export function reminderDay(kind: string): Day | undefined {
  const [name, day] = kind.split(' ');
  return name === 'reminder' && isDay(day) ? day : undefined;
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

/** Why an e-mail about the collection of a cancelled order is dropped. */
export const NOT_SENT_IF_CANCELLED = 'cancelled';

/** On the day before the collection. */
export function reminderTime(day: Day): Instant {
  return morningOf(addDays(day, -1));
}

/** When reminders are sent, London time. */
const MORNING = '10:00';

export function morningOf(day: Day): Instant {
  return toZoned(parseDateTime(`${day}T${MORNING}`), LONDON).toAbsoluteString();
}
