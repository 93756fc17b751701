import { Hono } from 'hono';
import { type RequestIdVariables, requestId } from 'hono/request-id';
import { secureHeaders } from 'hono/secure-headers';
import type { Log } from '#domain/ports.ts';
import { createApi } from '#server/api/api.ts';
import type { Composed } from '#server/compose.ts';
import { createStripeWebhook } from '#server/webhooks/stripe.ts';
import { logRequests } from './log-requests.ts';

interface AppSettings {
  composed: Pick<Composed, 'shop' | 'readEvent' | 'exchange' | 'checkReady'>;
  log: Log;
  /** Answers whatever is not a call or a webhook. */
  site: Hono;
  production: boolean;
}

/** Every door of the server, in the order in which a request is tried at them. */
export function createApp({ composed, log, site, production }: AppSettings) {
  const { shop, readEvent, exchange, checkReady } = composed;
  const app = new Hono<{ Variables: RequestIdVariables }>();
  app.use(requestId(), logRequests(log));
  app.use(secureHeaders({ strictTransportSecurity: production }));
  app.use(async (c, next) => {
    await next();
    // Whoever knows better has said so already.
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-cache');
  });

  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    try {
      await checkReady();
      return c.text('ready');
    } catch (error) {
      log.error({ err: error }, 'not ready');
      return c.text('not ready', 503);
    }
  });

  app.route('/api', createApi(shop, log));
  app.route('/v1', exchange);
  app.route('/webhooks/stripe', createStripeWebhook(shop, readEvent));
  app.route('/', site);

  app.onError((error, c) => {
    log.error({ err: error, requestId: c.get('requestId') }, 'a request failed');
    return c.text('Something went wrong on our side. Please try again in a moment.', 500);
  });
  return app;
}
