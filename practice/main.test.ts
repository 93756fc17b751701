import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../harness/free-ports.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

async function startMain(): Promise<{
  child: ChildProcess;
  port: number;
  printed: () => string;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'practice-main-'));
  // Below the ports that the system gives to outgoing connections.
  const port = await freePorts(5, 17_000);
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
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

test('starts the services on the next ports, and SIGTERM ends them cleanly', async () => {
  const { child, port, printed } = await startMain();
  expect(printed()).toContain(`http://localhost:${port + 1}`);
  expect(printed()).toContain(`http://127.0.0.1:${port}/webhooks/stripe`);
  for (const [index, path] of ['', '', 'recaptcha/api.js', ''].entries()) {
    const service = await fetch(`http://127.0.0.1:${port + 1 + index}/${path}`);
    expect(service.status).toBe(200);
  }

  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('ends when the parent process ends', async () => {
  const { child } = await startMain();

  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
});
