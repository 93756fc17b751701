import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { BUILT_SERVER, SHOP_NODE_OPTIONS } from '../harness/build.ts';
import { untilReady } from '../harness/child-process.ts';
import { Armed, type Command } from './server-commands.ts';

/** A built shop in its own process, restarted whenever it ends, as systemd does. */
export interface ShopServer {
  origin: string;
  isUp(): boolean;
  /** Sends a command to `faults/inside-server.ts`. */
  send(command: Exclude<Command, { do: 'arm' | 'disarm' }>): void;
  /**
   * Arms a SIGKILL at a step (`orders.fund end`), in this process and its successors, until it is
   * reached or disarmed.
   * @param order only a call for this order counts.
   */
  kill(at: string, order?: string): Promise<ArmedKill>;
  signal(name: NodeJS.Signals): void;
  /** Ends the process and does not restart it until `release`. */
  hold(signal: NodeJS.Signals): Promise<void>;
  release(): void;
  stop(): Promise<void>;
}

export interface ArmedKill {
  /** Whether this kill ended the process, and no other. */
  hasHappened(): boolean;
  disarm(): void;
}

interface ShopServerSettings {
  port: number;
  environment: Record<string, string>;
  /** The file of its output. */
  log: string;
  ended(at: number, signal: NodeJS.Signals | null): void;
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
  let clockShiftMs = 0;
  let compileCacheIsFull = false;
  const killsFile = `${log}.kills`;
  const kills = new Map<number, { at: string; order?: string | undefined; isArmed(): void }>();
  const happened = new Set<number>();
  let lastKill = 0;

  function start(): Promise<void> {
    const started = spawn(
      process.execPath,
      [...SHOP_NODE_OPTIONS, '--import', './faults/inside-server.ts', BUILT_SERVER],
      {
        env: { PATH: process.env.PATH, ...environment, PORT: String(port), KILLS: killsFile },
        stdio: ['ignore', output, output, 'ipc'],
      },
    );
    child = started;
    // Sending to a process that is being killed emits an error.
    started.on('error', () => {});
    const post = (command: Command) => void started.send(command, () => {});
    if (clockShiftMs !== 0) post({ do: 'shift-clock', byMs: clockShiftMs });
    for (const [id, { at, order }] of kills) post({ do: 'arm', id, at, order });
    started.on('message', (message) => kills.get(Armed.parse(message).armed)?.isArmed());
    started.once('exit', async (_, signal) => {
      up = false;
      child = undefined;
      noteKill();
      // The next process is armed at its start.
      for (const { isArmed } of kills.values()) isArmed();
      ended(Date.now(), signal);
      await pause(RESTART_DELAY_MS);
      if (!held && child === undefined) restart();
    });
    return untilReady(started, `${origin}/readyz`).then(() => {
      up = child === started;
      if (!compileCacheIsFull && up) post({ do: 'flush-compile-cache' });
      compileCacheIsFull ||= up;
    });
  }

  /** Reads which of the armed kills ended the process. */
  function noteKill(): void {
    if (!existsSync(killsFile)) return;
    const id = Number(readFileSync(killsFile, 'utf8'));
    rmSync(killsFile);
    happened.add(id);
    kills.get(id)?.isArmed();
    kills.delete(id);
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
    send(command) {
      if (command.do === 'shift-clock') clockShiftMs = command.byMs;
      if (child?.connected) child.send(command, () => {});
    },
    async kill(at, order) {
      lastKill += 1;
      const id = lastKill;
      await new Promise<void>((resolve) => {
        kills.set(id, { at, order, isArmed: resolve });
        if (child?.connected) child.send({ do: 'arm', id, at, order } satisfies Command, () => {});
        else resolve();
      });
      return {
        hasHappened: () => happened.has(id),
        disarm() {
          if (!kills.delete(id)) return;
          if (child?.connected) child.send({ do: 'disarm', id } satisfies Command, () => {});
        },
      };
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
