import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { endProcess } from '../harness/child-process.ts';

/** A built shop as it serves customers: with keys, so that it makes no prices of its own at its start. */
export interface StartedShop {
  origin: string;
  /** From the start of the process to the whole of the first home page. */
  startMilliseconds: number;
  /** What it holds of the machine's memory now, in MB (1,000,000 bytes). */
  memory(): number;
  stop(): Promise<void>;
}

const LONGEST_START_MS = 60_000;
/** So short that it adds nothing to what is measured. */
const PAUSE_MS = 5;
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_practice',
  STRIPE_WEBHOOK_SECRET: 'whsec_practice',
  EMAILJS_SERVICE_ID: 'practice',
  EMAILJS_TEMPLATE_ID: 'order',
  EMAILJS_PUBLIC_KEY: 'practice-public',
  EMAILJS_PRIVATE_KEY: 'practice-private',
};

/** The variables of a shop whose payments and letters go to the practice services after `servicesPort`. */
export function shopVariables(
  where: DatabaseLocation,
  servicesPort: number,
): Record<string, string> {
  return {
    ...KEYS,
    PATH: process.env.PATH ?? '',
    NODE_ENV: 'production',
    // Only so that many requests from one address are no offence; nothing else is practised.
    PRACTICE: '1',
    RATE_LIMIT_FACTOR: '1000',
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
  /** For the shop's own Node, as `--inspect`. */
  nodeArguments: string[] = [],
): Promise<StartedShop> {
  const began = performance.now();
  const shop = spawn(process.execPath, [...nodeArguments, 'build/server/index.js'], {
    env: { ...variables, PORT: String(port) },
    // The inspector speaks on the last of them, and says nothing worth reading.
    stdio: ['ignore', 'ignore', nodeArguments.length === 0 ? 'inherit' : 'ignore'],
  });
  const origin = `http://localhost:${port}`;
  while (!(await answers(origin))) {
    if (shop.exitCode !== null || performance.now() - began > LONGEST_START_MS) {
      throw new Error('The shop did not start.');
    }
    await pause(PAUSE_MS);
  }
  return {
    origin,
    startMilliseconds: performance.now() - began,
    memory: () => residentMegabytes(shop.pid),
    stop: () => endProcess(shop),
  };
}

async function answers(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(origin);
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}

/** As `ps` counts it, in whole pages; where the kernel tells (Linux) it is asked without a process more. */
function residentMegabytes(pid: number | undefined): number {
  if (process.platform === 'linux') {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (Number(kilobytes) * 1_024) / 1_000_000;
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return (Number(stdout) * 1_024) / 1_000_000;
}
