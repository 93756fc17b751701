import { Hono } from 'hono';
import {
  type ListenOptions,
  listen,
  type PracticeApp,
  type PracticeService,
  serviceOn,
} from '../listen.ts';
import { openDatabase } from '../store.ts';
import { openAccount, openStripeSettings } from './account.ts';
import { openIdempotencyKeys } from './api/idempotency.ts';
import { apiRoutes } from './api/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { controlRoutes } from './control/routes.ts';
import { expireOverdueSessions } from './resources/session-lifecycle.ts';
import { createSender, type WebhookEndpoint } from './webhooks.ts';

export type PracticeStripeOptions = ListenOptions & {
  /** Default: in memory. */
  dataDir?: string;
  /** Without it no events are sent. */
  webhook?: WebhookEndpoint;
  /** The clock, for tests. */
  now?: () => Date;
};

/** The interval of the checks for overdue sessions. */
const TICK_MS = 250;

/** Starts the practice Stripe: API, hosted card page, webhooks and control page on one origin. */
export async function startPracticeStripe({
  dataDir,
  webhook,
  now = () => new Date(),
  ...address
}: PracticeStripeOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-stripe.sqlite');
  const settings = openStripeSettings();
  const sender = createSender({ endpoint: webhook, settings, now });
  const account = openAccount(database, {
    origin: listener.origin,
    now,
    settings,
    send: sender.send,
  });
  const keys = openIdempotencyKeys(now);
  const app: PracticeApp = new Hono();
  listener.serve(
    app
      .route('/v1', apiRoutes(account, keys))
      .route('/c/pay', checkoutRoutes(account, sender.idle))
      .route('/', controlRoutes(account, keys, sender.idle)),
  );

  const timer = setInterval(
    () => account.transaction(() => expireOverdueSessions(account)),
    TICK_MS,
  );

  return serviceOn(listener, database, () => {
    clearInterval(timer);
    return sender.close();
  });
}
