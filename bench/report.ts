import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import * as z from 'zod';
import { type Benchmark, isMet, Result, type Table, type Target } from './benchmark.ts';

const FIGURES = 'bench/figures';
const REPORT = 'bench/report.md';

const HEAD = `# Benchmarks

Written by \`npm run bench\` from \`bench/figures/\`; each section has the machine and the date of its figures. CPU time counts, user and
system, and not the time on a clock: other processes may share the machine, and they also make CPU times longer. Services, shoppers and
load generators run in processes of their own and are not counted.
`;

const Figures = z.object({
  command: z.string(),
  /** With the date of the run. */
  machine: z.string(),
  result: Result,
});

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

/** Stores the figures of a benchmark in place of earlier ones. */
export async function storeFigures(name: string, figures: z.infer<typeof Figures>): Promise<void> {
  await mkdir(FIGURES, { recursive: true });
  const text = JSON.stringify(figures, null, 2);
  await writeFile(fileOf(name), `${text}\n`);
}

/** Writes the report from the stored figures. */
export async function writeReport(benchmarks: Benchmark[]): Promise<void> {
  const measured = benchmarks.filter(({ name }) => existsSync(fileOf(name)));
  const sections = await Promise.all(measured.map(section));
  await writeFile(REPORT, [HEAD, ...sections].join('\n'));
}

async function section({ name, title, description }: Benchmark): Promise<string> {
  const { command, machine, result } = Figures.parse(
    JSON.parse(await readFile(fileOf(name), 'utf8')),
  );
  const paragraphs = [...description, `\`${command}\` on ${machine}`];
  return [
    `## ${title}\n`,
    ...paragraphs.map((paragraph) => `${paragraph}\n`),
    tablesOf(result),
  ].join('\n');
}

function fileOf(name: string): string {
  return `${FIGURES}/${name}.json`;
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
