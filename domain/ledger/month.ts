import type { Day } from '#domain/calendar/day.ts';
import { addDays, asDay, isDay, londonDay, monthName, weekday } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import type { CsvCell } from '#domain/csv.ts';
import { sumPence } from '#domain/money.ts';
import { collectionDays } from '#domain/orders/order.ts';
import {
  type AwaitedReversal,
  type BookedEntries,
  type BookedEntry,
  entryKinds,
  type SoldItem,
  signedAmount,
} from './ledger.ts';
import { vatOfShare } from './vat.ts';

/** `2026-11`: a month in London. */
export type Month = string;

/** @returns undefined for text that is no month of this century. */
export function parseMonth(text: string | null): Month | undefined {
  return text !== null && /^20\d\d-\d\d$/.test(text) && isDay(`${text}-01`) ? text : undefined;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

/** @param months negative for earlier ones. */
export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const date = new Date(Date.UTC(year, number - 1 + months));
  return date.toISOString().slice(0, 7);
}

/** `November 2026` */
export function monthInWords(month: Month): string {
  return `${monthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;
}

/** When a day begins in London, where clocks are at most an hour ahead of UTC. */
export function londonMidnight(day: Day): Instant {
  const inSummer = `${addDays(day, -1)}T23:00:00.000Z`;
  return londonDay(inSummer) === day ? inSummer : `${day}T00:00:00.000Z`;
}

/** An entry of a month. Amounts are in pence, negative for money that went out. */
export interface MonthEntry extends BookedEntry {
  /** In London. */
  day: Day;
  gross: number;
  /** Of the items that the order has, in percent, each once. */
  vatRates: number[];
  vat: number;
  collectionDays: Day[];
}

/** In pence; what was paid back by a refund that failed counts as not refunded. */
export interface Sums {
  payments: number;
  /** By the payment provider. */
  taken: number;
  /** At the counter. */
  cash: number;
  refunded: number;
  disputed: number;
  kept: number;
  /** The part of `kept`. */
  vat: number;
}

export interface MonthBook {
  month: Month;
  /** Newest first. */
  entries: MonthEntry[];
  total: Sums;
  /** All days of the month, in order. */
  days: { day: Day; sums: Sums }[];
  /** From Monday to Sunday, within the month. */
  weeks: { from: Day; to: Day; sums: Sums }[];
  vatNumber: string | undefined;
  /** Money that is about to go out: now, whatever the month. */
  awaited: AwaitedReversal[];
  /** The numbers of orders whose payments or refunds cannot be read completely. */
  unreadable: string[];
}

/** @param booked all entries of the orders that have an entry in the month. */
export function sumUpMonth(
  month: Month,
  booked: BookedEntries,
  { awaited, vatNumber }: Pick<MonthBook, 'awaited' | 'vatNumber'>,
): MonthBook {
  const first = asDay(`${month}-01`);
  const end = asDay(`${addMonths(month, 1)}-01`);
  const entries = monthEntries(booked, londonMidnight(first), londonMidnight(end));
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const days: Day[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  const sumOf = (some: Day[]) => sumUp(some.flatMap((day) => byDay.get(day) ?? []));
  return {
    month,
    entries: entries.toReversed(),
    total: sumUp(entries),
    days: days.map((day) => ({ day, sums: sumOf([day]) })),
    weeks: [...Map.groupBy(days, mondayOf).values()].flatMap((week) => {
      const [from, to] = [week[0], week.at(-1)];
      return from && to ? [{ from, to, sums: sumOf(week) }] : [];
    }),
    vatNumber,
    awaited,
    unreadable: booked.unreadable,
  };
}

function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekday(day));
}

/** The VAT of each entry follows from those before it, also of earlier months. */
function monthEntries(
  { entries, items }: Pick<BookedEntries, 'entries' | 'items'>,
  from: Instant,
  before: Instant,
): MonthEntry[] {
  const balances = new Map<string, Balance>();
  const found: MonthEntry[] = [];
  for (const entry of entries) {
    const sold = items.get(entry.orderId) ?? [];
    const balance = balances.get(entry.orderId) ?? { paid: 0, paidBack: 0 };
    balances.set(entry.orderId, balance);
    const gross = signedAmount(entry);
    const vat = vatOf(entry, gross, sold, balance);
    if (entry.at < from || entry.at >= before) continue;
    found.push({
      ...entry,
      day: londonDay(entry.at),
      gross,
      vatRates: [...new Set(sold.map(({ vatRate }) => vatRate))].sort((a, b) => a - b),
      vat,
      collectionDays: collectionDays(sold),
    });
  }
  return found;
}

/** What an order has paid, and what has gone back, until an entry. */
interface Balance {
  paid: number;
  paidBack: number;
}

/**
 * The VAT is that of all that was paid until then, less that of before, and likewise of what has gone back: so those of
 * parts add up to that of the whole.
 */
function vatOf({ kind }: BookedEntry, gross: number, sold: SoldItem[], balance: Balance): number {
  if (kind === 'charge' || kind === 'cash' || kind === 'cash-undone') {
    const earlier = vatOfPaid(sold, balance.paid);
    balance.paid += gross;
    return vatOfPaid(sold, balance.paid) - earlier;
  }
  const earlier = vatOfPaidBack(sold, balance.paidBack);
  balance.paidBack -= gross;
  return earlier - vatOfPaidBack(sold, balance.paidBack);
}

/** Negative if the entry that is undone comes later, which clocks that differ can cause. */
function vatOfPaid(sold: SoldItem[], paid: number): number {
  return Math.sign(paid) * vatOfShare(sold, Math.abs(paid));
}

/** Negative if the entry that paid it out comes later, which clocks that differ can cause. */
function vatOfPaidBack(sold: SoldItem[], paidBack: number): number {
  // A bank may take back more than was paid: no more VAT goes back than was charged.
  const paid = sumPence(sold.map(({ price }) => price));
  return Math.sign(paidBack) * vatOfShare(sold, Math.min(paid, Math.abs(paidBack)));
}

function sumUp(entries: MonthEntry[]): Sums {
  const sums = { payments: 0, taken: 0, cash: 0, refunded: 0, disputed: 0, kept: 0, vat: 0 };
  for (const { kind, gross, vat } of entries) {
    sums.kept += gross;
    sums.vat += vat;
    if (kind === 'charge') {
      sums.payments += 1;
      sums.taken += gross;
    } else if (kind === 'cash' || kind === 'cash-undone') {
      sums.payments += Math.sign(gross);
      sums.cash += gross;
    } else if (kind === 'dispute' || kind === 'dispute-won') {
      sums.disputed -= gross;
    } else sums.refunded -= gross;
  }
  return sums;
}

/**
 * The entries of a month for a spreadsheet, oldest first.
 * @param timeOf the time in London.
 */
export function monthTable(
  { entries, vatNumber }: MonthBook,
  timeOf: (entry: MonthEntry) => string,
): CsvCell[][] {
  const withVat = vatNumber !== undefined;
  const heading = [
    'Date',
    'Time',
    'Kind',
    'Order',
    'Gross GBP',
    ...(withVat ? ['VAT rate', 'Net GBP', 'VAT GBP'] : []),
    'Stripe ID',
    'Stripe payment',
    'Collection',
  ];
  const rows = entries
    .toReversed()
    .map((entry) => [
      entry.day,
      timeOf(entry),
      entryKinds[entry.kind].words,
      entry.orderNumber,
      { pence: entry.gross },
      ...(withVat
        ? [
            entry.vatRates.map((rate) => `${rate}%`).join(' and '),
            { pence: entry.gross - entry.vat },
            { pence: entry.vat },
          ]
        : []),
      entry.id,
      entry.paymentId ?? '',
      entry.collectionDays.join(' '),
    ]);
  return [heading, ...rows];
}
