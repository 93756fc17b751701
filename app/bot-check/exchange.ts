import * as z from 'zod/mini';
import type { BotCheckFailure } from '#app/bot-check/errors.ts';
import type { TokenLife } from '#app/bot-check/token-timers.ts';
import { call, type Fetch } from './call.ts';

/** What is shown to have a token for it, in the exchange's own words. */
export type Proof = { recaptcha_v3_token: string } | { debug_token: string };

export interface Token extends TokenLife {
  token: string;
}

const Exchanged = z.object({
  token: z.string().check(z.minLength(1)),
  ttl: z.string().check(z.regex(/^\d+(\.\d+)?s$/)),
});

export async function exchange(
  proof: Proof,
  { base, apiKey }: { base: string; apiKey: string | null },
  { fetch, now }: { fetch: Fetch; now: () => number },
): Promise<{ ok: true; token: Token } | BotCheckFailure> {
  const method = 'debug_token' in proof ? 'exchangeDebugToken' : 'exchangeRecaptchaV3Token';
  const key = apiKey === null ? '' : `?key=${encodeURIComponent(apiKey)}`;
  const called = await call(fetch, `${base}:${method}${key}`, Exchanged, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(proof),
  });
  if (!called.ok) return called;
  const { token, ttl } = called.answer;
  // By this browser's own clock: it may differ from the server's, and only the span counts.
  const issuedAt = now();
  return {
    ok: true,
    token: { token, issuedAt, expiresAt: issuedAt + Number.parseFloat(ttl) * 1000 },
  };
}
