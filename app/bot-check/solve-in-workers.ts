import { type Challenge, type Solution, solveChallengeWorkers } from 'altcha-lib';
import { withTimeout } from './deadline.ts';
import solveWorker from './solve-worker.ts?worker&url';
import { trustedScriptUrl } from './trusted-urls.ts';

/** Half of the cores, for the visitor is reading; more workers than this gain little. */
const MOST_WORKERS = 4;

/** @throws when the browser has no workers, blocks them or lets them hang. */
export async function solveInWorkers(challenge: Challenge, timeout: number) {
  const cores = navigator.hardwareConcurrency || 1;
  const solution = await withTimeout(
    timeout,
    solveChallengeWorkers({
      challenge,
      timeout,
      concurrency: Math.min(Math.ceil(cores / 2), MOST_WORKERS),
      createWorker: () => new Worker(trustedScriptUrl(solveWorker), { type: 'module' }),
    }),
  );
  return solved(solution);
}

export function solved(solution: Solution | null): Solution {
  if (!solution) throw new Error('The challenge was not solved in time');
  return solution;
}
