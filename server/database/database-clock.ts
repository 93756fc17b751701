import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the instant so many seconds from now, by the clock of the database. Servers whose own clocks
 * differ agree on it, so leases between servers are counted by it alone.
 */
export type DatabaseClock = (seconds: number) => RawBuilder<string>;

/** The server's own process runs the database, so this is the clock of the machine. */
export const sqliteClock: DatabaseClock = (seconds) =>
  sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${seconds} seconds`})`;

/** `now()` is stable within a statement, so an index can be searched for it; `clock_timestamp()` is not. */
export const postgresClock: DatabaseClock = (seconds) =>
  sql`to_char((now() + make_interval(secs => ${seconds})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
