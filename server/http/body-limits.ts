import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { reject } from './reject.ts';
import { matchesRoute, normalizePath } from './request-path.ts';

/** Fifty items with every field at its longest are well below this. */
const USUAL_BYTES = 64 * 1024;

/** Stripe's events are a few kilobytes; its limit for them is not published. */
const WEBHOOK_BYTES = 256 * 1024;

/** What is too large is turned away before anybody reads it, at every door. */
export function limitBodies(): MiddlewareHandler {
  const usual = limitTo(USUAL_BYTES);
  const ofWebhooks = limitTo(WEBHOOK_BYTES);
  return (c, next) => {
    // Nobody reads what came with these, and to ask after it makes a whole `Request` of it.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const isWebhook = matchesRoute(normalizePath(c.req.url), '/webhooks/*');
    return (isWebhook ? ofWebhooks : usual)(c, next);
  };
}

function limitTo(maxSize: number): MiddlewareHandler {
  const tooLarge = (c: Context) => reject(c, 'too-large', 'Please send less.');
  const counted = bodyLimit({ maxSize, onError: tooLarge });
  return async (c, next) => {
    const length = c.req.header('Content-Length');
    // Only where nothing is said has it to be counted; Node holds a body to the length that is said.
    // Not to touch it here lets it be read without a stream, which is half the work of a small request.
    if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) {
      return counted(c, next);
    }
    return Number(length) > maxSize ? tooLarge(c) : next();
  };
}
