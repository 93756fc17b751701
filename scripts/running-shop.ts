import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { startPractice } from './practice-services.ts';
import { untilReachable } from './until-reachable.ts';

export interface RunningShop {
  origin: string;
  /** Of its process. */
  pid: number;
  /** Its practice services. */
  stripe: string;
  mail: string;
  /** Answers only where the shop has been told to ask there. */
  recaptcha: string;
  /** What `npm run catalogue -- …` does, in a process of its own beside it. */
  catalogue(...words: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** The built shop with its practice services beside it, in processes of their own as `npm start` has them. */
export async function startRunningShop(
  port: number,
  settings: Record<string, string>,
  /** For the shop's own Node, as `--inspect`. */
  nodeArguments: string[] = [],
): Promise<RunningShop> {
  const environment = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PRACTICE: '1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    // Whoever looks at it this way does in a minute what visitors do in a day.
    RATE_LIMIT_FACTOR: '1000',
    ...settings,
  };
  const practice = await startPractice(port, environment);
  const shop = spawn(process.execPath, [...nodeArguments, 'build/server/index.js'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  await untilReachable(`${origin}/readyz`);
  if (shop.pid === undefined) throw new Error('The shop did not start.');
  return {
    origin,
    pid: shop.pid,
    stripe: `http://localhost:${port + 1}`,
    mail: `http://localhost:${port + 2}`,
    recaptcha: `http://localhost:${port + 3}`,
    async catalogue(...words) {
      const command = ['server/commands/catalogue.ts', ...words];
      await promisify(execFile)(process.execPath, command, { env: environment });
    },
    async stop() {
      for (const child of [shop, practice]) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
    },
  };
}
