import { ENTRY_WORDS } from './ledger.ts';
import type { MonthBook, MonthEntry } from './month.ts';

/**
 * The entries of a month for a spreadsheet, oldest first: RFC 4180, amounts in pounds with a sign, so that
 * a column adds up. All of it is ASCII, which needs no byte order mark.
 * @param timeOf the time in London.
 */
export function monthCsv(
  { entries, vatNumber }: MonthBook,
  timeOf: (entry: MonthEntry) => string,
): string {
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
      text(entry.day),
      text(timeOf(entry)),
      text(ENTRY_WORDS[entry.kind]),
      text(entry.orderNumber),
      pounds(entry.gross),
      ...(withVat
        ? [
            text(entry.vatRates.map((rate) => `${rate}%`).join(' and ')),
            pounds(entry.gross - entry.vat),
            pounds(entry.vat),
          ]
        : []),
      text(entry.id),
      text(entry.paymentId ?? ''),
      text(entry.collectionDays.join(' ')),
    ]);
  return [heading, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** `-1250` → `-12.50` */
function pounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A spreadsheet runs text that begins like a formula: an apostrophe keeps it text. */
function text(value: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
