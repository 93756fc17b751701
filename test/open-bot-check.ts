import * as z from 'zod';
import { type Clock, plusSeconds } from '#domain/clock.ts';
import { type BotCheckOptions, createBotCheck } from '#server/bot-check/bot-check.ts';
import { OWN_EXCHANGE } from '#server/bot-check/exchange.ts';
import type { Database } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';

const Minted = z.object({ token: z.string(), ttl: z.string() });

/** The default options. */
const DEFAULTS: BotCheckOptions = {
  origin: 'https://cakes.example',
  debugTokens: [],
  // The full work takes a second of CPU.
  workFactor: 0.01,
  recaptcha: undefined,
  hosted: undefined,
};

/** Starts at the current time; advances only by `forward`. */
export function movableClock(): Clock & { forward(seconds: number): void } {
  let now = new Date().toISOString();
  return {
    now: () => now,
    forward(seconds) {
      now = plusSeconds(now, seconds);
    },
  };
}

/** The bot check of one server without the rest of the shop. */
export async function openBotCheck(
  database: Database,
  clock: Clock,
  options: Partial<BotCheckOptions> = {},
) {
  const botCheck = await createBotCheck(
    { ...DEFAULTS, ...options },
    { db: database.db, clock, log: createLog('silent') },
  );

  async function post(path: string, body: unknown) {
    const response = await botCheck.exchange.request(path, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const json: unknown = await response.json();
    return { status: response.status, headers: response.headers, body: json };
  }
  const prove = (proof: string) =>
    post(`${OWN_EXCHANGE}:exchangeRecaptchaV3Token`, { recaptcha_v3_token: proof });
  const proveByDebug = (token: string) =>
    post(`${OWN_EXCHANGE}:exchangeDebugToken`, { debug_token: token });

  return {
    botCheck,
    post,
    prove,
    proveByDebug,
    /** With the debug token `let-me-in`. */
    token: async () => Minted.parse((await proveByDebug('let-me-in')).body).token,
  };
}
