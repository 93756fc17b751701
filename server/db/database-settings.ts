import type { RawBuilder } from 'kysely';

/** `dbTime` of this database. */
export type DatabaseClock = (seconds: number) => RawBuilder<string>;

export interface DatabaseSettings {
  clock: DatabaseClock;
}
