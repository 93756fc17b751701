/** What can go wrong with the bot check (spec §8). Logged under these names, never shown. */
export type BotCheckError =
  | 'fetch-network-error'
  | 'fetch-status-error'
  | 'fetch-parse-error'
  | 'storage-open'
  | 'storage-get'
  | 'storage-set'
  /** No proof could be had: a blocked script or worker, or a check that gave up. */
  | 'bot-check-error'
  /** Refused before: nothing is sent until a later time. */
  | 'throttled'
  /** Switched on a second time with other settings. */
  | 'already-initialized'
  | 'use-before-activation';

export interface BotCheckFailure {
  ok: false;
  error: BotCheckError;
  /** With `fetch-status-error`. */
  status?: number;
}

export type TokenOutcome = { ok: true; token: string } | BotCheckFailure;
