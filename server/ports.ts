import type { Kysely } from 'kysely';
import type { HeldLimit } from '#domain/capacity/capacity.ts';
import type { Clock } from '#domain/clock.ts';
import type { Trader } from '#domain/trader.ts';
import type { Words } from '#domain/words/words.ts';
import type { Content } from '#server/content/content.ts';
import type { CafePhoto } from '#server/content/photo-records.ts';
import type { Changes } from '#server/db/changes.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Mailer } from '#server/emails/mailer.ts';
import type { Payments } from '#server/stripe/payments.ts';

/** Everything the shop needs from the outside world; `server/compose.ts` says who supplies it. */
export interface Ports {
  db: Kysely<Tables>;
  /** Default: `MOST_HELD`. */
  mostHeld?: HeldLimit | undefined;
  changes: Changes;
  /** The photos of `cafe/`, which are part of the code. */
  cafePhotos: CafePhoto[];
  /** The minimum time between the starts of two e-mails of all servers; 0: none. */
  emailSpacingSeconds: number;
  /** How long an e-mail of a killed server stays claimed. */
  emailLeaseSeconds: number;
  payments: Payments;
  mailer: Mailer;
  /** All content at its current version. */
  content(): Promise<Content>;
  /** The words of cafe/, for what nobody has edited. */
  firstWords: Words;
  /** The cafe as it is now. */
  trader(): Promise<Trader>;
  /** Of the disk with the shop's files; undefined if it has none here. */
  freeDiskBytes(): Promise<number | undefined>;
  clock: Clock;
  log: Log;
}

/**
 * Thrown by every database port while the database cannot be reached, read or written. A retry may
 * succeed.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Arguments in pino's order. Facts never contain a name, e-mail address, phone number or message. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
