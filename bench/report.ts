import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import * as z from 'zod';
import { type Chart, Result, SECTIONS, type Table, type Target } from './benchmark.ts';
import { drawChart } from './chart.ts';

const FIGURES = 'bench/figures';
const REPORT = 'bench/report.md';
const CHARTS = 'bench/charts';
/** Written by hand from profiles: a paragraph under the name of each benchmark. */
const LIMITS = 'bench/limits.md';

const HEAD = `# Benchmarks

Written by \`npm run bench\` from \`bench/figures/\`. Each section states the command, machine and date of its figures. Hollow
bars were not measured in that run. What the figures mean for a larger shop: [docs/scale.md](../docs/scale.md).
`;

const Figures = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  command: z.string(),
  /** With the date of the run. */
  machine: z.string(),
  result: Result,
});
type Figures = z.infer<typeof Figures>;

/** Stores the figures of a benchmark in place of earlier ones. */
export async function storeFigures(figures: Omit<Figures, 'machine'>): Promise<void> {
  await mkdir(FIGURES, { recursive: true });
  const text = JSON.stringify({ ...figures, machine: describeMachine() }, null, 2);
  await writeFile(`${FIGURES}/${figures.name}.json`, `${text}\n`);
}

/** @returns undefined for a benchmark that has not been run. */
async function readFigures(name: string): Promise<Figures | undefined> {
  const file = `${FIGURES}/${name}.json`;
  return existsSync(file) ? Figures.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined;
}

export function describeMachine(): string {
  const [processor] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const day = new Date().toISOString().slice(0, 10);
  return `${cpus().length} × ${processor?.model ?? 'unknown'}, ${memory} GB, Node ${process.version}, ${day}`;
}

/** Formats a result for a terminal. */
export function plainTables({ tables, targets, notes = [] }: Result): string {
  return [...[...tables, targetsTable(targets, 'missed')].map(plainTable), ...notes].join('\n\n');
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

/** Writes bench/report.md and its charts from the stored figures. */
export async function writeReport(): Promise<void> {
  await rm(CHARTS, { recursive: true, force: true });
  await mkdir(CHARTS, { recursive: true });
  const limits = readLimits(await readFile(LIMITS, 'utf8'));
  const sections: string[] = [];
  for (const name of SECTIONS) {
    const figures = await readFigures(name);
    if (!figures) continue;
    const charts = await writeCharts(name, figures.result.charts);
    sections.push(section(figures, charts, limits.get(name)));
  }
  await writeFile(REPORT, [HEAD, ...sections].join('\n'));
}

/** @returns the lines that include the charts in the report. */
function writeCharts(name: string, charts: Chart[]): Promise<string[]> {
  return Promise.all(
    charts.map(async (chart, index) => {
      const file = `${name}-${index + 1}.svg`;
      await writeFile(`${CHARTS}/${file}`, drawChart(chart));
      return `![${chart.title}](charts/${file})\n`;
    }),
  );
}

function section(figures: Figures, charts: string[], limit: string | undefined): string {
  const { title, description, command, machine, result } = figures;
  return [
    `## ${title}\n`,
    `${description}\n`,
    `\`${command}\` on ${machine}\n`,
    result.targets.length > 0 ? markdownTable(targetsTable(result.targets, '**missed**')) : '',
    ...charts,
    ...result.tables.map(markdownTable),
    ...(result.notes ?? []).map((note) => `${note}\n`),
    limit ? `**Limits.** ${limit}\n` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function targetsTable(targets: Target[], missed: string): Table {
  return {
    caption: 'Targets',
    columns: ['', 'target', 'measured', ''],
    rows: targets.map(({ name, target, measured, met }) => [
      name,
      target,
      measured,
      met ? 'met' : missed,
    ]),
  };
}

function markdownTable({ caption, columns, rows }: Table): string {
  const rules = columns.map((_, column) =>
    column > 0 && rows.every((cells) => typeof cells[column] === 'number' || cells[column] === '')
      ? '---:'
      : '---',
  );
  const line = (cells: (string | number)[]) => `| ${cells.map(cellText).join(' | ')} |`;
  return [`${caption}:\n`, line(columns), `|${rules.join('|')}|`, ...rows.map(line), ''].join('\n');
}

function cellText(cell: string | number): string {
  return typeof cell === 'number' ? cell.toLocaleString('en-GB') : cell.replaceAll('|', '\\|');
}

/** The paragraphs by the name of their heading. */
function readLimits(text: string): Map<string, string> {
  const parts = text.split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [name = '', ...lines] = part.split('\n');
      return [name.trim(), lines.join('\n').trim()];
    }),
  );
}
