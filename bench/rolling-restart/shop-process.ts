import { type ChildProcess, spawn } from 'node:child_process';
import { endProcess, untilAnswering } from '../../harness/child-process.ts';

/** One of several servers: it can end as `SIGTERM` has it end, and come back. */
export interface ShopProcess {
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function shopProcess(port: number, settings: Record<string, string>): ShopProcess {
  let running: ChildProcess | undefined;
  return {
    async start() {
      running = spawn(process.execPath, ['build/server/index.js'], {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          PRACTICE: '1',
          PORT: String(port),
          LOG_LEVEL: 'error',
          ...settings,
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      await untilAnswering(running, `http://127.0.0.1:${port}/readyz`);
    },
    async stop() {
      if (running) await endProcess(running);
    },
  };
}
