import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  server.close();
  return free;
}

/** A port whose next four ports are free. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 40_000);
    const after = await Promise.all([1, 2, 3, 4].map((offset) => isFree(port + offset)));
    if (after.every(Boolean)) return port;
  }
}

async function startMain(
  settings: (port: number) => Record<string, string> = () => ({}),
): Promise<{ child: ChildProcess; port: number; printed: () => string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'practice-main-'));
  const port = await freePorts();
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
  expect(await isFree(other.port + 3)).toBe(true);
});

test('ends when the parent process ends', async () => {
  const { child } = await startMain();

  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
