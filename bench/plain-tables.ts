import type { Result, Table } from './benchmark.ts';
import { targetsTable } from './targets-table.ts';

/** A result as a terminal shows it. */
export function plainTables({ tables, targets, notes = [] }: Result): string {
  const all = [...tables, targetsTable(targets, 'missed')];
  return [...all.map(plainTable), ...notes].join('\n\n');
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
