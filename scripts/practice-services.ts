import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { untilReachable } from './until-reachable.ts';

/** Starts `practice/main.ts` beside a shop on `port`; resolves when both services answer. */
export async function startPractice(
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const practice = spawn(process.execPath, ['practice/main.ts'], {
    env: { ...environment, PORT: String(port) },
    // The channel tells the services when this process is gone, however it ended.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await Promise.race([
    Promise.all([1, 2].map((offset) => untilReachable(`http://127.0.0.1:${port + offset}/`))),
    once(practice, 'exit').then(([code]) => {
      throw new Error(`The practice services ended with code ${code}.`);
    }),
  ]);
  return practice;
}
