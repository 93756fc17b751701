import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { CsvCell } from '#domain/csv.ts';
import { sumPence } from '#domain/money.ts';
import { type BalanceSums, moveInWords, sumOfMove } from './balance.ts';
import { entryKinds } from './ledger.ts';
import type { MonthEntry, MonthReport } from './month.ts';

/** Bookkeeping programs, which import the statement of one account at a time. */
export const Program = z.enum(['xero', 'quickbooks', 'freeagent']);
export type Program = z.infer<typeof Program>;

/** Where the money of a statement is. */
export const Account = z.enum(['stripe', 'counter']);
export type Account = z.infer<typeof Account>;

/** Names a file. */
export const StatementFile = z.object({
  program: Program,
  account: Account,
  /** From 1. */
  part: z.coerce.number(),
});
export type StatementFile = z.infer<typeof StatementFile>;

/** A line of a statement, as banks write them. */
export interface StatementLine {
  day: Day;
  /** In pence, negative for money that went out. */
  amount: number;
  words: string;
  /** The number of an order, or Stripe's id of a payout; empty for what has none. */
  reference: string;
  /** `transfer`: to the cafe's bank. */
  what: 'sale' | 'fee' | 'transfer' | 'other';
  /** As of `VatPart`. */
  rate: number | null;
}

/** What Xero and QuickBooks import at once. */
const MOST_LINES = 1_000;

/**
 * The statement of an account in a month, by day. A payment of a cafe that is registered for VAT is a line for each
 * rate, so that a program can give each its tax; the fees of payments are a line a day. The lines of Stripe's account
 * add up to what its balance has changed by, once Stripe has booked all of them.
 */
export function statementOf(report: MonthReport, account: Account): StatementLine[] {
  const hasVat = report.vatNumber !== undefined;
  const sales = report.entries
    .toReversed()
    .filter((entry) => accountOf(entry) === account)
    .flatMap((entry) => linesOf(entry, hasVat));
  const ofStripe = account === 'stripe' ? [...movesOf(report), ...feesOf(report)] : [];
  return [...sales, ...ofStripe]
    .filter(({ amount }) => amount !== 0)
    .sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
}

function accountOf({ kind }: Pick<MonthEntry, 'kind'>): Account {
  return kind.startsWith('cash') ? 'counter' : 'stripe';
}

function linesOf({ day, kind, orderNumber, gross, parts }: MonthEntry, hasVat: boolean) {
  const shared = { day, reference: orderNumber, what: 'sale' } as const;
  const { words } = entryKinds[kind];
  return hasVat
    ? parts.map(
        ({ rate, gross: amount }): StatementLine => ({
          ...shared,
          amount,
          words: `${words}: ${rateInWords(rate)}`,
          rate,
        }),
      )
    : [{ ...shared, amount: gross, words, rate: null }];
}

/** As rules of the programs find it in a description. */
function rateInWords(rate: number | null): string {
  return rate === null ? 'no VAT' : `${rate}% VAT`;
}

/** Payouts, Stripe's other fees, and what else has moved on its balance. */
function movesOf({ others }: MonthReport): StatementLine[] {
  return others.toReversed().map((move) => ({
    day: londonDay(move.at),
    amount: move.amount,
    words: moveInWords(move),
    reference: move.order?.number ?? move.source ?? '',
    what: KINDS[sumOfMove(move)] ?? 'other',
    rate: null,
  }));
}

const KINDS: Partial<Record<keyof BalanceSums, StatementLine['what']>> = {
  fees: 'fee',
  paidOut: 'transfer',
};

/** What Stripe has kept of the movements of each day. */
function feesOf({ entries, others }: MonthReport): StatementLine[] {
  const moves = [...entries.flatMap(({ atStripe }) => atStripe ?? []), ...others];
  return [...Map.groupBy(moves, ({ at }) => londonDay(at))].map(([day, ofDay]) => ({
    day,
    amount: sumPence(ofDay.map(({ fee }) => 0 - fee)),
    words: 'Fees of payments',
    reference: '',
    what: 'fee',
    rate: null,
  }));
}

/** In files that a program imports one after the other. */
export function filesOf(lines: StatementLine[]): StatementLine[][] {
  const files: StatementLine[][] = [];
  for (let from = 0; from < lines.length; from += MOST_LINES) {
    files.push(lines.slice(from, from + MOST_LINES));
  }
  return files;
}

interface ImportForm {
  heading: string[] | undefined;
  row: (line: StatementLine) => CsvCell[];
}

/** Sales and bank fees. A transfer is matched with its line in the statement of the bank. */
const XERO_ACCOUNTS = { sale: '200', fee: '404', transfer: '', other: '' };

const FORMS: Record<Program, ImportForm> = {
  // A precoded statement, by the account codes and tax rates of a new organisation in the UK.
  xero: {
    heading: ['Date', 'Amount', 'Payee', 'Description', 'Reference', 'Account Code', 'Tax Type'],
    row: (line) => [
      dateOf(line),
      { pence: line.amount },
      line.what === 'sale' ? 'Customers' : 'Stripe',
      plain(line.words),
      line.reference,
      XERO_ACCOUNTS[line.what],
      line.what === 'transfer' || line.what === 'other' ? '' : taxType(line.rate),
    ],
  },
  quickbooks: {
    heading: ['Date', 'Description', 'Amount'],
    row: (line) => [dateOf(line), description(line), { pence: line.amount }],
  },
  // No heading: https://support.freeagent.com/hc/en-gb/articles/115001222564
  freeagent: {
    heading: undefined,
    row: (line) => [dateOf(line), { pence: line.amount }, description(line)],
  },
};

/** A statement in the form that a program imports. */
export function statementTable(program: Program, lines: StatementLine[]): CsvCell[][] {
  const { heading, row } = FORMS[program];
  return [...(heading ? [heading] : []), ...lines.map(row)];
}

/** The name of a rate in Xero. */
function taxType(rate: number | null): string {
  if (rate === null) return 'No VAT';
  return rate === 0 ? 'Zero Rated Income' : `${rate}% (VAT on Income)`;
}

/** `30/11/2026` */
function dateOf({ day }: StatementLine): string {
  return day.split('-').toReversed().join('/');
}

function description({ words, reference }: StatementLine): string {
  return plain([reference, words].filter(Boolean).join(' '));
}

/** FreeAgent reads neither quotes nor commas. */
function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll(/[",\s]+/g, ' ');
}
