import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { Result } from './benchmark.ts';

const Figures = z.object({
  name: z.string(),
  title: z.string(),
  question: z.string(),
  command: z.string(),
  /** Of the run, with its date. */
  machine: z.string(),
  result: Result,
});
export type Figures = z.infer<typeof Figures>;

/** What bench/report.md shows, in this order. */
export const REPORTED = ['pages', 'weight', 'orders', 'live', 'growth', 'cost', 'faults'];

const FOLDER = 'bench/figures';

/** The last run of a benchmark takes the place of the one before. */
export async function keepFigures(figures: Figures): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(fileOf(figures.name), `${JSON.stringify(figures, null, 2)}\n`);
}

/** Of those that have been run, in the order of their names here. */
export async function readFigures(names: string[]): Promise<Figures[]> {
  const files = names.map(fileOf).filter((file) => existsSync(file));
  return Promise.all(
    files.map(async (file) => Figures.parse(JSON.parse(await readFile(file, 'utf8')))),
  );
}

function fileOf(name: string): string {
  return `${FOLDER}/${name}.json`;
}
