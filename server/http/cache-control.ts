import type { MiddlewareHandler } from 'hono';
import { matchesRoute, normalizePath } from './request-path.ts';

const NO_STORE = 'no-store';
const REVALIDATE = 'no-cache';
/** Browsers revalidate each time, mostly with a 304. A CDN may answer by itself for five seconds. */
const FIVE_SECONDS_IN_CDN = 'public, max-age=0, s-maxage=5';
const ONE_HOUR = 'public, max-age=3600';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Only CDNs read `CDN-Cache-Control` (RFC 9213). In `Cache-Control`, Chromium would apply
 * `stale-while-revalidate` itself and show an old price after a click.
 */
const CDN_STALE_WHILE_REVALIDATE = 'max-age=5, stale-while-revalidate=30';

interface Rule {
  route: string;
  cacheControl: string;
  cdnCacheControl?: string;
  why: string;
}

/** By route; the first match applies. */
const rules: Rule[] = [
  { route: '/thank-you-page/*', cacheControl: NO_STORE, why: 'one customer’s order' },
  { route: '/pay/*', cacheControl: NO_STORE, why: 'one customer’s order' },
  { route: '/my-order/*', cacheControl: NO_STORE, why: 'one customer’s order' },
  { route: '/calendar-feed/*', cacheControl: NO_STORE, why: 'one person’s address' },
  { route: '/api/orders/*', cacheControl: NO_STORE, why: 'one customer’s order' },
  { route: '/api/live', cacheControl: NO_STORE, why: 'a stream' },
  { route: '/payment-loading', cacheControl: NO_STORE, why: 'a step of one checkout' },
  { route: '/api/bot-check/*', cacheControl: NO_STORE, why: 'a challenge is used once' },
  { route: '/v1/*', cacheControl: NO_STORE, why: 'tokens' },
  { route: '/webhooks/*', cacheControl: NO_STORE, why: 'for one caller' },
  { route: '/healthz', cacheControl: NO_STORE, why: 'true only now' },
  { route: '/readyz', cacheControl: NO_STORE, why: 'true only now' },
  { route: '/assets/*', cacheControl: IMMUTABLE, why: 'the name contains a hash of the content' },
  { route: '/photos/*', cacheControl: ONE_HOUR, why: 'a new photo may have the same name' },
  { route: '/sitemap.xml', cacheControl: ONE_HOUR, why: 'for machines' },
  { route: '/robots.txt', cacheControl: ONE_HOUR, why: 'for machines' },
  { route: '/site.webmanifest', cacheControl: ONE_HOUR, why: 'for machines' },
  ...['/', '/cakes/*', '/about-us', '/privacy', '/terms'].map((route) => ({
    route,
    cacheControl: FIVE_SECONDS_IN_CDN,
    cdnCacheControl: CDN_STALE_WHILE_REVALIDATE,
    why: 'the same for all visitors',
  })),
  { route: '/*', cacheControl: REVALIDATE, why: 'prices and open days may change at any time' },
];

/** Sets `Cache-Control` on every response. Errors are never stored. */
export function cacheControl(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status >= 400) return c.header('Cache-Control', NO_STORE);
    // Set by server/images, because a URL may name an outdated version of a photo; by server/staff
    // and app/root.tsx, because their responses must not be stored.
    if (c.res.headers.has('Cache-Control')) return;
    const path = normalizePath(c.req.url);
    const rule = rules.find(({ route }) => matchesRoute(path, route));
    c.header('Cache-Control', rule?.cacheControl ?? NO_STORE);
    if (rule?.cdnCacheControl) c.header('CDN-Cache-Control', rule.cdnCacheControl);
  };
}
