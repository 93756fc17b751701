import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { type DayRange, rangeProblem } from '#domain/calendar/reach.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import { type CalendarChange, type DaysWanted, MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import type { Ports } from '#server/ports.ts';

interface DaysChanged {
  ok: true;
  /** The number of days in the range. */
  days: number;
  changed: Day[];
  /** To undo it; undefined if nothing has changed. */
  change: CalendarChange | undefined;
}
export interface DaysRejected {
  ok: false;
  reason: 'past' | 'backwards' | 'too-far';
  today: Day;
}
export type CloseDaysResult = DaysChanged | DaysRejected;
/** `stillClosed`: days that other rules keep closed, with the reason that visitors read. */
export type OpenDaysResult =
  | (DaysChanged & { stillClosed: { day: Day; why: string }[] })
  | DaysRejected;

type NeededPorts = Pick<Ports, 'calendar' | 'clock' | 'log'>;

/**
 * Closes days for new orders; orders already placed keep theirs, also if they are paid later.
 * @param by the person's id.
 * @param reason for visitors.
 */
export function closeDays(
  ports: NeededPorts,
  range: DayRange,
  by?: string,
  reason?: string,
): Promise<CloseDaysResult> {
  return changeDays(ports, range, 'close', by, reason);
}

/** Undoes `closeDays`. The other rules count again. */
export async function openDays(
  ports: NeededPorts,
  range: DayRange,
  by?: string,
): Promise<OpenDaysResult> {
  const result = await changeDays(ports, range, 'reopen', by);
  if (!result.ok) return result;
  // A day beyond `daysAhead` opens when its time comes, so that limit is not reported.
  const rules = { ...(await ports.calendar.rules()), daysAhead: MAX_DAYS_AHEAD };
  const today = londonDay(ports.clock.now());
  const stillClosed = daysOf(range).flatMap((day) => {
    const closed = whyClosed(day, today, rules);
    return closed ? [{ day, why: reasonText(closed, day, today, rules) }] : [];
  });
  return { ...result, stillClosed };
}

/** Opens a day: undoes its closing, and makes it an extra opening if other rules close it. */
export async function openDay(ports: NeededPorts, day: Day, by: string): Promise<CloseDaysResult> {
  const { closedReasons: _, ...rules } = await ports.calendar.rules();
  const others = { ...rules, forbiddenDays: [], pause: undefined, daysAhead: MAX_DAYS_AHEAD };
  // Judged as seen long before: the lead time closes no day for good.
  const isClosed = whyClosed(day, addDays(day, -rules.leadDays), others) !== undefined;
  return changeDays(ports, { first: day, last: day }, isClosed ? 'open' : 'reopen', by);
}

/** Ends an extra opening. The other rules count again. */
export function endOpening(ports: NeededPorts, day: Day, by: string): Promise<CloseDaysResult> {
  return changeDays(ports, { first: day, last: day }, 'end-opening', by);
}

async function changeDays(
  { calendar, clock, log }: NeededPorts,
  range: DayRange,
  make: DaysWanted['make'],
  by: string | undefined,
  reason?: string,
): Promise<CloseDaysResult> {
  const today = londonDay(clock.now());
  const rejection = rangeProblem(range, today);
  if (rejection) return { ok: false, reason: rejection, today };
  const days = daysOf(range);
  const change = await calendar.changeDays({ days, make, reason }, by);
  const changed = change?.days?.map(({ day }) => day) ?? [];
  log.info({ ...range, make, changed: changed.length }, 'days changed by the owner');
  return { ok: true, days: days.length, changed, change };
}

function daysOf({ first, last }: DayRange): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
