import type { Result, Table } from './benchmark.ts';

/** A result as a terminal shows it. */
export function plainTables({ tables, targets, notes = [] }: Result): string {
  const wanted: Table = {
    caption: 'Targets',
    columns: ['target', 'wanted', 'measured', ''],
    rows: targets.map(({ what, wanted, measured, met }) => [
      what,
      wanted,
      measured,
      met ? 'met' : 'missed',
    ]),
  };
  return [...[...tables, wanted].map(plainTable), ...notes].join('\n\n');
}

function plainTable({ caption, columns, rows }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  return [caption, ...text].join('\n');
}
