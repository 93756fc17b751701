import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { sendProblem } from '#server/api/problem.ts';
import { reject } from './errors.ts';
import { isSecretUrl, matchesRoute, normalizePath } from './request-path.ts';

/** Fifty items with every field at its maximum are well below this. */
const MAX_BODY_BYTES = 64 * 1024;

/** Stripe's events are a few kilobytes; it publishes no limit. */
const MAX_WEBHOOK_BYTES = 256 * 1024;

/** Counts its bytes itself (server/photos), after the check of the session. */
const UPLOADS = '/owner/photos';

/** Rejects larger bodies before they are read, on every route but one. */
export function limitBodies(): MiddlewareHandler {
  const limit = limitTo(MAX_BODY_BYTES);
  const webhookLimit = limitTo(MAX_WEBHOOK_BYTES);
  return (c, next) => {
    // Nothing reads their bodies, and `bodyLimit` would create a full `Request`.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    // In no other spelling: that would be another route, which has no limit of its own.
    if (c.req.method === 'POST' && c.req.path === UPLOADS) return next();
    const isWebhook = matchesRoute(normalizePath(c.req.url), '/webhooks/*');
    return (isWebhook ? webhookLimit : limit)(c, next);
  };
}

function limitTo(maxSize: number): MiddlewareHandler {
  const rejectBody = (c: Context) => reject(c, 'too-large', 'Please send less.');
  const countBytes = bodyLimit({ maxSize, onError: rejectBody });
  return async (c, next) => {
    const length = c.req.header('Content-Length');
    // Node enforces a declared length. Without a stream a small request costs half the CPU.
    if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) {
      return countBytes(c, next);
    }
    return Number(length) > maxSize ? rejectBody(c) : next();
  };
}

/**
 * Accepts only bodies declared as JSON. Another website's form can send `text/plain` or
 * `multipart/form-data` without a preflight request.
 */
export function requireJsonBodies(): MiddlewareHandler {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
    const hasBody =
      headers.has('Transfer-Encoding') || Number(headers.get('Content-Length') ?? 0) > 0;
    if (!hasBody || type.trim().toLowerCase() === 'application/json') return next();
    return sendProblem(c, 'not-json', 'Please send JSON, as application/json.');
  };
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects writes that another website makes a visitor's browser send. Browsers set `Sec-Fetch-Site`
 * or, if older or on plain http, `Origin`; scripts cannot change either. A client without both is
 * not a browser and has no visitor's rights to abuse.
 */
export function rejectCrossSiteWrites(shopOrigin: string): MiddlewareHandler {
  return async (c, next) => {
    if (SAFE_METHODS.includes(c.req.method)) return next();
    const site = c.req.header('Sec-Fetch-Site');
    const origin = c.req.header('Origin');
    const isSameSite =
      site === undefined
        ? origin === undefined ||
          isOwn(origin, shopOrigin, c.req.header('Host')) ||
          // Older browsers send this from a page with `no-referrer`. No other website knows the URL.
          (origin === 'null' && isSecretUrl(normalizePath(c.req.url)))
        : site === 'same-origin' || site === 'none';
    if (isSameSite) return next();
    return reject(
      c,
      'cross-site',
      'It was sent by another website, so we did nothing. Please go on from our own pages.',
    );
  };
}

/** Also true for the request's own host: a shop under test has other names than `ORIGIN`. */
function isOwn(origin: string, shopOrigin: string, host: string | undefined): boolean {
  return origin === shopOrigin || (URL.canParse(origin) && new URL(origin).host === host);
}
