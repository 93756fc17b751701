import * as z from 'zod';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay, weekday } from '#domain/calendar/days.ts';
import { type CalendarChange, MAX_DAYS_AHEAD, WeekCapacity } from '#domain/calendar/rules.ts';
import { type DayLoads, type Room, roomForVisitors } from '#domain/capacity/capacity.ts';
import type { Ports } from '#server/ports.ts';

type NeededPorts = Pick<Ports, 'calendar' | 'capacity' | 'clock' | 'log'>;

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
 * Sets how much the cafe makes on each weekday. What is ordered already is booked first, so that it counts
 * from the first moment.
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
  if (capacity) await repairNow(ports);
  const result = await ports.calendar.changeRules(() => ({ capacity }), since, by);
  // Those that were paid meanwhile.
  if (capacity) await repairNow(ports);
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

export async function dayLoads(
  { calendar, capacity, clock }: Omit<NeededPorts, 'log'>,
  from: Day,
  to: Day,
): Promise<DayLoads> {
  const { capacity: week } = await calendar.rules();
  return week ? capacity.loads({ from, to, now: clock.now() }) : new Map();
}

/** Of each weekday (Sunday is 7) the day on which paid orders take most, from a day on. */
export async function busiestDays(
  { capacity, clock }: Pick<NeededPorts, 'capacity' | 'clock'>,
  from: Day,
): Promise<Map<number, { day: Day; points: number }>> {
  const busiest = new Map<number, { day: Day; points: number }>();
  const to = addDays(londonDay(clock.now()), MAX_DAYS_AHEAD);
  for (const each of await capacity.history({ from, to })) {
    const most = busiest.get(weekday(each.day));
    if (!most || each.points > most.points) busiest.set(weekday(each.day), each);
  }
  return busiest;
}

/** The room that visitors see; undefined while the shop has no limits. */
export async function visibleRoom({
  calendar,
  capacity,
  clock,
}: Omit<NeededPorts, 'log'>): Promise<Room | undefined> {
  const rules = await calendar.rules();
  if (!rules.capacity) return undefined;
  const now = clock.now();
  const today = londonDay(now);
  // A cake may have a shorter notice than the shop.
  const days = nextOpenDays(rules.daysAhead + 1, today, { ...rules, leadDays: 0 });
  const last = addDays(today, rules.daysAhead);
  const loads = await capacity.loads({ from: today, to: last, now });
  return roomForVisitors(days, rules, loads, await capacity.sizePoints());
}

/** Does nothing while the shop has no limits. */
export async function repairBookings(ports: Omit<NeededPorts, 'log'>): Promise<void> {
  if ((await ports.calendar.rules()).capacity) await repairNow(ports);
}

function repairNow({ capacity, clock }: Pick<NeededPorts, 'capacity' | 'clock'>): Promise<void> {
  const now = clock.now();
  return capacity.repairBookings(londonDay(now), now);
}
