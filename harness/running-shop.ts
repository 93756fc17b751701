import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clockVariables } from '../test/clock.ts';
import { BUILT_SERVER, SHOP_NODE_OPTIONS } from './build.ts';
import { endProcess, untilReady } from './child-process.ts';
import { freePorts } from './free-ports.ts';
import { untilOrderable } from './orderable-catalogue.ts';
import { startPractice } from './practice-services.ts';

const SHOP_AND_PRACTICE = 5;

/** Characters that are kept of what a server prints. */
const MAX_PRINTED = 10_000;

export interface RunningShop {
  origin: string;
  /** The process id of the server. */
  pid: number;
  /** The origins of the practice services. */
  stripe: string;
  mail: string;
  /** Used only if the shop is configured for reCAPTCHA. */
  recaptcha: string;
  push: string;
  /** What the server has printed since its start, log lines included. */
  printed(): string;
  /** The environment of the server, also for commands on its database. */
  environment: Record<string, string | undefined>;
  /** Stops the server but not the practice services. */
  stopServer(): Promise<void>;
  /** Stops the server, awaits `act`, and starts the server again. */
  whileDown(act: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the built shop and its practice services in separate processes, like `npm start`. */
export async function startRunningShop(
  port: number,
  settings: Record<string, string>,
  /** Node options of the server, such as `--inspect`. */
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
    // Tests send far more requests than visitors.
    RATE_LIMIT_FACTOR: '1000',
    // The practice EmailJS takes more than one e-mail a second.
    EMAIL_THROTTLE_SECONDS: '0',
    ...settings,
  };
  const practice = await startPractice(port, environment);
  let shop = await startShop(port, environment, nodeArguments);
  await untilOrderable(shop.origin);
  return {
    origin: shop.origin,
    get pid() {
      return shop.pid;
    },
    stripe: `http://localhost:${port + 1}`,
    mail: `http://localhost:${port + 2}`,
    recaptcha: `http://localhost:${port + 3}`,
    push: `http://127.0.0.1:${port + 4}`,
    printed: () => shop.printed(),
    environment,
    stopServer: () => shop.stop(),
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

/**
 * Starts the shop with data in a new folder, on free ports from `firstPort`, and awaits `use`. Then stops the shop
 * and deletes the folder, also after an error.
 */
export async function withRunningShop<Result>(
  firstPort: number,
  settings: Record<string, string>,
  use: (shop: RunningShop, dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-'));
  try {
    const port = await freeShopPorts(firstPort);
    const shop = await startRunningShop(port, { ...settings, DATA_DIR: dataDir });
    try {
      return await use(shop, dataDir);
    } finally {
      await shop.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

/** Finds free ports for a shop and its practice services. @returns that of the shop. */
export function freeShopPorts(from: number): Promise<number> {
  return freePorts(SHOP_AND_PRACTICE, from);
}

/** Starts another server with the database and the practice services of a running shop. */
export function startSecondServer({ stripe, mail, push, environment }: RunningShop, port: number) {
  const own = {
    PORT: String(port),
    STRIPE_ORIGIN: stripe,
    EMAILJS_ORIGIN: mail,
    PUSH_ORIGIN: push,
  };
  return startShop(port, { ...environment, ...own });
}

/** Starts the built shop. @param environment with its `PORT`. */
async function startShop(
  port: number,
  environment: Record<string, string | undefined>,
  nodeArguments: string[] = [],
) {
  const shop = spawn(process.execPath, [...SHOP_NODE_OPTIONS, ...nodeArguments, BUILT_SERVER], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  shop.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-MAX_PRINTED);
  });
  const origin = `http://localhost:${port}`;
  const pid = await untilReady(shop, `${origin}/readyz`);
  return { origin, pid, printed: () => printed, stop: () => endProcess(shop) };
}
