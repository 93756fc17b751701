import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { type CalendarChange, MAX_DAYS_AHEAD, WeekCapacity } from '#domain/calendar/rules.ts';
import type { Ports } from '#server/ports.ts';

type NeededPorts = Pick<Ports, 'calendar' | 'clock' | 'log'>;

/** As typed: a number, or nothing for a day without a limit. */
const TypedPoints = z
  .string()
  .trim()
  .regex(/^\d{0,4}$/, 'A whole number, or nothing for no limit.')
  .transform((text) => (text === '' ? null : Number(text)));

const TypedWeek = z.array(TypedPoints).length(7).pipe(WeekCapacity);

type LimitsResult =
  | { ok: true; change: CalendarChange | undefined }
  /** By the field's name: `points`, `day`, and for a week `points 1` (Monday) to `points 7`. */
  | { ok: false; problems: Record<string, string> }
  /** Another person has changed the limits since. */
  | { ok: false; others: CalendarChange[] };

/**
 * Sets how much the cafe makes on each weekday. What is ordered already counts.
 * @param typed from Monday to Sunday; undefined for a shop without limits.
 */
export async function setWeekCapacity(
  ports: NeededPorts,
  typed: string[] | undefined,
  { by, since }: { by: string; since: number },
): Promise<LimitsResult> {
  const read = TypedWeek.safeParse(typed ?? Array(7).fill(''));
  if (!read.success) {
    const problems = read.error.issues.map(({ path: [index], message }) => [
      `points ${Number(index) + 1}`,
      message,
    ]);
    return { ok: false, problems: Object.fromEntries(problems) };
  }
  // A week without any limit is a shop without limits.
  const capacity = read.data.some((points) => points !== null) ? read.data : null;
  const result = await ports.calendar.changeRules(() => ({ capacity }), since, by);
  if (result.ok && result.change) ports.log.info({ capacity }, 'limits changed by the owner');
  return result.ok ? result : { ok: false, others: result.others };
}

/** Sets the capacity of a single day. @param typed nothing for its weekday's. */
export async function setDayCapacity(
  { calendar, clock, log }: NeededPorts,
  { day, typed }: { day: string; typed: string },
  by: string,
): Promise<LimitsResult> {
  const today = londonDay(clock.now());
  const inTime = Day.refine((date) => date >= today, 'That day has passed.').refine(
    (date) => date <= addDays(today, MAX_DAYS_AHEAD),
    'That is more than two years ahead. Is there a slip in the year?',
  );
  const read = z.object({ day: inTime, points: TypedPoints }).safeParse({ day, points: typed });
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => [path.join(), message]);
    return { ok: false, problems: Object.fromEntries(problems) };
  }
  const { points } = read.data;
  const change = await calendar.changeCapacity(read.data.day, points, by);
  if (change) log.info({ day, capacity: points }, 'capacity of a day changed by the owner');
  return { ok: true, change };
}
