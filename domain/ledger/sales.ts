import type { Day } from '#domain/calendar/day.ts';
import {
  asDay,
  londonTime,
  monthName,
  WEEKDAYS,
  weekday,
  weekdayName,
} from '#domain/calendar/days.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { shortSize } from '#domain/catalogue/sizes.ts';
import type { Instant } from '#domain/clock.ts';
import type { CsvCell } from '#domain/csv.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { addMonths, type Month, monthInWords, parseMonth } from './month.ts';

/** `2026-11`, a month, or `2026`, a year. */
export type Period = Month;

/** @returns undefined for text that is no period of this century. */
export function parsePeriod(text: string | null): Period | undefined {
  return text !== null && /^20\d\d$/.test(text) ? text : parseMonth(text);
}

/** `November 2026`, or `2026`. */
export function periodInWords(period: Period): string {
  return isYear(period) ? period : monthInWords(period);
}

/** @param steps negative for earlier ones. */
export function addPeriods(period: Period, steps: number): Period {
  return isYear(period) ? String(Number(period) + steps) : addMonths(period, steps);
}

export function daysOfPeriod(period: Period): { from: Day; before: Day } {
  const [first, next] = [period, addPeriods(period, 1)].map((each) =>
    asDay(isYear(each) ? `${each}-01-01` : `${each}-01`),
  );
  if (!first || !next) throw new Error('A period has two ends.');
  return { from: first, before: next };
}

function isYear(period: Period): boolean {
  return period.length === 4;
}

/** The same period of the year before. */
export function aYearBefore(period: Period): Period {
  return addPeriods(period, isYear(period) ? -1 : -12);
}

/** What was sold, in the period or in the same one of the year before. */
interface SoldRow {
  price: Pence;
  isBefore: boolean;
}

/** An item as it was sold. */
export interface SoldItem extends SoldRow {
  /** Of the catalogue; null for what was agreed on the phone. */
  cakeId: string | null;
  title: string;
  isAddOn: boolean;
  size: string;
  day: Day;
  /** When it is collected; null if the cafe asked for no time. */
  time: CollectionTime | null;
  /** At their prices then, whatever staff have agreed for the whole. */
  options: SoldOption[];
  placedAt: Instant;
}

type SoldOption = Pick<OrderedOption, 'group' | 'name' | 'text' | 'price'>;

interface Amounts {
  count: number;
  /** In pence. */
  gross: number;
}

interface Sold extends Amounts {
  /** In the same period of the year before. */
  before: Amounts;
}

export interface NamedSold extends Sold {
  /** Of a size `8 in`, `Box`, and empty for what was agreed on the phone. */
  name: string;
}

export interface SoldCake extends Sold {
  title: string;
  sizes: NamedSold[];
}

/** All but options and personal touches count cakes. */
export interface Sales {
  period: Period;
  /** Most sold first, like sizes and options. */
  cakes: SoldCake[];
  addOns: SoldCake[];
  sizes: NamedSold[];
  options: NamedSold[];
  /** Of a year. */
  months: NamedSold[];
  /** By collection, from Monday. */
  weekdays: NamedSold[];
  /** By the hour in which the collection time begins. */
  collected: NamedSold[];
  /** By the hour in which they were ordered. */
  ordered: NamedSold[];
  total: Sold;
}

/** @param titleOf the present title of a cake of the catalogue: it may have been sold under others. */
export function sumUpSales(
  period: Period,
  items: SoldItem[],
  titleOf: (cakeId: string) => string | undefined,
): Sales {
  const named = items.map((item) => ({
    ...item,
    title: (item.cakeId === null ? undefined : titleOf(item.cakeId)) ?? item.title,
  }));
  const cakes = named.filter(({ isAddOn }) => !isAddOn);
  const options = items.flatMap((item) =>
    item.options.map((option) => ({ ...option, isBefore: item.isBefore })),
  );
  return {
    period,
    cakes: groupByCake(cakes),
    addOns: groupByCake(named.filter(({ isAddOn }) => isAddOn)),
    sizes: groupBySize(cakes),
    options: groupByName(options, optionName),
    months: isYear(period)
      ? inOrder(MONTHS, cakes, ({ day }) => Number(day.slice(5, 7)), monthName)
      : [],
    weekdays: inOrder(WEEKDAYS, cakes, ({ day }) => weekday(day), weekdayName),
    collected: byHour(cakes, ({ time }) => time),
    ordered: byHour(cakes, ({ placedAt }) => londonTime(placedAt)),
    total: sumOf(cakes),
  };
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** What was agreed on the phone is grouped by its title. */
function groupByCake(items: SoldItem[]): SoldCake[] {
  const groups = Map.groupBy(items, ({ cakeId, title }) => cakeId ?? `title ${title}`);
  return [...groups.values()]
    .map((same) => ({
      title: same[0]?.title ?? '',
      sizes: groupBySize(same),
      ...sumOf(same),
    }))
    .sort((one, other) => compareSold(one, other) || one.title.localeCompare(other.title, 'en'));
}

function groupBySize(items: SoldItem[]): NamedSold[] {
  return groupByName(items, shortSize);
}

function groupByName<Row extends SoldRow>(rows: Row[], nameOf: (row: Row) => string): NamedSold[] {
  return [...Map.groupBy(rows, nameOf)]
    .map(([name, same]) => ({ name, ...sumOf(same) }))
    .sort(compareSold);
}

function optionName({ group, name, text }: SoldOption): string {
  // A text is named by its group, so that it is not by what customers wrote.
  return optionsInWords([{ group, name: text === undefined ? name : '' }]);
}

/** The hours from the first to the last in which something was sold. @param timeOf `09:30…` */
function byHour(items: SoldItem[], timeOf: (item: SoldItem) => string | null): NamedSold[] {
  const timed = items.flatMap((item) => {
    const time = timeOf(item);
    return time === null ? [] : { ...item, hour: Number(time.slice(0, 2)) };
  });
  const sold = timed.map(({ hour }) => hour);
  const first = Math.min(...sold);
  const hours = Array.from({ length: Math.max(...sold) - first + 1 || 0 }, (_, n) => first + n);
  return inOrder(hours, timed, ({ hour }) => hour, hourName);
}

/** `9:00–10:00` */
function hourName(hour: number): string {
  return `${hour}:00–${hour + 1}:00`;
}

function inOrder<Row extends SoldRow>(
  numbers: readonly number[],
  rows: Row[],
  numberOf: (row: Row) => number,
  nameOf: (number: number) => string,
): NamedSold[] {
  const groups = Map.groupBy(rows, numberOf);
  return numbers.map((number) => ({ name: nameOf(number), ...sumOf(groups.get(number) ?? []) }));
}

function sumOf(rows: SoldRow[]): Sold {
  const sum = { count: 0, gross: 0, before: { count: 0, gross: 0 } };
  for (const { price, isBefore } of rows) {
    const own = isBefore ? sum.before : sum;
    own.count += 1;
    own.gross += price;
  }
  return sum;
}

function compareSold(one: Sold, other: Sold): number {
  return (
    other.count - one.count ||
    other.gross - one.gross ||
    other.before.count - one.before.count ||
    other.before.gross - one.before.gross
  );
}

/** For a spreadsheet: a row for each size of a cake, each option, month, weekday and hour. */
export function salesTable(sales: Sales): CsvCell[][] {
  const before = aYearBefore(sales.period);
  const heading = ['By', 'Name', 'Size', 'Sold', 'Gross GBP'];
  const ofCakes = (by: string, cakes: SoldCake[]) =>
    cakes.flatMap(({ title, sizes }) =>
      sizes.map(({ name, ...sold }) => [by, title, name, ...amountCells(sold)]),
    );
  const named = (by: string, rows: NamedSold[]) =>
    rows.map(({ name, ...sold }): CsvCell[] => [by, name, '', ...amountCells(sold)]);
  return [
    [...heading, `Sold in ${before}`, `Gross GBP in ${before}`],
    ...ofCakes('Cake', sales.cakes),
    ...ofCakes('Personal touch', sales.addOns),
    ...named('Option', sales.options),
    ...named('Month', sales.months),
    ...named('Weekday', sales.weekdays),
    ...named('Collected at', sales.collected),
    ...named('Ordered at', sales.ordered),
  ];
}

function amountCells({ count, gross, before }: Sold): CsvCell[] {
  return [count, { pence: gross }, before.count, { pence: before.gross }];
}
