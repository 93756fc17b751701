import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { solved } from './solve-in-workers.ts';

/**
 * Where there are no workers. The keys are derived off the page's own thread even so, and between
 * them the page has its turn.
 */
export async function solveOnPage(challenge: Challenge, timeout: number) {
  return solved(await solveChallenge({ challenge, deriveKey, timeout }));
}
