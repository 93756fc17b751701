import type { MiddlewareHandler } from 'hono';
import { matchesRoute, normalizePath } from './request-path.ts';

const NEVER = 'no-store';
const ASK_EACH_TIME = 'no-cache';
/**
 * A browser asks each time, and is mostly told in a few bytes that nothing has changed. A CDN, where
 * there is one, may answer from its own memory for a few seconds.
 */
const SECONDS_IN_A_CDN = 'public, max-age=0, s-maxage=5';
const AN_HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * What only CDNs read (RFC 9213). To them a page may be a little older while they fetch the next; said
 * in `Cache-Control`, Chromium takes that for itself and shows the old price to whoever follows a link.
 */
const NEXT_ONE_MEANWHILE = 'max-age=5, stale-while-revalidate=30';

interface Rule {
  route: string;
  keep: string;
  /** Where a CDN may do otherwise. */
  keepInCdn?: string;
  why: string;
}

/** How long an answer may be kept, by route: the first that fits counts. */
const rules: Rule[] = [
  { route: '/thank-you-page/*', keep: NEVER, why: 'one customer’s order' },
  { route: '/api/orders/*', keep: NEVER, why: 'one customer’s order' },
  { route: '/api/live', keep: NEVER, why: 'it goes on' },
  { route: '/payment-loading', keep: NEVER, why: 'a step, to be taken afresh each time' },
  { route: '/api/bot-check/*', keep: NEVER, why: 'a challenge is used once' },
  { route: '/v1/*', keep: NEVER, why: 'tokens' },
  { route: '/webhooks/*', keep: NEVER, why: 'for one caller' },
  { route: '/healthz', keep: NEVER, why: 'true only now' },
  { route: '/readyz', keep: NEVER, why: 'true only now' },
  { route: '/assets/*', keep: FOR_EVER, why: 'the name carries a hash of the content' },
  { route: '/photos/*', keep: AN_HOUR, why: 'the name stays when the photo is another' },
  { route: '/sitemap.xml', keep: AN_HOUR, why: 'for machines' },
  { route: '/robots.txt', keep: AN_HOUR, why: 'for machines' },
  { route: '/site.webmanifest', keep: AN_HOUR, why: 'for machines' },
  ...['/', '/cakes/*', '/about-us', '/privacy'].map((route) => ({
    route,
    keep: SECONDS_IN_A_CDN,
    keepInCdn: NEXT_ONE_MEANWHILE,
    why: 'the same for everybody',
  })),
  { route: '/*', keep: ASK_EACH_TIME, why: 'prices and open days are today’s' },
];

/** Says on every answer how long it may be kept. A refusal is not kept at all. */
export function cacheControl(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status >= 400) return c.header('Cache-Control', NEVER);
    // The pictures know better: their address may be of another version (server/images).
    if (c.res.headers.has('Cache-Control')) return;
    const { keep, keepInCdn } = ruleOf(normalizePath(c.req.url));
    c.header('Cache-Control', keep);
    if (keepInCdn !== undefined) c.header('CDN-Cache-Control', keepInCdn);
  };
}

function ruleOf(path: string): Pick<Rule, 'keep' | 'keepInCdn'> {
  return rules.find(({ route }) => matchesRoute(path, route)) ?? { keep: NEVER };
}
