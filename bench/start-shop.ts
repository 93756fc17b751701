import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { BUILT_SERVER, SHOP_NODE_OPTIONS } from '../harness/build.ts';
import { endProcess } from '../harness/child-process.ts';

/** A built shop. */
export interface StartedShop {
  origin: string;
  /** From the start of the process to the last byte of the first home page. */
  startMilliseconds: number;
  /** The resident set in MB (1,000,000 bytes). */
  memory(): number;
  stop(): Promise<void>;
}

const MAX_START_MS = 60_000;
/** Negligible against the start-up time. */
const POLL_MS = 5;
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_practice',
  STRIPE_WEBHOOK_SECRET: 'whsec_practice',
  EMAILJS_SERVICE_ID: 'practice',
  EMAILJS_TEMPLATE_ID: 'order',
  EMAILJS_CUSTOMER_TEMPLATE_ID: 'customer',
  EMAILJS_PUBLIC_KEY: 'practice-public',
  EMAILJS_PRIVATE_KEY: 'practice-private',
};

/** The environment of a shop that uses the practice services on the ports after `servicesPort`. */
export function shopVariables(
  where: DatabaseLocation,
  servicesPort: number,
): Record<string, string> {
  return {
    ...KEYS,
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    // Needed for the rate limit factor.
    PRACTICE: '1',
    RATE_LIMIT_FACTOR: '1000',
    // The practice EmailJS takes more than one e-mail a second.
    EMAIL_THROTTLE_SECONDS: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: where.dataDir,
    DATABASE_URL: where.databaseUrl ?? '',
    STRIPE_ORIGIN: `http://127.0.0.1:${servicesPort + 1}`,
    EMAILJS_ORIGIN: `http://127.0.0.1:${servicesPort + 2}`,
  };
}

export async function startShop(
  port: number,
  variables: Record<string, string>,
  /** Such as `--inspect`. */
  nodeArguments: string[] = [],
): Promise<StartedShop> {
  const began = performance.now();
  const shop = spawn(process.execPath, [...SHOP_NODE_OPTIONS, ...nodeArguments, BUILT_SERVER], {
    env: { ...variables, PORT: String(port) },
    // With `--inspect`, Node writes to stderr.
    stdio: ['ignore', 'ignore', nodeArguments.length === 0 ? 'inherit' : 'ignore'],
  });
  const origin = `http://localhost:${port}`;
  while (!(await responds(origin))) {
    if (shop.exitCode !== null || performance.now() - began > MAX_START_MS) {
      throw new Error('The shop did not start.');
    }
    await pause(POLL_MS);
  }
  return {
    origin,
    startMilliseconds: performance.now() - began,
    memory: () => residentMegabytes(shop.pid),
    stop: () => endProcess(shop),
  };
}

async function responds(origin: string): Promise<boolean> {
  try {
    const response = await fetch(origin);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

export function residentMegabytes(pid: number | undefined): number {
  if (process.platform === 'linux') {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kilobytes) * 1_024) / 1_000_000;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(stdout) * 1_024) / 1_000_000;
}
