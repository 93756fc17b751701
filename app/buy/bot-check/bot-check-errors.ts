/** Errors of the bot check (spec §8). They are logged by name and never shown. */
type BotCheckError =
  | 'fetch-network-error'
  | 'fetch-status-error'
  | 'fetch-parse-error'
  | 'storage-open'
  | 'storage-get'
  | 'storage-set'
  /** No proof: a script or worker is blocked, or the solver gave up. */
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
