import { type ChildProcess, spawn } from 'node:child_process';
import { untilAnswering } from './child-process.ts';

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
  const origins = [1, 2].map((offset) => `http://127.0.0.1:${port + offset}/`);
  await untilAnswering(practice, ...origins);
  return practice;
}
