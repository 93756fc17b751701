import { type ChildProcess, spawn } from 'node:child_process';
import { untilReady } from './child-process.ts';

/** Starts `practice/main.ts` for a shop on `port`. Resolves when all services respond. */
export async function startPractice(
  port: number,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const practice = spawn(process.execPath, ['practice/main.ts'], {
    // Only tests of the limit wait for it.
    env: { EMAILJS_LIMIT: 'off', ...environment, PORT: String(port) },
    // The IPC channel closes when this process ends for any reason, and the services then exit.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const paths = ['/', '/', '/recaptcha/api.js', '/'];
  const urls = paths.map((path, service) => `http://127.0.0.1:${port + 1 + service}${path}`);
  await untilReady(practice, ...urls);
  return practice;
}

/** Posts JSON to a practice service under `/practice`. @throws the response text on an error status. */
export async function postPractice(
  origin: string,
  path: string,
  body: object = {},
): Promise<unknown> {
  const response = await fetch(`${origin}/practice/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
