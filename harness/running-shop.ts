import { spawn } from 'node:child_process';
import { clockVariables } from '../test/clock.ts';
import { endProcess, untilAnswering } from './child-process.ts';
import { startPractice } from './practice-services.ts';

const ENTRY = 'build/server/index.js';

export interface RunningShop {
  origin: string;
  /** Of its process. */
  pid: number;
  /** Its practice services. */
  stripe: string;
  mail: string;
  /** Answers only where the shop has been told to ask there. */
  recaptcha: string;
  /** What its process was given, and what a command beside it needs. */
  environment: Record<string, string | undefined>;
  /** Stops the shop alone, and starts it again in the same place when that is done. */
  whileDown(act: () => Promise<void>): Promise<void>;
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
    ...clockVariables,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PRACTICE: '1',
    PORT: String(port),
    LOG_LEVEL: 'error',
    // Tests send in a minute what visitors send in a day.
    RATE_LIMIT_FACTOR: '1000',
    ...settings,
  };
  const practice = await startPractice(port, environment);
  let shop = await startShop(port, environment, nodeArguments);
  return {
    origin: shop.origin,
    get pid() {
      return shop.pid;
    },
    stripe: `http://localhost:${port + 1}`,
    mail: `http://localhost:${port + 2}`,
    recaptcha: `http://localhost:${port + 3}`,
    environment,
    async whileDown(act) {
      await shop.stop();
      await act();
      shop = await startShop(port, environment, nodeArguments);
    },
    async stop() {
      await shop.stop();
      await endProcess(practice);
    },
  };
}

/** One more server of a shop that runs: on its database, with its practice services. */
export function startSecondServer(
  { stripe, mail, environment }: RunningShop,
  port: number,
  /** Of another build. */
  entry = ENTRY,
) {
  const own = { PORT: String(port), STRIPE_ORIGIN: stripe, EMAILJS_ORIGIN: mail };
  return startShop(port, { ...environment, ...own }, [], entry);
}

async function startShop(
  port: number,
  environment: Record<string, string | undefined>,
  nodeArguments: string[] = [],
  entry = ENTRY,
) {
  const shop = spawn(process.execPath, [...nodeArguments, entry], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  const pid = await untilAnswering(shop, `${origin}/readyz`);
  return { origin, pid, stop: () => endProcess(shop) };
}
