import * as z from 'zod';

export interface Benchmark {
  /** For `npm run bench -- pages`. */
  name: string;
  title: string;
  /** What is measured and how, and where the time or the memory goes: a paragraph each of the report. */
  description: string[];
  /** @param share 1, or less for a quick look: the part of the requests, of the orders before the memory is read, and of the listeners. */
  measure(share: number): Promise<Result>;
}

const Table = z.object({
  caption: z.string(),
  columns: z.array(z.string()),
  /** The first cell names the row. Numbers are rounded by the benchmark. */
  rows: z.array(z.array(z.union([z.string(), z.number()]))),
});
export type Table = z.infer<typeof Table>;

const Target = z.object({
  name: z.string(),
  /** At most this. */
  limit: z.number(),
  measured: z.number(),
  unit: z.string(),
  /** What is done about it if the target is missed. */
  whenMissed: z.string().optional(),
});
export type Target = z.infer<typeof Target>;

export const Result = z.object({
  tables: z.array(Table),
  targets: z.array(Target),
});
export type Result = z.infer<typeof Result>;

export function isMet({ measured, limit }: Target): boolean {
  return measured <= limit;
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
