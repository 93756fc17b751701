import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { onTestFinished } from 'vitest';
import { type Clock, plusSeconds } from '#domain/clock.ts';
import { startPracticeEmailJs } from '#practice/emailjs/start.ts';
import { startPracticeStripe } from '#practice/stripe/start.ts';
import { compose } from '#server/compose.ts';
import { soldPrices, syncPrices } from '#server/content/sync-prices.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { readEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import { trustProxies } from '#server/http/client-address.ts';
import { listen } from '#server/http/listen.ts';
import { createLog, type Log } from '#server/log.ts';
import { createPageCache } from '#server/page-cache/page-cache.ts';
import type { Shop } from '#server/shop.ts';
import { DEBUG_TOKEN } from './bot-check-tokens.ts';
import { practiceStripeTemplate } from './database-templates.ts';
import { practicePayments } from './shop-on.ts';

type Fetch = Parameters<typeof listen>[0];

export interface TestShopSettings {
  /** A fresh database. */
  where: DatabaseLocation;
  /** How many servers share the database. */
  servers?: number;
  /** Whether the background jobs run. */
  jobs?: boolean;
  clock?: Clock;
  log?: Log;
  /** Replaces the pages, which only a built shop has. */
  site?(shop: Shop): Hono;
  /** A new account has no prices yet and creates its own price ids. */
  stripeAccount?: 'usual' | 'new';
  /** Whether prices are synchronised with Stripe before the test. */
  pricesSynced?: boolean;
  /** Whether the practice EmailJS takes one request a second only. */
  emailLimit?: 'on' | 'off';
  /** Additional environment variables. */
  variables?: Record<string, string>;
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** Starts a shop and its practice services on free ports; stops them when the test ends. */
export async function openTestShop({
  where,
  servers = 1,
  jobs = true,
  clock,
  log = createLog('silent'),
  site = () => new Hono(),
  stripeAccount = 'usual',
  pricesSynced = true,
  emailLimit = 'off',
  variables = {},
}: TestShopSettings) {
  // Listen first, because the practice Stripe needs the URL of the webhook.
  const handlers: Fetch[] = [];
  const listening = await Promise.all(
    Array.from({ length: servers }, (_, server) =>
      listen(
        (request, connection) =>
          handlers[server]?.(request, connection) ?? new Response(null, { status: 503 }),
        {
          host: '127.0.0.1',
          port: 0,
        },
      ),
    ),
  );
  const stripeFolder = await mkdtemp(join(tmpdir(), 'battenberg-practice-stripe-'));
  if (stripeAccount === 'usual') {
    await cp(await practiceStripeTemplate(), stripeFolder, { recursive: true });
  }
  const origins = listening.map(({ port }) => `http://127.0.0.1:${port}`);
  const [origin = ''] = origins;
  const stripe = await startPracticeStripe({
    port: 0,
    publicHost: '127.0.0.1',
    dataDir: stripeFolder,
    webhook: { url: `${origin}/webhooks/stripe`, secret: 'whsec_practice' },
    ...(clock && { now: () => new Date(clock.now()) }),
  });
  const mail = await startPracticeEmailJs({
    port: 0,
    publicHost: '127.0.0.1',
    limit: emailLimit,
  });
  const env = readEnv({
    ORIGIN: origin,
    DATA_DIR: where.dataDir,
    DATABASE_URL: where.databaseUrl,
    RECONCILE_SECONDS: '0.2',
    // High enough that only tests of rate limits reach one.
    RATE_LIMIT_FACTOR: '1000',
    // Only tests of the spacing wait for it.
    EMAIL_THROTTLE_SECONDS: '0',
    STRIPE_SECRET_KEY: 'sk_test_practice',
    STRIPE_WEBHOOK_SECRET: 'whsec_practice',
    STRIPE_ORIGIN: stripe.origin,
    EMAILJS_SERVICE_ID: 'practice',
    EMAILJS_TEMPLATE_ID: 'order',
    EMAILJS_CUSTOMER_TEMPLATE_ID: 'customer',
    EMAILJS_PUBLIC_KEY: 'public',
    EMAILJS_PRIVATE_KEY: 'private',
    EMAILJS_ORIGIN: mail.origin,
    BOT_CHECK_DEBUG_TOKENS: DEBUG_TOKEN,
    ...variables,
  });

  const composed = await Promise.all(origins.map(() => compose(env, log, clock)));
  const withPageCache = (shop: Shop) => {
    const pages = site(shop);
    const render = (request: Request) => pages.fetch(request);
    return new Hono().use(createPageCache({ shop, render, origin })).route('/', pages);
  };
  const isTrustedProxy = trustProxies(env.TRUSTED_PROXIES);
  for (const [server, each] of composed.entries()) {
    const app = createApp({
      composed: each,
      log,
      origin: env.ORIGIN,
      production: true,
      withPolicy: true,
      foreignOrigins: {},
      isTrustedProxy,
      rateLimitFactor: env.RATE_LIMIT_FACTOR,
      isClosing: () => false,
      site: withPageCache(each.shop),
    });
    handlers[server] = (request, connection) => app.fetch(request, connection);
    if (jobs) each.startJobs();
  }
  const [first] = composed;
  if (!first) throw new Error('A shop needs a server.');
  // Those of a `stocked` database are at the usual account already.
  if (pricesSynced && (stripeAccount === 'new' || (await lacksPrices(first.shop)))) {
    await syncPrices(first.shop);
  }

  /** Closes the live connections, like a server that shuts down. */
  const endLive = async () => void (await Promise.all(composed.map(({ live }) => live.close())));
  onTestFinished(async () => {
    await endLive();
    await Promise.all(listening.map((each) => each.close()));
    await Promise.all(composed.map((each) => each.close()));
    await Promise.all([stripe.close(), mail.close()]);
    await rm(stripeFolder, { recursive: true });
  });
  return {
    origin,
    origins,
    shop: first.shop,
    /** Of each server. */
    shops: composed.map(({ shop }) => shop),
    stripe: stripe.origin,
    mail: mail.origin,
    endLive,
  };
}

/** A clock that runs, and that a test can set forward. */
export function runningClock() {
  let ahead = 0;
  return {
    clock: { now: () => plusSeconds(new Date().toISOString(), ahead) },
    pass: (seconds: number) => {
      ahead += seconds;
    },
  };
}

async function lacksPrices({ content }: Shop): Promise<boolean> {
  const { entries } = (await content()).catalogue;
  return entries
    .flatMap(({ cake }) => [...soldPrices(cake).values()])
    .some(({ price, api }) => price > 0 && api === null);
}

/** The payments of a shop, for calls of operations without the shop. */
export function paymentsOf({ stripe, origin }: TestShop, secretKey?: string) {
  const clock = { now: () => new Date().toISOString() };
  return practicePayments(stripe, { shopOrigin: origin, clock, ...(secretKey && { secretKey }) });
}
