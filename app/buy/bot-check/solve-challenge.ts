import { type Challenge, type Solution, solveChallenge, solveChallengeWorkers } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import solveWorker from './solve-worker.ts?worker&url';
import { withTimeout } from './token-timers.ts';

/** More workers gain little. */
const MAX_WORKERS = 4;

/** @throws if workers are missing, blocked or do not answer. */
export async function solveInWorkers(challenge: Challenge, timeout: number): Promise<Solution> {
  // The other half of the cores is for the page.
  const concurrency = Math.min(Math.ceil((navigator.hardwareConcurrency || 1) / 2), MAX_WORKERS);
  const createWorker = () => new Worker(solveWorker, { type: 'module' });
  const options = { challenge, timeout, concurrency, createWorker };
  return solved(await withTimeout(timeout, solveChallengeWorkers(options)));
}

/** For browsers without workers. The page stays responsive: WebCrypto derives keys on other threads. */
export async function solveOnPage(challenge: Challenge, timeout: number): Promise<Solution> {
  return solved(await solveChallenge({ challenge, deriveKey, timeout }));
}

function solved(solution: Solution | null): Solution {
  if (!solution) throw new Error('The challenge was not solved in time');
  return solution;
}
