import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { untilReachable } from './until-reachable.ts';

/**
 * Waits until a new process responds at all URLs.
 * @returns its process id. @throws if the process does not start or ends earlier.
 */
export async function untilReady(child: ChildProcess, ...urls: string[]): Promise<number> {
  await Promise.race([
    Promise.all(urls.map(untilReachable)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${child.spawnargs.join(' ')} ended with code ${code}.`);
    }),
  ]);
  if (child.pid === undefined) throw new Error(`${child.spawnfile} did not start.`);
  return child.pid;
}

/** Asks a process to end, and waits until it has. Does nothing if it has ended. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
