import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { BUILT_SERVER, SHOP_NODE_OPTIONS } from '../harness/build.ts';
import { untilReady } from '../harness/child-process.ts';

/** A built shop in its own process, restarted whenever it ends, as systemd does. */
export interface ShopServer {
  origin: string;
  isUp(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Ends the process and does not restart it until `release`. */
  hold(signal: NodeJS.Signals): Promise<void>;
  release(): void;
  stop(): Promise<void>;
}

interface ShopServerSettings {
  port: number;
  environment: NodeJS.ProcessEnv;
  /** The file of its output. */
  log: string;
  ended(signal: NodeJS.Signals | null): void;
}

const RESTART_DELAY_MS = 100;
const MAX_SHUTDOWN_MS = 40_000;

export async function startShopServer(settings: ShopServerSettings): Promise<ShopServer> {
  const { port, environment, log, ended } = settings;
  const output = createWriteStream(log, { flags: 'a' });
  await once(output, 'open');
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let up = false;
  let held = false;

  function start(): Promise<void> {
    const started = spawn(
      process.execPath,
      [...SHOP_NODE_OPTIONS, '--import', './faults/inside-server.ts', BUILT_SERVER],
      {
        env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
        stdio: ['ignore', output, output, 'ipc'],
      },
    );
    child = started;
    started.once('exit', async (_, signal) => {
      up = false;
      child = undefined;
      ended(signal);
      await pause(RESTART_DELAY_MS);
      if (!held && child === undefined) restart();
    });
    return untilReady(started, `${origin}/readyz`).then(() => {
      up = child === started;
    });
  }

  /** A failed start ends the process, which causes the next restart. */
  function restart(): void {
    start().catch(() => {});
  }

  async function hold(signal: NodeJS.Signals): Promise<void> {
    held = true;
    const ending = child;
    if (!ending) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    // The process may be stopped by SIGSTOP.
    ending.kill('SIGCONT');
    const isGone = await Promise.race([gone, pause(MAX_SHUTDOWN_MS, undefined, { ref: false })]);
    if (isGone === undefined) ending.kill('SIGKILL');
    await gone;
  }

  try {
    await start();
  } catch (error) {
    held = true;
    throw new Error(await readFile(log, 'utf8'), { cause: error });
  }
  return {
    origin,
    isUp: () => up,
    signal: (name) => void child?.kill(name),
    hold,
    release() {
      held = false;
      if (!child) restart();
    },
    async stop() {
      await hold('SIGKILL');
      output.end();
    },
  };
}
