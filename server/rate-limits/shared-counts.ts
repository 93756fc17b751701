import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Log } from '#server/ports.ts';

/** Queries the PostgreSQL that the servers share. */
export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** The library's options for the shared table. */
export type SharedCounts = ReturnType<typeof describe>;

const TABLE = 'rate_limits';

/** Counts in the table `rate_limits`. */
export function sharedCountsOptions(query: Query, log: Log): SharedCounts {
  const counts = describe(query, log);
  // Deletes expired rows for all limiters: an address is gone 65 minutes after its window.
  new RateLimiterPostgres({ ...counts, clearExpiredByTimeout: true, points: 1, duration: 1 });
  return counts;
}

function describe(query: Query, log: Log) {
  return {
    storeType: 'client',
    storeClient: { query: ({ text, values = [] }: Statement) => send(text, values) },
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout: false,
  };

  async function send(text: string, values: unknown[]) {
    try {
      return await query(text, values);
    } catch (error) {
      log.warn({ err: error }, 'the shared rate limits are out of reach: each server counts alone');
      throw error;
    }
  }
}

interface Statement {
  text: string;
  values?: unknown[];
}
