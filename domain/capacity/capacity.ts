import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonTime, weekday } from '#domain/calendar/days.ts';
import type { CalendarRules, CollectionTime, TimeWindow } from '#domain/calendar/rules.ts';
import { hasTimeLimits, overlap, type TimeRules, timesOn } from '#domain/calendar/times.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { choiceKey } from '#domain/catalogue/options.ts';
import { isBox } from '#domain/catalogue/sizes.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { OrderedOption, OrderId, OrderItem } from '#domain/orders/order.ts';

/** More than the clocks of two servers, or ours and the payment provider's, differ. */
const HOLD_MARGIN_SECONDS = 5 * 60;

/** What one caller may hold without having paid. */
export interface HeldLimit {
  orders: number;
  units: number;
}
export const MOST_HELD: HeldLimit = { orders: 3, units: 30 };

/** How an order that is added takes its days. */
export interface Hold {
  /** Our clock. Unpaid orders whose time ended before it (`heldUntil`) take nothing. */
  now: Instant;
  /** Who places it, and what they may hold. Removed when the order is paid or has expired. */
  caller?: (HeldLimit & { key: string }) | undefined;
  /** The entry of the waiting list whose place it takes. */
  offer?: string | undefined;
  /** The order that it replaces: what that takes counts as free. */
  except?: OrderId | undefined;
  /** Staff have seen that the day is full. */
  evenIfFull?: boolean | undefined;
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
  /** In units; negative if the day is overbooked. */
  left: number;
}

/** A collection time that has no room for another order. */
export interface FullTime {
  day: Day;
  time: CollectionTime;
}

/** How many orders have each collection time of a day. */
export type TakenTimes = ReadonlyMap<CollectionTime, number>;

/** What orders take of a day. */
export interface DayLoad {
  /** With those of the places that the waiting list offers. */
  units: number;
  times: TakenTimes;
  /** How many places the waiting list offers: who gets one chooses a time later. */
  offers: number;
}
export type DayLoads = ReadonlyMap<Day, DayLoad>;

/** How much the cafe makes: `capacities` count while it has a `capacity`. */
export type CapacityRules = Pick<CalendarRules, 'capacity' | 'capacities'>;

/** @returns undefined for a day without a limit. */
export function capacityOf(day: Day, { capacity, capacities }: CapacityRules): number | undefined {
  return capacity && (capacities?.[day] ?? capacity[weekday(day) - 1] ?? undefined);
}

/** Whether days can be full. */
export function hasLimits(rules: Pick<CalendarRules, 'capacity' | 'times'>): boolean {
  return rules.capacity !== undefined || hasTimeLimits(rules);
}

/** What is left of a day, in units; negative if it is overbooked, Infinity without a limit. */
export function roomOn(day: Day, rules: CapacityRules, loads: DayLoads): number {
  const { units = 0 } = loads.get(day) ?? {};
  return (capacityOf(day, rules) ?? Number.POSITIVE_INFINITY) - units;
}

/** The orders of a window. One that keeps an earlier window counts in each that it overlaps. */
export function ordersIn({ time }: Pick<TimeWindow, 'time'>, taken: TakenTimes): number {
  let orders = 0;
  for (const [other, count] of taken) if (overlap(other, time)) orders += count;
  return orders;
}

function isFull(window: TimeWindow, taken: TakenTimes): boolean {
  return window.most !== null && ordersIn(window, taken) >= window.most;
}

/** For how many more orders a day's windows have room, beside the offers; Infinity without a limit. */
export function ordersLeft(
  windows: TimeWindow[],
  { times, offers }: Pick<DayLoad, 'times' | 'offers'>,
): number {
  if (windows.length === 0) return Number.POSITIVE_INFINITY;
  const left = windows.map(({ time, most }) =>
    most === null ? Number.POSITIVE_INFINITY : Math.max(0, most - ordersIn({ time }, times)),
  );
  return left.reduce((sum, each) => sum + each, -offers);
}

const NOTHING_TAKEN = { times: new Map(), offers: 0 };

/** The collection times of a day that have room. */
export function openTimes(day: Day, rules: TimeRules, loads: DayLoads): CollectionTime[] {
  const windows = timesOn(day, rules);
  const load = loads.get(day) ?? NOTHING_TAKEN;
  if (ordersLeft(windows, load) <= 0) return [];
  return windows.flatMap((window) => (isFull(window, load.times) ? [] : window.time));
}

type RoomRules = CapacityRules & TimeRules;

/** What is left of a day: in units, and for how many orders its collection times have room. */
export interface Left {
  units: number;
  orders: number;
}

export function leftOf(day: Day, rules: RoomRules, loads: DayLoads): Left {
  const load = loads.get(day) ?? NOTHING_TAKEN;
  return { units: roomOn(day, rules, loads), orders: ordersLeft(timesOn(day, rules), load) };
}

/** Whether one more order fits: its units, and in one of the day's collection times if it has any. */
export function hasRoom(day: Day, units: number, rules: RoomRules, loads: DayLoads): boolean {
  return fits(units, leftOf(day, rules, loads));
}

export function fits(units: number, left: Left): boolean {
  return units <= left.units && left.orders > 0;
}

/** Units of sizes, by id, where the owner has set others than the usual, and of choices of options, by `choiceKey`. */
export type SizeUnits = ReadonlyMap<string, number>;

/** What items take of each day. */
export function unitsByDay(items: Pick<OrderItem, 'day' | 'units'>[]): Map<Day, number> {
  const days = new Map<Day, number>();
  for (const { day, units } of items) {
    if (units > 0) days.set(day, (days.get(day) ?? 0) + units);
  }
  return days;
}

/** The room that visitors see; it does not reveal how much the cafe sells. */
export interface Room {
  /** The days with less room than the largest cake takes, with what is left of them. */
  left: Record<Day, number>;
  /** `SizeUnits` */
  points: Record<string, number>;
  /** The collection times that are full. */
  fullTimes: Record<Day, CollectionTime[]>;
}

/**
 * @param days that can be ordered.
 * @param cakes all of them.
 */
export function roomForVisitors(
  days: Day[],
  rules: RoomRules,
  loads: DayLoads,
  units: SizeUnits,
  cakes: Pick<Cake, 'id' | 'sizes' | 'options'>[],
): Room {
  const largest = Math.max(LARGEST_USUAL, ...cakes.map((cake) => mostUnits(cake, units)));
  const left = days.map((day) => [day, Math.max(0, roomOn(day, rules, loads))] as const);
  const fullTimes = [...loads.keys()].flatMap((day) => {
    const open = openTimes(day, rules, loads);
    const full = timesOn(day, rules).flatMap(({ time }) => (open.includes(time) ? [] : time));
    return full.length > 0 ? [[day, full] as const] : [];
  });
  return {
    left: Object.fromEntries(left.filter(([, room]) => room < largest)),
    points: Object.fromEntries(units),
    fullTimes: Object.fromEntries(fullTimes),
  };
}

const LARGEST_USUAL = 5;

/** What a cake takes at most, of any size and with all of its options. */
function mostUnits(
  { id, sizes, options = [] }: Pick<Cake, 'id' | 'sizes' | 'options'>,
  units: SizeUnits,
): number {
  const ofOptions = options.flatMap((group) =>
    group.choices.map((choice) => units.get(choiceKey(id, group.id, choice.id)) ?? 0),
  );
  const ofSizes = sizes.map((size) => units.get(size.id) ?? LARGEST_USUAL);
  return Math.max(...ofSizes) + ofOptions.reduce((sum, each) => sum + each, 0);
}

/** How much of a day's capacity a size of a cake takes with options. */
export function unitsWith(
  options: readonly ChosenIds[],
  { id, kind }: Pick<Cake, 'id' | 'kind'>,
  size: Pick<Size, 'id' | 'size'>,
  units: SizeUnits,
): number {
  return (units.get(size.id) ?? usualUnits(kind, size)) + unitsOfOptions(options, id, units);
}

type ChosenIds = Pick<OrderedOption, 'groupId' | 'choiceId'>;

/** What options of a cake take of it. */
export function unitsOfOptions(
  options: readonly ChosenIds[],
  cakeId: string,
  units: SizeUnits,
): number {
  return options.reduce(
    (sum, { groupId, choiceId }) => sum + (units.get(choiceKey(cakeId, groupId, choiceId)) ?? 0),
    0,
  );
}

/** How much of a day's capacity a size takes if the owner has not said otherwise. */
export function usualUnits(kind: Cake['kind'], size: Pick<Size, 'size'>): number {
  if (kind === 'personal-touch') return 0;
  if (isBox(size)) return 1;
  const inches = Number(size.size);
  if (inches <= 6) return 1;
  if (inches <= 8) return 2;
  return inches <= 10 ? 3 : LARGEST_USUAL;
}

interface SizeToMake {
  /** Inches, `Box` or `Box of 6`. */
  size: string;
  units: number;
}

/**
 * Why a day has no room for a cake: `Fully booked for a 10-inch. A 6-inch still fits`.
 * @param sizes of the cake.
 * @param left in units.
 */
export function fullText({ size, units }: SizeToMake, sizes: SizeToMake[], left: number): string {
  if (left <= 0) return 'Fully booked';
  if (units <= left) return fullTogether(left);
  const text = `Fully booked for ${withArticle(size)}`;
  const [largest] = sizes
    .filter((each) => each.units <= left)
    .sort((one, other) => other.units - one.units);
  return largest ? `${text}. A${withArticle(largest.size).slice(1)} still fits` : text;
}

/** Why a day has no room for several cakes together; one of them may fit. */
export function fullTogether(left: number): string {
  return left <= 0 ? 'Fully booked' : 'Fully booked for all that you would collect that day';
}

/** Why a day has no room although its cakes would fit. */
export const TIMES_FULL = 'All collection times are taken';

/** `an 8-inch`, `a box of 6` */
function withArticle(size: string): string {
  if (!/^\d+$/.test(size)) return `a ${size.toLowerCase()}`;
  return `${/^(8|11|18)/.test(size) ? 'an' : 'a'} ${size}-inch`;
}

/** More are counted: the card page takes no text of more than 1,200 characters. */
const MOST_NAMED = 7;

/** `Saturday 12 December is held for you until 15:40.` */
export function heldDaysText(days: Day[], until: Instant): string {
  const names = days.map((day) => dayInWords(day, 'long'));
  const held = days.length > MOST_NAMED ? `Your ${days.length} days` : names.join(' and ');
  return `${held} ${days.length === 1 ? 'is' : 'are'} held for you until ${londonTime(until)}.`;
}
