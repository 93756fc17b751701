import { type Stored, stored } from '#app/ui/stored.ts';

// Every page loads this module; the client that obtains tokens comes later.

/** Errors of the bot check (spec §8). They are logged by name and never shown. */
type BotCheckError =
  | 'fetch-network-error'
  | 'fetch-status-error'
  | 'fetch-parse-error'
  | 'storage-open'
  | 'storage-get'
  | 'storage-set'
  /** No proof: a script is blocked, or the solver gave up. */
  | 'bot-check-error'
  /** No request is sent until the throttle ends. */
  | 'throttled'
  /** Activated again with other settings. */
  | 'already-initialized'
  | 'use-before-activation';

export interface BotCheckFailure {
  ok: false;
  error: BotCheckError;
  /** With `fetch-status-error`. */
  status?: number;
}

export type TokenOutcome = { ok: true; token: string } | BotCheckFailure;

/** Logs to the console. The visitor sees a message only if no token can be obtained at all. */
export function report(error: BotCheckError, cause?: unknown): void {
  console.debug(`Bot check: ${error}`, ...(cause === undefined ? [] : [cause]));
}

export function reportFailure(error: BotCheckError, cause?: unknown): BotCheckFailure {
  report(error, cause);
  return { ok: false, error };
}

/** Times are milliseconds since 1970 by the browser's clock. */
export interface Token {
  token: string;
  issuedAt: number;
  expiresAt: number;
}

/**
 * The token of all tabs; it survives the visit to the card checkout. It belongs to one exchange: the settings
 * of the shop may change.
 */
export function storedToken(exchange: string): Stored<Token> {
  return storedForBotCheck(`bot-check:${exchange}`, isToken);
}

function isToken(value: unknown): value is Token {
  const { token, issuedAt, expiresAt } = Object(value);
  return typeof token === 'string' && Number.isFinite(issuedAt) && Number.isFinite(expiresAt);
}

export function storedForBotCheck<T>(
  key: string,
  isValid: (value: unknown) => value is T,
): Stored<T> {
  return stored('localStorage', key, isValid, (operation, error) =>
    report(`storage-${operation}`, error),
  );
}
