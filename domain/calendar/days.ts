import type { Instant } from '#domain/clock.ts';
import type { Day } from './day.ts';

export const LONDON = 'Europe/London';

/** Created on first use: that blocks a browser for milliseconds. */
let londonFormat: Intl.DateTimeFormat | undefined;

/** The day in London at an instant, in whatever time zone the process runs. */
export function londonDay(instant: Instant): Day {
  return asDay(inLondon(instant).slice(0, 10));
}

/** The time of day in London at an instant, as `18:00`. */
export function londonTime(instant: Instant): string {
  return inLondon(instant).slice(11);
}

/** `2026-11-26 18:00` */
function inLondon(instant: Instant): string {
  // The Swedish locale writes dates as ISO 8601.
  londonFormat ??= new Intl.DateTimeFormat('sv', {
    timeZone: LONDON,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return londonFormat.format(new Date(instant));
}

export function addDays(day: Day, days: number): Day {
  const date = midnight(day);
  date.setUTCDate(date.getUTCDate() + days);
  return asDay(isoDate(date));
}

/** Monday to Sunday, as ISO 8601 counts. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** One of `WEEKDAYS`. */
export function weekday(day: Day): number {
  return midnight(day).getUTCDay() || 7;
}

/** `12-31`. */
export function monthAndDay(day: Day): string {
  return day.slice(5);
}

/** Without its year, a day that is farther away would be taken for another. */
const NEAR_DAYS = 300;

/**
 * `2026-12-05` → `Saturday 5 December 2026`, with `long` without the year, or with `short` `Sat 5 Dec`, and `Sat 5 Dec 2026`
 * if that is far from today.
 * @param today default: it is near.
 */
export function dayInWords(
  day: Day,
  length: 'full' | 'long' | 'short' = 'full',
  today = day,
): string {
  const date = midnight(day);
  const dayName = weekdayName(weekday(day));
  const month = monthName(date.getUTCMonth() + 1);
  const year = date.getUTCFullYear();
  const long = `${dayName} ${date.getUTCDate()} ${month}`;
  if (length === 'long') return long;
  if (length === 'full') return `${long} ${year}`;
  const isNear = addDays(today, -NEAR_DAYS) <= day && day <= addDays(today, NEAR_DAYS);
  const words = `${dayName.slice(0, 3)} ${date.getUTCDate()} ${month.slice(0, 3)}`;
  return isNear ? words : `${words} ${year}`;
}

/** For a heading, which then parts no date from its month. @param words of a day. */
export function dateInOnePiece(words: string): string {
  return words.replace(/(\d) /, '$1\u00a0');
}

/**
 * `2026-12-05` → `05.12.2026`, as the basket shows it (spec §2).
 * @throws {InvalidDateFormat} for text that is not a day (spec §8).
 */
export function displayDay(text: string): string {
  return asDay(text).split('-').reverse().join('.');
}

/** @throws {InvalidDateFormat} for text that is not a day. */
export function asDay(text: string): Day {
  if (!isDay(text)) throw new InvalidDateFormat(text);
  return text;
}

/** Whether a value is an existing day. Agrees with the schema `Day`, which browsers do not load. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  // For an impossible day the date is invalid (month 13) or in the next month (30 February).
  return midnight(value).getUTCDate() === Number(value.slice(8));
}

export class InvalidDateFormat extends Error {
  constructor(text: string) {
    super(`Invalid date format: ${text}`);
    this.name = 'InvalidDateFormat';
  }
}

/** Calculates at midnight UTC, where every day has 24 hours. */
function midnight(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function isoDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

// Not from `Intl`: its first use takes a browser longer than the rest of a cake's page, and older browsers
// write some names differently from the server.

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** @param isoWeekday one of `WEEKDAYS`. */
export function weekdayName(isoWeekday: number): string {
  return DAY_NAMES[isoWeekday - 1] ?? '';
}

/** @param month January 1 to December 12. */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? '';
}
