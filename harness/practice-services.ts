import { type ChildProcess, spawn } from 'node:child_process';
import { untilReady } from './child-process.ts';

/** Starts `practice/main.ts` for a shop on `port`. Resolves when both services respond. */
export async function startPractice(
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const practice = spawn(process.execPath, ['practice/main.ts'], {
    env: { ...environment, PORT: String(port) },
    // The IPC channel closes when this process ends for any reason, and the services then exit.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const origins = [1, 2].map((offset) => `http://127.0.0.1:${port + offset}/`);
  await untilReady(practice, ...origins);
  return practice;
}
