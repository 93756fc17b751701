import type { MiddlewareHandler } from 'hono';
import { matchesRoute, normalizePath } from './request-path.ts';

const NO_STORE = 'no-store';
/** Browsers revalidate each time, mostly with a 304. A CDN may answer by itself for five seconds. */
const FIVE_SECONDS_IN_CDN = 'public, max-age=0, s-maxage=5';
const ONE_HOUR = 'public, max-age=3600';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Only CDNs read `CDN-Cache-Control` (RFC 9213). In `Cache-Control`, Chromium would apply
 * `stale-while-revalidate` itself and show an old price after a click.
 */
const CDN_STALE_WHILE_REVALIDATE = 'max-age=5, stale-while-revalidate=30';

/** The pages that are the same for all visitors. */
export const PUBLIC_PAGES = ['/', '/cakes/*', '/about-us', '/privacy', '/terms', '/ask'];

/** Everything else is for one caller, or true only now. */
const rules: [routes: string[], cacheControl: string][] = [
  [PUBLIC_PAGES, FIVE_SECONDS_IN_CDN],
  // The name contains a hash of the content.
  [['/assets/*'], IMMUTABLE],
  // A new photo may have the same name; the others are for machines.
  [
    ['/photos/*', '/sitemap.xml', '/robots.txt', '/site.webmanifest', '/owner.webmanifest'],
    ONE_HOUR,
  ],
];

/** Sets `Cache-Control` on every response. Errors are never stored. */
export function cacheControl(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status >= 400) return c.header('Cache-Control', NO_STORE);
    // Set by server/images, because a URL may name an outdated version of a photo; by server/staff,
    // because its responses must not be stored.
    if (c.res.headers.has('Cache-Control')) return;
    const path = normalizePath(c.req.url);
    const [, value] =
      rules.find(([routes]) => routes.some((route) => matchesRoute(path, route))) ?? [];
    c.header('Cache-Control', value ?? NO_STORE);
    if (value === FIVE_SECONDS_IN_CDN) c.header('CDN-Cache-Control', CDN_STALE_WHILE_REVALIDATE);
  };
}
