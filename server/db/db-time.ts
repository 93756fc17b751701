import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';
import { isPostgres } from './transactions.ts';

/** A statement that started earlier reads an earlier clock than the row it finds. */
const CLOCK_MARGIN_SECONDS = 60;

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

/** Whether the column's time has come, or is later than any pause allows: a clock was set back. */
export function isDue<Table extends keyof Tables, Column extends string & keyof Tables[Table]>(
  db: Kysely<Tables>,
  eb: ExpressionBuilder<Tables, Table>,
  column: Column,
  longestSeconds: number,
) {
  const time = sql.ref<string>(column);
  return eb.or([
    eb(time, '<=', dbTime(db)),
    eb(time, '>', dbTime(db, longestSeconds + CLOCK_MARGIN_SECONDS)),
  ]);
}
