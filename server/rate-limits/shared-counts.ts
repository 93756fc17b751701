import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Log } from '#domain/ports.ts';

/** Sends a query to the database that the servers share. */
export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;

/** What the library is told of the table, so that all limiters count in one. */
export type SharedCounts = ReturnType<typeof describe>;

const TABLE = 'rate_limits';

/** The library makes the table itself, whichever of several servers comes first. */
export async function makeCountsTable(query: Query, log: Log): Promise<SharedCounts> {
  const counts = describe(query, log);
  await new Promise<void>((resolve, reject) => {
    new RateLimiterPostgres(
      // This one clears out for all: an address is gone 65 minutes after its window.
      { ...counts, tableCreated: false, clearExpiredByTimeout: true, points: 1, duration: 1 },
      (error) => (error ? reject(error) : resolve()),
    );
  });
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
