import type { DatabaseLocation } from '#server/database/open-database.ts';

/** A database of a shop, looked at from outside while the shop works. */
export interface MeasuredDatabase {
  name: string;
  where: DatabaseLocation;
  /** How many transactions of one row it takes in a second when that is all it is asked for. */
  bareCommits(atOnce: number, seconds: number): Promise<number>;
  /** How many transactions have written something until now. */
  writes(): Promise<number>;
  /** The processor time until now of what is not the shop's own process. */
  processorMs(): number;
  close(): Promise<void>;
}

/** About as long as a row of an order. */
export const ROW = 'x'.repeat(200);
