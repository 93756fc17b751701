import type { Day } from '#domain/calendar/day.ts';
import { addDays, asDay, isDay, londonDay, monthName, weekday } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import type { CsvCell } from '#domain/csv.ts';
import { sumPence } from '#domain/money.ts';
import {
  type BalanceSums,
  feeOf,
  type MatchedMove,
  matchMoves,
  moveInWords,
  netOf,
  sumUpBalance,
} from './balance.ts';
import {
  type AwaitedReversal,
  entryKinds,
  type OrderEntries,
  type OrderEntry,
  signedAmount,
} from './ledger.ts';
import type { VatPart } from './vat.ts';

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

/** The months before and after one, none after the present. */
export function monthsAround(month: Month, today: Day) {
  const now = monthOf(today);
  const neighbour = (months: number) => {
    const other = addMonths(month, months);
    return { month: other, words: monthInWords(other) };
  };
  return {
    isNow: month === now,
    previous: neighbour(-1),
    next: month < now ? neighbour(1) : undefined,
  };
}

/** When a day begins in London, where clocks are at most an hour ahead of UTC. */
export function londonMidnight(day: Day): Instant {
  const inSummer = `${addDays(day, -1)}T23:00:00.000Z`;
  return londonDay(inSummer) === day ? inSummer : `${day}T00:00:00.000Z`;
}

/** An entry of a month. Amounts are in pence, negative for money that went out. */
export interface MonthEntry extends OrderEntry {
  /** In London. */
  day: Day;
  gross: number;
  vat: number;
  collectionDays: Day[];
  /** By which Stripe's balance has changed; undefined until it is read, and at the counter. */
  atStripe: MatchedMove | undefined;
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

export interface MonthReport {
  month: Month;
  /** Newest first. */
  entries: MonthEntry[];
  total: Sums;
  /** All days of the month, in order. */
  days: { day: Day; sums: Sums }[];
  /** From Monday to Sunday, within the month. */
  weeks: { from: Day; to: Day; sums: Sums }[];
  /** What else has moved on Stripe's balance, newest first: fees, payouts, and what is not the shop's. */
  others: MatchedMove[];
  balance: BalanceSums;
  vatNumber: string | undefined;
  /** Money that is about to go out: now, whatever the month. */
  awaited: AwaitedReversal[];
  /** The numbers of orders whose payments or refunds cannot be read completely. */
  unreadable: string[];
}

interface MonthFacts extends Pick<MonthReport, 'awaited' | 'vatNumber'> {
  /** All movements of the month, oldest first. */
  moves: MatchedMove[];
  /** What Stripe held for the cafe when the month began. */
  start: number;
}

/** @param booked the entries of the month. */
export function sumUpMonth(
  month: Month,
  booked: OrderEntries,
  { awaited, vatNumber, moves, start }: MonthFacts,
): MonthReport {
  const first = asDay(`${month}-01`);
  const end = asDay(`${addMonths(month, 1)}-01`);
  const matched = matchMoves(moves);
  const entries = booked.entries.map((entry) => ({
    ...monthEntry(entry, booked.days),
    atStripe: matched.take(entry),
  }));
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
    others: matched.rest().toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    balance: sumUpBalance(start, moves),
    vatNumber,
    awaited,
    unreadable: booked.unreadable,
  };
}

function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekday(day));
}

function monthEntry(entry: OrderEntry, days: OrderEntries['days']): Omit<MonthEntry, 'atStripe'> {
  return {
    ...entry,
    day: londonDay(entry.at),
    gross: signedAmount(entry),
    vat: sumPence(entry.parts.map(({ vat }) => vat)),
    collectionDays: days.get(entry.orderId) ?? [],
  };
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
 * A month for a spreadsheet, oldest first: what came and went for orders, and what else moved on Stripe's balance. With
 * VAT there is a row for each rate of an entry; the first has its fee. `Gross` is of orders; `Stripe balance` adds up
 * to the change of the balance, payouts included.
 * @param timeOf the time in London.
 */
export function monthTable(
  { entries, others, vatNumber }: MonthReport,
  timeOf: (at: Instant) => string,
): CsvCell[][] {
  const withVat = vatNumber !== undefined;
  const heading = [
    'Date',
    'Time',
    'Kind',
    'Order',
    'Gross GBP',
    ...(withVat ? ['VAT rate', 'Without VAT GBP', 'VAT GBP'] : []),
    'Fee GBP',
    'Stripe balance GBP',
    'Payout',
    'Payout arrives',
    'Stripe ID',
    'Stripe payment',
    'Collection',
  ];
  const ofOrders = entries.toReversed().flatMap((entry) => {
    const amounts = withVat ? entry.parts.map(partCells) : [[{ pence: entry.gross }]];
    return amounts.map((cells, part) => ({
      at: entry.at,
      cells: [
        entry.day,
        timeOf(entry.at),
        entryKinds[entry.kind].words,
        entry.orderNumber,
        ...cells,
        ...(part === 0 ? movedCells(entry.atStripe) : ['', '']),
        ...payoutCells(entry.atStripe),
        entry.id,
        entry.paymentId ?? '',
        entry.collectionDays.join(' '),
      ],
    }));
  });
  const ofOthers = others.toReversed().map((move) => ({
    at: move.at,
    cells: [
      londonDay(move.at),
      timeOf(move.at),
      moveInWords(move),
      move.order?.number ?? '',
      '',
      ...(withVat ? ['', '', ''] : []),
      ...movedCells(move),
      ...payoutCells(move),
      move.source ?? move.id,
      move.paymentId ?? '',
      '',
    ],
  }));
  const rows = [...ofOrders, ...ofOthers].toSorted((a, b) =>
    a.at < b.at ? -1 : Number(a.at > b.at),
  );
  return [heading, ...rows.map(({ cells }) => cells)];
}

function partCells({ rate, gross, vat }: VatPart): CsvCell[] {
  const words = rate === null ? 'no VAT' : `${rate}%`;
  return [{ pence: gross }, words, { pence: gross - vat }, { pence: vat }];
}

function movedCells(move: MatchedMove | undefined): CsvCell[] {
  return move ? [{ pence: feeOf(move) }, { pence: netOf(move) }] : ['', ''];
}

function payoutCells(move: MatchedMove | undefined): CsvCell[] {
  return move?.payout ? [move.payout.id, move.payout.arrives] : ['', ''];
}
