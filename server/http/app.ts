import { Hono, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { type RequestIdVariables, requestId } from 'hono/request-id';
import { createApi } from '#server/api/api.ts';
import type { Composed } from '#server/compose.ts';
import type { Log } from '#server/log.ts';
import { countIncidents } from '#server/orders/incidents.ts';
import { createRequestRoute } from '#server/photos/request-route.ts';
import { createUploadRoute } from '#server/photos/upload-route.ts';
import type { Shop } from '#server/shop.ts';
import { requireStaff } from '#server/staff/require-staff.ts';
import { createStripeWebhook } from '#server/webhooks/stripe.ts';
import { cacheControl } from './cache-control.ts';
import type { IsTrusted } from './client-address.ts';
import { CLIENT_CLOSED_REQUEST, ERROR_STYLES, isAborted, onError, reject } from './errors.ts';
import { type Connection, isClientRequest } from './listen.ts';
import { rateLimits } from './rate-limits.ts';
import { limitBodies, rejectCrossSiteWrites, requireJsonBodies } from './request-checks.ts';
import { pathForLog } from './request-path.ts';
import { type ForeignOrigins, securityHeaders } from './security-headers.ts';

interface AppSettings {
  composed: Pick<Composed, 'shop' | 'botCheck' | 'live' | 'checkReady'>;
  log: Log;
  /** Pages and files: every route that is not an API call or a webhook. */
  site: Hono;
  /** The shop's public origin. */
  origin: string;
  production: boolean;
  /** False in development. */
  withPolicy: boolean;
  foreignOrigins: ForeignOrigins;
  isTrustedProxy: IsTrusted;
  rateLimitFactor: number;
  /** True before the server closes, so that proxies send their requests to another. */
  isClosing(): boolean;
}

type AppEnv = { Variables: RequestIdVariables; Bindings: Connection };

/** All middleware, in the order in which a request passes it, and all routes. */
export function createApp({ composed, log, site, ...settings }: AppSettings) {
  const { shop, botCheck, live, checkReady } = composed;
  const app = new Hono<AppEnv>();
  app.use(requestId(), logRequests(log));
  app.use(securityHeaders(settings), cacheControl());
  app.use(
    rateLimits({ factor: settings.rateLimitFactor, isTrusted: settings.isTrustedProxy, log }),
  );
  app.use(rejectCrossSiteWrites(settings.origin), limitBodies());
  app.use(requireStaff({ shop, origin: settings.origin }));
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

  app.get(ERROR_STYLES.path, (c) => {
    c.header('Cache-Control', 'public, max-age=3600');
    c.header('Content-Type', 'text/css; charset=utf-8');
    return c.body(ERROR_STYLES.css);
  });
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    if (settings.isClosing()) return c.text('closing', 503);
    try {
      const { ready, notes } = await checkReady();
      if (!ready) log.error({ notes }, 'not ready');
      if (ready) notes.push(...(await incidentNotes(shop)));
      return c.text([ready ? 'ready' : 'not ready', ...notes].join('\n'), ready ? 200 : 503);
    } catch (error) {
      log.error({ err: error }, 'not ready');
      return c.text('not ready', 503);
    }
  });

  app.route('/api', createApi(shop, botCheck, live.route));
  app.route('/owner', live.staffRoute);
  app.route('/owner', createUploadRoute(shop, log));
  app.route('/requests', createRequestRoute(shop, botCheck));
  app.route('/v1', botCheck.exchange);
  app.route('/webhooks/stripe', createStripeWebhook(shop));
  app.all('/webhooks/*', (c) => reject(c, 'not-found', 'There is no such webhook.'));
  app.route('/', site);

  app.onError(onError(log, shop));
  return app;
}

/** `/readyz` logs its own errors. */
const HEALTH_CHECKS = ['/healthz', '/readyz'];

/** One line for each response: the path without query, never a body or an address. */
function logRequests(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!isClientRequest(c.env) || HEALTH_CHECKS.includes(c.req.path)) return next();
    const started = performance.now();
    await next();
    const facts = {
      requestId: c.get('requestId'),
      method: c.req.method,
      path: pathForLog(c.req.path),
      status: isAborted(c.env) ? CLIENT_CLOSED_REQUEST : c.res.status,
      ms: Math.round(performance.now() - started),
    };
    log.info(facts, 'request');
  };
}

/** `Open incidents: dispute 1.`: only kinds and counts, because `/readyz` is public. */
async function incidentNotes(shop: Shop): Promise<string[]> {
  const counts = Object.entries(await countIncidents(shop));
  if (counts.length === 0) return [];
  return [`Open incidents: ${counts.map(([kind, count]) => `${kind} ${count}`).join(', ')}.`];
}
