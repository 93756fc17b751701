import { spawn } from 'node:child_process';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { BUILT_SERVER, SHOP_NODE_OPTIONS } from '../harness/build.ts';
import { endProcess, untilReady } from '../harness/child-process.ts';

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
    PUSH_ORIGIN: `http://127.0.0.1:${servicesPort + 4}`,
  };
}

/** Starts a built shop. Resolves when it responds. */
export async function startShop(port: number, variables: Record<string, string>) {
  const shop = spawn(process.execPath, [...SHOP_NODE_OPTIONS, BUILT_SERVER], {
    env: { ...variables, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  await untilReady(shop, origin);
  return { origin, stop: () => endProcess(shop) };
}
