import type { MiddlewareHandler } from 'hono';
import { isOfRoute, plainPath } from './plain-path.ts';

const NEVER = 'no-store';
const ASK_EACH_TIME = 'no-cache';
const AN_HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** How long an answer may be kept, by route: the first that fits counts. */
const rules: { route: string; keep: string; why: string }[] = [
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
  { route: '/*', keep: ASK_EACH_TIME, why: 'prices and open days are today’s' },
];

/** Says on every answer how long it may be kept. A refusal is not kept at all. */
export function cacheRules(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.status >= 400) return c.header('Cache-Control', NEVER);
    // The pictures know better: their address may be of another version (server/images).
    if (c.res.headers.has('Cache-Control')) return;
    c.header('Cache-Control', howLong(plainPath(c.req.url)));
  };
}

function howLong(path: string): string {
  return rules.find(({ route }) => isOfRoute(path, route))?.keep ?? NEVER;
}
