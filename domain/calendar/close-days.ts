import type { Ports } from '#domain/ports.ts';
import { whyClosed } from './collection-days.ts';
import type { Day } from './day.ts';
import { addDays, londonDay } from './days.ts';
import { reasonText } from './reason-text.ts';
import { MAX_DAYS_AHEAD } from './rules.ts';

/** Both ends are included; a single day has equal ends. */
export interface DayRange {
  first: Day;
  last: Day;
}

export interface DaysChanged {
  ok: true;
  /** The number of days in the range. */
  days: number;
  changed: Day[];
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

/** Closes days for new orders; orders already placed keep theirs. */
export async function closeDays(
  { calendar, clock, log }: NeededPorts,
  stretch: DayRange,
): Promise<CloseDaysResult> {
  const today = londonDay(clock.now());
  const reason = rejectionReason(stretch, today);
  if (reason) return { ok: false, reason, today };
  const days = daysOf(stretch);
  const changed = await calendar.forbid(days);
  log.info({ ...stretch, changed: changed.length }, 'days closed by the owner');
  return { ok: true, days: days.length, changed };
}

/** Undoes `closeDays`. */
export async function openDays(
  { calendar, clock, log }: NeededPorts,
  stretch: DayRange,
): Promise<OpenDaysResult> {
  const today = londonDay(clock.now());
  const reason = rejectionReason(stretch, today);
  if (reason) return { ok: false, reason, today };
  const days = daysOf(stretch);
  const changed = await calendar.allow(days);
  log.info({ ...stretch, changed: changed.length }, 'days opened by the owner');

  // A day beyond `daysAhead` opens when its time comes, so that limit is not reported.
  const rules = { ...(await calendar.rules()), daysAhead: MAX_DAYS_AHEAD };
  const stillClosed = days.flatMap((day) => {
    const closed = whyClosed(day, today, rules);
    return closed ? [{ day, why: reasonText(closed, day, today, rules) }] : [];
  });
  return { ok: true, days: days.length, changed, stillClosed };
}

function rejectionReason(
  { first, last }: DayRange,
  today: Day,
): DaysRejected['reason'] | undefined {
  if (first < today) return 'past';
  if (last < first) return 'backwards';
  if (last > addDays(today, MAX_DAYS_AHEAD)) return 'too-far';
  return undefined;
}

function daysOf({ first, last }: DayRange): Day[] {
  const days: Day[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
