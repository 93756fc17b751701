import * as z from 'zod';

/** One question put to the shop, and how it is answered: by figures that this very run has measured. */
export interface Benchmark {
  /** As `npm run bench -- pages` names it. */
  name: string;
  title: string;
  /** What is asked, and how it is measured: a paragraph for the report. */
  question: string;
  /** What may be asked to be of another size, as `--orders 100000`. */
  sizes?: string[];
  /** @param asked the sizes that were asked for; the benchmark knows what it takes without. */
  measure(asked: Partial<Record<string, number>>): Promise<Result>;
}

const Cell = z.union([z.string(), z.number()]);

const Table = z.object({
  caption: z.string(),
  columns: z.array(z.string()),
  /** The first cell names the row. Numbers are rounded by whoever measured them. */
  rows: z.array(z.array(Cell)),
});
export type Table = z.infer<typeof Table>;

const Bar = z.object({
  label: z.string(),
  value: z.number(),
  /** True for what was not measured in this run but is known from elsewhere; it is drawn hollow. */
  known: z.boolean().optional(),
});

const Chart = z.object({
  title: z.string(),
  /** What a value is counted in: `ms`, `requests/s`, `kB`. */
  unit: z.string(),
  bars: z.array(Bar).min(1),
  /** Where the target lies, as a line across the bars. */
  target: z.number().optional(),
});
export type Chart = z.infer<typeof Chart>;

const Target = z.object({
  /** `cached pages by CPU, of nginx` · `≥ 0.50` · `0.61` */
  what: z.string(),
  wanted: z.string(),
  measured: z.string(),
  met: z.boolean(),
});
export type Target = z.infer<typeof Target>;

export const Result = z.object({
  tables: z.array(Table),
  charts: z.array(Chart),
  targets: z.array(Target),
  /** Each a paragraph: what has to be known to read the figures. */
  notes: z.array(z.string()).optional(),
});
export type Result = z.infer<typeof Result>;
