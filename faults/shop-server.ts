import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { untilAnswering } from '../harness/child-process.ts';
import type { Order } from './inside-server.ts';

/** A built shop in a process of its own, started again whenever it ends, as systemd does it. */
export interface ShopServer {
  origin: string;
  /** Whether it may be expected to answer. */
  isUp(): boolean;
  /** Goes to `faults/inside-server.ts`. */
  tell(order: Order): void;
  signal(name: NodeJS.Signals): void;
  /** Ends it and starts none until `release`. */
  hold(signal: NodeJS.Signals): Promise<void>;
  release(): void;
  stop(): Promise<void>;
}

interface ShopServerSettings {
  port: number;
  environment: Record<string, string>;
  /** What it writes goes to this file. */
  log: string;
  ended(at: number, signal: NodeJS.Signals | null): void;
}

const PAUSE_BEFORE_RESTART_MS = 200;
const LONGEST_SHUTDOWN_MS = 40_000;

export async function startShopServer(settings: ShopServerSettings): Promise<ShopServer> {
  const { port, environment, log, ended } = settings;
  const output = createWriteStream(log, { flags: 'a' });
  await once(output, 'open');
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let up = false;
  let held = false;
  let clockShiftMs = 0;

  function start(): Promise<void> {
    const started = spawn(
      process.execPath,
      ['--import', './faults/inside-server.ts', 'build/server/index.js'],
      {
        env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
        stdio: ['ignore', output, output, 'ipc'],
      },
    );
    child = started;
    // A process that is killed while it is told something closes the channel under the message.
    started.on('error', () => {});
    if (clockShiftMs !== 0) started.send({ do: 'shift-clock', byMs: clockShiftMs }, () => {});
    started.once('exit', async (_, signal) => {
      up = false;
      child = undefined;
      ended(Date.now(), signal);
      await pause(PAUSE_BEFORE_RESTART_MS);
      if (!held && child === undefined) restart();
    });
    return untilAnswering(started, `${origin}/readyz`).then(() => {
      up = child === started;
    });
  }

  /** If that fails, its end is followed by the next. */
  function restart(): void {
    start().catch(() => {});
  }

  async function hold(signal: NodeJS.Signals): Promise<void> {
    held = true;
    const ending = child;
    if (!ending) return;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    // It may be frozen.
    ending.kill('SIGCONT');
    const isGone = await Promise.race([
      gone,
      pause(LONGEST_SHUTDOWN_MS, undefined, { ref: false }),
    ]);
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
    tell(order) {
      if (order.do === 'shift-clock') clockShiftMs = order.byMs;
      if (child?.connected) child.send(order, () => {});
    },
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
