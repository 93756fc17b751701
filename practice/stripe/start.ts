import { Hono } from 'hono';
import { openDatabase } from '../database.ts';
import { type ListenOptions, listen, type PracticeApp, type PracticeService } from '../listen.ts';
import { openAccount } from './account.ts';
import { openIdempotencyKeys } from './api/idempotency.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { controlRoutes } from './control/routes.ts';
import { expireOverdueSessions } from './session-lifecycle.ts';
import { createSender, type WebhookEndpoint } from './webhooks/sender.ts';

export type PracticeStripeOptions = ListenOptions & {
  /** Where the state is kept; in memory when left out. */
  dataDir?: string;
  /** Where the shop hears of payments; nobody is told when left out. */
  webhook?: WebhookEndpoint;
  /** The clock, for tests in which a day passes. */
  now?: () => Date;
};

/** How often sessions are checked for having expired and deliveries for being due. */
const TICK_MS = 250;

/** Starts a Stripe to practise against: API, hosted card page, webhooks and a control page, on one origin. */
export async function startPracticeStripe({
  dataDir,
  webhook,
  now = () => new Date(),
  ...address
}: PracticeStripeOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-stripe.sqlite');
  const account = openAccount(database, {
    origin: listener.origin,
    now,
    hasWebhook: webhook !== undefined,
  });
  const sender = createSender(account, webhook);
  const keys = openIdempotencyKeys(database, now);
  const app: PracticeApp = new Hono();
  listener.serve(
    app
      .route('/v1', apiRoutes(account, keys))
      .route('/c/pay', checkoutRoutes(account, sender))
      .route('/', controlRoutes(account, sender, keys)),
  );

  const clockwork = setInterval(() => {
    account.transaction(() => expireOverdueSessions(account));
    void sender.sendDue();
  }, TICK_MS);

  return {
    origin: listener.origin,
    port: listener.port,
    async close() {
      clearInterval(clockwork);
      await Promise.all([listener.close(), sender.close()]);
      database.close();
    },
  };
}
