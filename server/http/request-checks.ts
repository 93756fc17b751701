import type { HonoRequest, MiddlewareHandler } from 'hono';
import { sendError } from '#server/api/problem-details.ts';
import { MAX_REQUEST_BYTES } from '#server/photos/request-route.ts';
import { reject } from './errors.ts';
import { matchesRoute, normalizePath } from './request-path.ts';

/** Fifty items with every field at its maximum are well below this. */
const MAX_BODY_BYTES = 64 * 1024;

/** Stripe's events are a few kilobytes; it publishes no limit. */
const MAX_WEBHOOK_BYTES = 256 * 1024;

/** Some photos of a form without scripts. */
const MAX_UPLOAD_BYTES = 64 * 1024 * 1024;

/** Rejects larger bodies, and those without a declared length, which Node enforces, before they are read. */
export function limitBodies(): MiddlewareHandler {
  return async (c, next) => {
    const length = c.req.header('Content-Length');
    const hasBody = length !== undefined || c.req.header('Transfer-Encoding') !== undefined;
    if (!hasBody || Number(length) <= maxBytes(c.req)) return next();
    return reject(c, 'too-large', 'Please send less, and state its length.');
  };
}

/** The largest body that a request may have. */
export function maxBytes({
  method,
  path,
  url,
}: Pick<HonoRequest, 'method' | 'path' | 'url'>): number {
  // In no other spelling: that would be another route.
  if (method === 'POST' && path === '/owner/photos') return MAX_UPLOAD_BYTES;
  if (method === 'PUT' && /^\/requests\/[^/]+$/.test(path)) return MAX_REQUEST_BYTES;
  return matchesRoute(normalizePath(url), '/webhooks/*') ? MAX_WEBHOOK_BYTES : MAX_BODY_BYTES;
}

/**
 * Accepts only bodies declared as JSON. Another website's form can send `text/plain` or
 * `multipart/form-data` without a preflight request.
 */
export function requireJsonBodies(): MiddlewareHandler {
  return async (c, next) => {
    const [type = ''] = (c.req.header('Content-Type') ?? '').split(';');
    const hasBody = Number(c.req.header('Content-Length') ?? 0) > 0;
    if (!hasBody || type.trim().toLowerCase() === 'application/json') return next();
    return sendError(c, 'not-json', 'Please send JSON, as application/json.');
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
        ? origin === undefined || isOwn(origin, shopOrigin, c.req.header('Host'))
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
