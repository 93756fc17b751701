import type { Day } from '#domain/calendar/day.ts';
import { asDay, WEEKDAYS, weekday, weekdayName } from '#domain/calendar/days.ts';
import { shortSize } from '#domain/catalogue/sizes.ts';
import type { CsvCell } from '#domain/csv.ts';
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

/** Items that are alike, of one day. */
export interface SoldItems {
  /** Of the catalogue; null for what was agreed on the phone. */
  cakeId: string | null;
  title: string;
  isAddOn: boolean;
  size: string;
  day: Day;
  count: number;
  gross: number;
}

interface Sold {
  count: number;
  /** In pence. */
  gross: number;
}

interface SoldSize extends Sold {
  /** `8 in`, `Box`; empty for what was agreed on the phone. */
  name: string;
}

export interface SoldCake extends Sold {
  title: string;
  sizes: SoldSize[];
}

export interface Sales {
  period: Period;
  /** Most sold first, like all lists of it but the weekdays. */
  cakes: SoldCake[];
  addOns: SoldCake[];
  /** Of cakes. */
  sizes: SoldSize[];
  /** Of cakes, from Monday. */
  weekdays: (Sold & { name: string })[];
  /** Of cakes. */
  total: Sold;
}

/** @param titleOf the present title of a cake of the catalogue: it may have been sold under others. */
export function sumUpSales(
  period: Period,
  items: SoldItems[],
  titleOf: (cakeId: string) => string | undefined,
): Sales {
  const named = items.map((item) => ({
    ...item,
    title: (item.cakeId === null ? undefined : titleOf(item.cakeId)) ?? item.title,
  }));
  const cakes = named.filter(({ isAddOn }) => !isAddOn);
  return {
    period,
    cakes: groupByCake(cakes),
    addOns: groupByCake(named.filter(({ isAddOn }) => isAddOn)),
    sizes: groupBySize(cakes),
    weekdays: WEEKDAYS.map((number) => ({
      name: weekdayName(number),
      ...sumOf(cakes.filter(({ day }) => weekday(day) === number)),
    })),
    total: sumOf(cakes),
  };
}

/** What was agreed on the phone is grouped by its title. */
function groupByCake(items: SoldItems[]): SoldCake[] {
  const groups = Map.groupBy(items, ({ cakeId, title }) => cakeId ?? `title ${title}`);
  return [...groups.values()]
    .map((same) => ({
      title: same[0]?.title ?? '',
      sizes: groupBySize(same),
      ...sumOf(same),
    }))
    .sort((one, other) => compareSold(one, other) || one.title.localeCompare(other.title, 'en'));
}

function groupBySize(items: SoldItems[]): SoldSize[] {
  return [...Map.groupBy(items, ({ size }) => size)]
    .map(([size, same]) => ({
      name: shortSize({ size }),
      ...sumOf(same),
    }))
    .sort(compareSold);
}

function sumOf(items: Sold[]): Sold {
  const sum = { count: 0, gross: 0 };
  for (const { count, gross } of items) {
    sum.count += count;
    sum.gross += gross;
  }
  return sum;
}

function compareSold(one: Sold, other: Sold): number {
  return other.count - one.count || other.gross - one.gross;
}

/** For a spreadsheet: a row for each size of a cake. */
export function salesTable({ cakes, addOns }: Sales): CsvCell[][] {
  const rows = [...cakes, ...addOns].flatMap(({ title, sizes }) =>
    sizes.map(({ name, count, gross }): CsvCell[] => [title, name, count, { pence: gross }]),
  );
  return [['Cake', 'Size', 'Sold', 'Gross GBP'], ...rows];
}
