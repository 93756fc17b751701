/** A text, a count, or an amount, which may be negative. */
export type CsvCell = string | number | { pence: number };

/** How a spreadsheet's formula begins, also in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]/;

/**
 * A table for a spreadsheet: RFC 4180, with the byte order mark that makes it read UTF-8. Amounts are in pounds with a sign,
 * so that a column adds up. No text is run as a formula: customers choose theirs.
 * @param hasMark false for a program that would read the mark as a part of the first cell.
 */
export function writeCsv(rows: CsvCell[][], { hasMark = true } = {}): string {
  return `${hasMark ? '\uFEFF' : ''}${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: CsvCell): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return pounds(value.pence);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `-1250` → `-12.50` */
function pounds(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
