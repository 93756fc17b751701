import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { Chart, Table } from './benchmark.ts';
import { drawChart } from './chart.ts';
import type { Figures } from './kept-figures.ts';
import { targetsTable } from './targets-table.ts';

const REPORT = 'bench/report.md';
const CHARTS = 'bench/charts';
/** What a profile has shown, written by hand: a paragraph under each benchmark's name. */
const LIMITS = 'bench/limits.md';

const HEAD = `# Benchmarks

Written by \`npm run bench\` from \`bench/figures/\`. Every figure was measured by the command that stands with it, in one
run, on the machine and on the day that stand with it; what is known from elsewhere says so, and its bars are hollow.
`;

/** bench/report.md and its charts, made of the kept figures and nothing else. */
export async function writeReport(all: Figures[]): Promise<void> {
  await rm(CHARTS, { recursive: true, force: true });
  await mkdir(CHARTS, { recursive: true });
  const limits = readLimits(await readFile(LIMITS, 'utf8'));
  const sections: string[] = [];
  for (const figures of all) {
    const charts = await writeCharts(figures.name, figures.result.charts);
    sections.push(section(figures, charts, limits.get(figures.name)));
  }
  await writeFile(REPORT, [HEAD, ...sections].join('\n'));
}

/** @returns the lines that show them in the report. */
async function writeCharts(name: string, charts: Chart[]): Promise<string[]> {
  return Promise.all(
    charts.map(async (chart, index) => {
      const file = `${name}-${index + 1}.svg`;
      await writeFile(`${CHARTS}/${file}`, drawChart(chart));
      return `![${chart.title}](charts/${file})\n`;
    }),
  );
}

function section(figures: Figures, charts: string[], limit: string | undefined): string {
  const { title, question, command, machine, result } = figures;
  return [
    `## ${title}\n`,
    `${question}\n`,
    `\`${command}\` on ${machine}\n`,
    result.targets.length > 0 ? table(targetsTable(result.targets, '**missed**')) : '',
    ...charts,
    ...result.tables.map(table),
    ...(result.notes ?? []).map((note) => `${note}\n`),
    limit ? `**What limits it.** ${limit}\n` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function table({ caption, columns, rows }: Table): string {
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

/** `## growth` and what stands under it. */
function readLimits(text: string): Map<string, string> {
  const parts = text.split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [name = '', ...lines] = part.split('\n');
      return [name.trim(), lines.join('\n').trim()];
    }),
  );
}
