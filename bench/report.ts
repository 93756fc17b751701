import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { type Benchmark, isMet, type Result, type Table, type Target } from './benchmark.ts';

const REPORT = 'bench/report.md';

/** Call it before a benchmark: the load average is that of the minute before. */
export function describeMachine(): string {
  const [processor] = cpus();
  const [load = 0] = loadavg();
  return [
    `${availableParallelism()} × ${processor?.model ?? 'unknown'}`,
    `${Math.round(totalmem() / 1024 ** 3)} GB`,
    `Node ${process.version}`,
    new Date().toISOString().slice(0, 10),
    `load average before: ${load.toFixed(1)}`,
  ].join(', ');
}

interface Run {
  command: string;
  /** With the date of the run. */
  machine: string;
  result: Result;
}

/** Writes the section of a benchmark into the report, in place of its earlier one. */
export async function writeSection(
  { title, description }: Benchmark,
  { command, machine, result }: Run,
): Promise<void> {
  const paragraphs = [`## ${title}`, ...description, `\`${command}\` on ${machine}`];
  const section = [...paragraphs, tablesOf(result)].join('\n\n');
  const sections = (await readFile(REPORT, 'utf8')).split(/^(?=## )/m);
  const known = sections.findIndex((each) => each.startsWith(`## ${title}\n`));
  sections.splice(known === -1 ? sections.length : known, 1, section);
  await writeFile(REPORT, `${sections.map((each) => each.trimEnd()).join('\n\n')}\n`);
}

/** In Markdown. */
export function tablesOf({ tables, targets }: Result): string {
  return [targetsTable(targets), ...tables].map(markdownTable).join('\n');
}

function targetsTable(targets: Target[]): Table {
  return {
    caption: 'Targets',
    columns: ['at most', 'target', 'measured', ''],
    rows: targets.map((target) => [
      `${target.name}, ${target.unit}`,
      target.limit,
      target.measured,
      isMet(target) ? 'met' : `**missed** ${target.whenMissed ?? ''}`.trim(),
    ]),
  };
}

function markdownTable({ caption, columns, rows }: Table): string {
  const rules = columns.map((_, column) =>
    column > 0 && rows.every((cells) => typeof cells[column] === 'number') ? '---:' : '---',
  );
  const line = (cells: (string | number)[]) => `| ${cells.map(cellText).join(' | ')} |`;
  return [`${caption}:\n`, line(columns), `|${rules.join('|')}|`, ...rows.map(line), ''].join('\n');
}

function cellText(cell: string | number): string {
  return typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell;
}
