import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the time so many seconds from now by the database's clock. Leases use it because the clocks of
 * servers differ.
 */
export type DatabaseClock = (seconds: number) => RawBuilder<string>;

/** The machine's clock. */
export const sqliteClock: DatabaseClock = (seconds) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${seconds} seconds`})`;

/** `now()`, unlike `clock_timestamp()`, is stable within a statement, so an index can be used. */
export const postgresClock: DatabaseClock = (seconds) =>
  sql`to_char((now() + make_interval(secs => ${seconds})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export interface DatabaseSettings {
  clock: DatabaseClock;
}
