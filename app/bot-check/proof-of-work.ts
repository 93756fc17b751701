import type { Challenge, Solution } from 'altcha-lib';
import * as z from 'zod/mini';
import type { BotCheckFailure } from '#app/bot-check/errors.ts';
import { call, type Fetch } from './call.ts';
import type { Proof } from './exchange.ts';
import { reportFailure } from './report.ts';

export type Effort = 'normal' | 'long';
export type Solve = (challenge: Challenge, timeout: number) => Promise<Solution>;

/** What is signed with it, whatever it is, goes back as it came. */
const SignedChallenge = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
  }),
  signature: z.string(),
});

/** Luck is in it: a phone that needs ten seconds on average must now and then be given a minute. */
const LONGEST_WORK_MS: Record<Effort, number> = { normal: 45_000, long: 90_000 };

/** Has a challenge set by the shop, and solves it: hardly noticed once, dear to do by the thousand. */
export async function proveByWork(
  effort: Effort,
  { fetch, solve }: { fetch: Fetch; solve: Solve },
): Promise<{ ok: true; proof: Proof } | BotCheckFailure> {
  const called = await call(fetch, `/api/bot-check/challenge?effort=${effort}`, SignedChallenge);
  if (!called.ok) return called;
  const challenge = called.answer;
  try {
    const solution = await solve(challenge, LONGEST_WORK_MS[effort]);
    return {
      ok: true,
      proof: { recaptcha_v3_token: btoa(JSON.stringify({ challenge, solution })) },
    };
  } catch (error) {
    return reportFailure('bot-check-error', error);
  }
}
