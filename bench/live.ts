import type { Benchmark } from './benchmark.ts';
import { measureLive } from './live/measure.ts';
import { checkOpenFiles } from './live/open-files.ts';
import { resultOf } from './live/result.ts';

/** Benchmark 4. */
export const live: Benchmark = {
  name: 'live',
  title: 'Live',
  question:
    'What does it cost to tell 10,000 open pages of a change? So many listeners connect as browsers do, in processes of their ' +
    'own: to one server on SQLite, and half each to two servers on one PostgreSQL. Then prices change, twice a second, by a ' +
    'process like the owner’s command: each listener’s time is counted from the acknowledgement of the commit. Memory is what ' +
    'the servers hold after their garbage has been collected, with and without them. Somebody opens the home page all the time.',
  sizes: ['subscribers'],
  async measure({ subscribers = 10_000 }) {
    checkOpenFiles(subscribers);
    return resultOf(await measureLive(subscribers));
  },
};
