import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';
import { isPostgres } from './transactions.ts';

/**
 * SQL for the time so many seconds from now by the database's clock. Leases use it because the clocks of
 * servers differ.
 */
export function dbTime(db: Kysely<Tables>, seconds = 0): RawBuilder<string> {
  return isPostgres(db)
    ? // `now()`, unlike `clock_timestamp()`, is stable within a statement, so an index can be used.
      sql`to_char((now() + make_interval(secs => ${seconds})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${seconds} seconds`})`;
}
