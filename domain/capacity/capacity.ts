import type { Day } from '#domain/calendar/day.ts';
import { weekday } from '#domain/calendar/days.ts';
import type { CalendarRules, WeekCapacity } from '#domain/calendar/rules.ts';
import { LARGEST_USUAL } from '#domain/catalogue/points.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { OrderItem } from '#domain/orders/order.ts';

/** More than the clocks of two servers, or ours and the payment provider's, differ. */
const HOLD_MARGIN_SECONDS = 5 * 60;

/** What one caller may hold without having paid. */
export interface HeldLimit {
  orders: number;
  points: number;
}
export const MOST_HELD: HeldLimit = { orders: 3, points: 30 };

/** How an order that is added takes its days. */
export interface Hold {
  /** Our clock. Unpaid orders whose time ended before it (`heldUntil`) take nothing. */
  now: Instant;
  /** Who places it, and what they may hold. Removed when the order is paid or has expired. */
  caller?: (HeldLimit & { key: string }) | undefined;
  /** The person who has seen that the day is full: the order is recorded as overbooked. */
  evenIfFull?: { by: string } | undefined;
}

/** When an unpaid order stops taking its days. */
export function heldUntil(payBy: Instant): Instant {
  return plusSeconds(payBy, HOLD_MARGIN_SECONDS);
}

/** Unpaid orders with an earlier `payBy` take nothing. */
export function earliestHeld(now: Instant): Instant {
  return plusSeconds(now, -HOLD_MARGIN_SECONDS);
}

/** A day that has no room for what was asked of it. */
export interface FullDay {
  day: Day;
  /** In points; negative if the day is overbooked. */
  left: number;
}

/** What orders take of a day. */
export interface DayLoad {
  points: number;
  /** The day's own capacity instead of its weekday's. */
  own: number | null;
}
export type DayLoads = ReadonlyMap<Day, DayLoad>;

/** @returns undefined for a day without a limit. */
export function capacityOf(
  day: Day,
  week: WeekCapacity | undefined,
  own: number | null = null,
): number | undefined {
  if (!week) return undefined;
  return own ?? week[weekday(day) - 1] ?? undefined;
}

/** What is left of a day, in points; negative if it is overbooked, Infinity without a limit. */
export function roomOn(
  day: Day,
  { capacity }: Pick<CalendarRules, 'capacity'>,
  loads: DayLoads,
): number {
  const { points = 0, own = null } = loads.get(day) ?? {};
  return (capacityOf(day, capacity, own) ?? Number.POSITIVE_INFINITY) - points;
}

/** Points of sizes, by id, where the owner has set others than the usual. */
export type SizePoints = ReadonlyMap<string, number>;

/** What items take of each day. */
export function pointsByDay(items: Pick<OrderItem, 'day' | 'points'>[]): Map<Day, number> {
  const days = new Map<Day, number>();
  for (const { day, points } of items) {
    if (points > 0) days.set(day, (days.get(day) ?? 0) + points);
  }
  return days;
}

/** The room that visitors see; it does not reveal how much the cafe sells. */
export interface Room {
  /** The days with less room than the largest size takes, with what is left of them. */
  left: Record<Day, number>;
  /** Points by size id where they are not the usual. */
  points: Record<string, number>;
}

/** @param days that can be ordered. */
export function roomForVisitors(
  days: Day[],
  rules: Pick<CalendarRules, 'capacity'>,
  loads: DayLoads,
  points: SizePoints,
): Room {
  const largest = Math.max(LARGEST_USUAL, ...points.values());
  const left = days.map((day) => [day, Math.max(0, roomOn(day, rules, loads))] as const);
  return {
    left: Object.fromEntries(left.filter(([, room]) => room < largest)),
    points: Object.fromEntries(points),
  };
}
