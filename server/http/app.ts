import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { type RequestIdVariables, requestId } from 'hono/request-id';
import type { Log } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import { createApi } from '#server/api/api.ts';
import type { Composed } from '#server/compose.ts';
import { createStripeWebhook } from '#server/webhooks/stripe.ts';
import { limitBodies } from './body-limits.ts';
import { cacheControl } from './cache-control.ts';
import type { IsTrusted } from './client-address.ts';
import type { ForeignOrigins } from './content-security-policy.ts';
import { hijackResponses } from './hijack.ts';
import { requireJsonBodies } from './json-bodies.ts';
import type { Connection } from './listen.ts';
import { logRequests } from './log-requests.ts';
import { onError } from './on-error.ts';
import { rateLimits } from './rate-limits.ts';
import { reject } from './reject.ts';
import { rejectCrossSiteWrites } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';

interface AppSettings {
  composed: Pick<Composed, 'shop' | 'readEvent' | 'exchange' | 'live' | 'limiter' | 'checkReady'>;
  log: Log;
  /** Answers whatever is not a call or a webhook. */
  site: Hono;
  /** Where visitors reach the shop. */
  origin: string;
  production: boolean;
  hstsIncludeSubDomains?: boolean;
  /** False while developing. */
  withPolicy: boolean;
  foreignOrigins: ForeignOrigins;
  isTrustedProxy: IsTrusted;
  /** Whether it will soon take no more requests: whoever shares them out is to look elsewhere. */
  isClosing(): boolean;
}

/** Every door of the server, in the order in which a request is tried at them. */
export function createApp({ composed, log, site, ...settings }: AppSettings) {
  const { shop, readEvent, exchange, live, limiter, checkReady } = composed;
  const app = new Hono<{ Variables: RequestIdVariables; Bindings: Connection }>();
  app.use(hijackResponses());
  app.use(requestId(), logRequests(log));
  app.use(securityHeaders(settings), cacheControl());
  app.use(rateLimits({ limiter, isTrusted: settings.isTrustedProxy, log }));
  app.use(rejectCrossSiteWrites(settings.origin), limitBodies());
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(c, methods) {
        c.header('Allow', methods.join(', '));
        return reject(c, 'method-not-allowed', `Please use ${methods.join(' or ')}.`);
      },
    }),
  );
  app.on('ALL', ['/api/*', '/v1/*'], requireJsonBodies());

  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    if (settings.isClosing()) return c.text('closing', 503);
    try {
      const { ready, notes } = await checkReady();
      if (!ready) log.error({ notes }, 'not ready');
      if (ready) notes.push(...(await problemNotes(shop)));
      return c.text([ready ? 'ready' : 'not ready', ...notes].join('\n'), ready ? 200 : 503);
    } catch (error) {
      log.error({ err: error }, 'not ready');
      return c.text('not ready', 503);
    }
  });

  app.route('/api', createApi(shop, log, live.route));
  app.route('/v1', exchange);
  app.route('/webhooks/stripe', createStripeWebhook(shop, readEvent));
  app.all('/webhooks/*', (c) => reject(c, 'not-found', 'There is no such webhook.'));
  app.route('/', site);

  app.onError(onError(log));
  return app;
}

/** `Open problems: dispute 1.`: the kinds alone, since anybody may ask. */
async function problemNotes({ countProblems }: Pick<Shop, 'countProblems'>): Promise<string[]> {
  const counts = Object.entries(await countProblems());
  if (counts.length === 0) return [];
  return [`Open problems: ${counts.map(([kind, count]) => `${kind} ${count}`).join(', ')}.`];
}
