export interface Benchmark {
  /** For `npm run bench -- pages`. */
  name: string;
  title: string;
  /** What is measured and how, and where the time or the memory goes: a paragraph each of the report. */
  description: string[];
  /** @param share 1, or less for a quick look: the part of the requests, of the orders before the memory is read, and of the listeners. */
  measure(share: number): Promise<Result>;
}

export interface Table {
  caption: string;
  columns: string[];
  /** The first cell names the row. Numbers are rounded by the benchmark. */
  rows: (string | number)[][];
}

export interface Target {
  name: string;
  /** At most this. */
  limit: number;
  measured: number;
  unit: string;
  /** What is done about it if the target is missed. */
  whenMissed?: string | undefined;
}

export interface Result {
  tables: Table[];
  targets: Target[];
}

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
