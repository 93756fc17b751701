import * as z from 'zod';

/** The sections of bench/report.md, in its order: the benchmarks and the fault campaigns. */
export const SECTIONS = [
  'pages',
  'weight',
  'orders',
  'emails',
  'days',
  'live',
  'book',
  'photos',
  'growth',
  'cost',
  'practice',
  'faults',
] as const;

export interface Benchmark {
  /** For `npm run bench -- pages`. */
  name: (typeof SECTIONS)[number];
  title: string;
  /** What is measured and how: a paragraph of the report. */
  description: string;
  /** The names of options for sizes, such as `--orders 100000`. */
  sizes?: string[];
  /** @param sizes those given on the command line; each benchmark has defaults. */
  measure(sizes: Partial<Record<string, number>>): Promise<Result>;
}

const Table = z.object({
  caption: z.string(),
  columns: z.array(z.string()),
  /** The first cell names the row. Numbers are rounded by the benchmark. */
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});
export type Table = z.infer<typeof Table>;

const Chart = z.object({
  title: z.string(),
  /** `ms`, `requests/s`, `kB`. */
  unit: z.string(),
  bars: z
    .array(
      z.object({
        label: z.string(),
        value: z.number(),
        /** Not measured in this run; drawn hollow. */
        external: z.boolean().optional(),
      }),
    )
    .min(1),
  /** Drawn as a line across the bars. */
  target: z.number().optional(),
});
export type Chart = z.infer<typeof Chart>;

const Target = z.object({
  /** `home: CPU of a cached page` · `≤ 1.25 × bare Node's` · `1.05 ×` */
  name: z.string(),
  target: z.string(),
  measured: z.string(),
  met: z.boolean(),
});
export type Target = z.infer<typeof Target>;

export const Result = z.object({
  tables: z.array(Table),
  charts: z.array(Chart),
  targets: z.array(Target),
  /** Paragraphs that explain the figures. */
  notes: z.array(z.string()).optional(),
});
export type Result = z.infer<typeof Result>;

export function atMost(name: string, value: number, limit: number, unit: string): Target {
  return {
    name,
    target: `≤ ${limit.toLocaleString('en-GB')} ${unit}`,
    measured: `${value.toLocaleString('en-GB')} ${unit}`,
    met: value <= limit,
  };
}

/** @param part 0.5 for the median, 0.99 for p99. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
