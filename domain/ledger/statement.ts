import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import type { CsvCell } from '#domain/csv.ts';
import { entryKinds } from './ledger.ts';
import type { MonthBook, MonthEntry } from './month.ts';

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
  /** The number of an order; empty for what is of none. */
  reference: string;
  what: 'sale';
  /** As of `VatPart`. */
  rate: number | null;
}

/** What Xero and QuickBooks import at once. */
const MOST_LINES = 1_000;

/**
 * The statement of an account in a month, oldest first. A payment of a cafe that is registered for VAT is a line for each rate, so
 * that a program can give each its tax.
 */
export function statementOf(book: MonthBook, account: Account): StatementLine[] {
  const hasVat = book.vatNumber !== undefined;
  return book.entries
    .toReversed()
    .filter((entry) => accountOf(entry) === account)
    .flatMap((entry) => linesOf(entry, hasVat));
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

const FORMS: Record<Program, ImportForm> = {
  // A precoded statement, by the account codes and tax rates of a new organisation in the UK.
  xero: {
    heading: ['Date', 'Amount', 'Payee', 'Description', 'Reference', 'Account Code', 'Tax Type'],
    row: (line) => [
      dateOf(line),
      { pence: line.amount },
      'Customers',
      plain(line.words),
      line.reference,
      '200',
      taxType(line.rate),
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
