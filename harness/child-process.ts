import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { untilReachable } from './until-reachable.ts';

/**
 * Waits until a process that has just been started answers at all of these.
 * @returns its id. @throws when it could not be started or ends before.
 */
export async function untilAnswering(child: ChildProcess, ...urls: string[]): Promise<number> {
  await Promise.race([
    Promise.all(urls.map(untilReachable)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${child.spawnargs.join(' ')} ended with code ${code}.`);
    }),
  ]);
  if (child.pid === undefined) throw new Error(`${child.spawnfile} did not start.`);
  return child.pid;
}

/** Tells a process to end and waits until it has; it may have ended by itself. */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
