import type { BotCheckError, BotCheckFailure } from '#app/bot-check/errors.ts';

/** For whoever looks into the console. The visitor is told in words, and only if nothing helped. */
export function report(error: BotCheckError, cause?: unknown): void {
  console.debug(`Bot check: ${error}`, ...(cause === undefined ? [] : [cause]));
}

export function reportFailure(error: BotCheckError, cause?: unknown): BotCheckFailure {
  report(error, cause);
  return { ok: false, error };
}
