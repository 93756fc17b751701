import type { Day } from '#domain/calendar/day.ts';
import { weekday } from '#domain/calendar/days.ts';
import type { CalendarRules, WeekCapacity } from '#domain/calendar/rules.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { LARGEST_USUAL, usualPoints } from '#domain/catalogue/points.ts';
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

/**
 * How `Orders.add` books the days of an order. Without one it books nothing: the shop has no limits.
 *
 * A shop's own order: `{ now, until: heldUntil(payBy), caller }`. An order that the cafe takes on the phone:
 * `{ now, until: null }`, which lasts until it is paid or cancelled; with `evenIfFull` once the person has
 * seen that the day is full. The items need their points (`withPoints`).
 */
export interface Hold {
  /** Our clock. Holds of others that ended before it do not count. */
  now: Instant;
  /** When the booking lapses unless the order is paid; null if it does not. */
  until: Instant | null;
  /** Who holds it, and what they may. Removed when the order is paid. */
  caller?: (HeldLimit & { key: string }) | undefined;
  /** Recorded as overbooked if the day is full. */
  evenIfFull?: { by: string } | undefined;
}

export function heldUntil(payBy: Instant): Instant {
  return plusSeconds(payBy, HOLD_MARGIN_SECONDS);
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

/** The items with what each takes of its day's capacity. */
export function withPoints(items: OrderItem[], cakes: Cake[], points: SizePoints): OrderItem[] {
  return items.map((item) => {
    const kind = cakes.find(({ id }) => id === item.cakeId)?.kind ?? 'cake';
    return { ...item, points: points.get(item.sizeId) ?? usualPoints(kind, item) };
  });
}

/** What items take of each day. */
export function pointsByDay(items: Pick<OrderItem, 'day' | 'points'>[]): Map<Day, number> {
  const days = new Map<Day, number>();
  for (const { day, points = 0 } of items) {
    if (points > 0) days.set(day, (days.get(day) ?? 0) + points);
  }
  return days;
}

/** Whether the items of an order were booked when it was placed. */
export function havePoints(items: Pick<OrderItem, 'points'>[]): boolean {
  return items.some(({ points }) => points !== undefined);
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

/** What orders take of the cafe's days. Orders book, move and free their days in their own transactions. */
export interface Capacity {
  sizePoints(): Promise<SizePoints>;
  /** The days from the first to the last that have orders or a capacity of their own. */
  loads(range: { from: Day; to: Day; now: Instant }): Promise<DayLoads>;
  /** What paid orders took of the days from `from` to `to`, whether there were limits or not. */
  history(range: { from: Day; to: Day }): Promise<{ day: Day; points: number }[]>;
  /**
   * Books orders from `today` on that have no booking: those from before the shop had limits.
   */
  repairBookings(today: Day, now: Instant): Promise<void>;
}
