import type { MiddlewareHandler } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type { Log } from '#domain/ports.ts';
import { type Connection, isClientRequest } from './listen.ts';
import { CLIENT_CLOSED_REQUEST, isAborted } from './on-error.ts';

/** A line for each answer: the path without its query, never a body or an address. */
export function logRequests(
  log: Log,
): MiddlewareHandler<{ Variables: RequestIdVariables; Bindings: Connection }> {
  return async (c, next) => {
    if (!isClientRequest(c.env)) return next();
    const started = performance.now();
    await next();
    const facts = {
      requestId: c.get('requestId'),
      method: c.req.method,
      path: c.req.path,
      status: isAborted(c.env) ? CLIENT_CLOSED_REQUEST : c.res.status,
      ms: Math.round(performance.now() - started),
    };
    log.info(facts, 'request');
  };
}
