import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import { Challenge } from '#domain/bot-check.ts';

/** Accepted as a proof by the shops of `openTestShop`. */
export const DEBUG_TOKEN = 'a-test-is-ordering';

const EXCHANGE = '/v1/projects/battenberg/apps/web';
const Minted = z.object({ token: z.string() });

/** Exchanges a proof of work for a token, like a browser. */
export async function tokenByWork(origin: string): Promise<string> {
  return tokenByProof(origin, await solve(await fetchChallenge(origin)));
}

export async function fetchChallenge(origin: string): Promise<Challenge> {
  const response = await fetch(`${origin}/api/bot-check/challenge`);
  return Challenge.parse(await response.json());
}

/** @param proof of `solve`. */
export function tokenByProof(origin: string, proof: string): Promise<string> {
  return exchange(`${origin}${EXCHANGE}:exchangeRecaptchaV3Token`, { recaptcha_v3_token: proof });
}

/** Exchanges the debug token for a token. */
export function tokenByDebug(origin: string): Promise<string> {
  return exchange(`${origin}${EXCHANGE}:exchangeDebugToken`, { debug_token: DEBUG_TOKEN });
}

/** Solves a challenge. @returns the proof as a browser sends it. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved in time.');
  return payload(challenge, solution);
}

export function payload(challenge: object, solution: object): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

async function exchange(url: string, body: object): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return Minted.parse(await response.json()).token;
}
