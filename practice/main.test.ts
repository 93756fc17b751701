import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../harness/free-ports.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

async function startMain(
  settings: (port: number) => Record<string, string> = () => ({}),
): Promise<{ child: ChildProcess; port: number; printed: () => string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'practice-main-'));
  // Below the ports that the system gives to outgoing connections.
  const port = await freePorts(5, 17_000);
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...settings(port),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => {
    printed += String(chunk);
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  await expect.poll(() => printed).toContain('Practice e-mail');
  return { child, port, printed: () => printed };
}

test('starts both services on the next ports, and SIGTERM ends them cleanly', async () => {
  const { child, port, printed } = await startMain();
  expect(printed()).toContain(`http://localhost:${port + 1}`);
  expect(printed()).toContain(`http://127.0.0.1:${port}/webhooks/stripe`);
  expect((await fetch(`http://127.0.0.1:${port + 1}/`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port + 2}/`)).status).toBe(200);

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('starts reCAPTCHA when the shop is configured to use it there', async () => {
  const { port } = await startMain((shop) => ({
    RECAPTCHA_ORIGIN: `http://localhost:${shop + 3}`,
    RECAPTCHA_SITE_KEY: 'site',
    RECAPTCHA_SECRET_KEY: 'secret',
  }));
  const script = await fetch(`http://127.0.0.1:${port + 3}/recaptcha/api.js`);
  expect(script.status).toBe(200);
  const other = await startMain(() => ({ RECAPTCHA_ORIGIN: 'https://www.google.com' }));
  await expect(fetch(`http://127.0.0.1:${other.port + 3}/recaptcha/api.js`)).rejects.toThrow();
});

test('ends when the parent process ends', async () => {
  const { child } = await startMain();

  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
