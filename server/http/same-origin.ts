import type { MiddlewareHandler } from 'hono';
import { reject } from './reject.ts';

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Said by the browser itself: from this shop, or from the address bar. */
const OWN_SITES = ['same-origin', 'none'];

/**
 * No other website may have a visitor's browser write here. Browsers say where a request comes from
 * (`Sec-Fetch-Site`, older ones and those on plain http `Origin`), and pages cannot make them lie.
 * A caller that says neither is no browser: it acts in nobody's name, and other checks are for it.
 */
export function rejectCrossSiteWrites(origin: string): MiddlewareHandler {
  return async (c, next) => {
    if (READS.includes(c.req.method)) return next();
    const site = c.req.header('Sec-Fetch-Site');
    const from = c.req.header('Origin');
    const isOurs =
      site === undefined
        ? from === undefined || isHere(from, origin, c.req.header('Host'))
        : OWN_SITES.includes(site);
    if (isOurs) return next();
    return reject(
      c,
      'cross-site',
      'It was sent by another website, so we did nothing. Please go on from our own pages.',
    );
  };
}

/** Also the host that was called: a shop that is tried out has other names than its `ORIGIN`. */
function isHere(from: string, origin: string, host: string | undefined): boolean {
  return from === origin || (URL.canParse(from) && new URL(from).host === host);
}
