import { ServerResponse } from 'node:http';
import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { RequestIdVariables } from 'hono/request-id';
import { DatabaseUnavailable, type Log } from '#domain/ports.ts';
import type { Connection } from './listen.ts';
import { reject } from './reject.ts';

/** The status that nginx logs for a client that closed its connection. No client ever reads it. */
export const CLIENT_CLOSED_REQUEST = 499;

/** A database restarts in seconds. */
export const RETRY_AFTER_SECONDS = '5';

/** Answers whatever a route throws, and logs what is not the client's doing. */
export function onError(
  log: Log,
): ErrorHandler<{ Variables: RequestIdVariables; Bindings: Connection }> {
  return (error, c) => {
    if (isAborted(c.env)) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
    if (error instanceof HTTPException && error.status < 500) {
      return reject(c, 'invalid-request', error.message);
    }
    log.error({ err: error, requestId: c.get('requestId'), path: c.req.path }, 'a request failed');
    if (error instanceof DatabaseUnavailable) {
      c.header('Retry-After', RETRY_AFTER_SECONDS);
      return reject(
        c,
        'database-unavailable',
        'Please try again in a moment. Nothing has been lost.',
      );
    }
    return reject(c, 'server-error', 'Please try again in a moment. Nothing has been lost.');
  };
}

/** Whether the client closed the connection before its request was read or answered. */
export function isAborted(connection: Connection | undefined): boolean {
  const { incoming, outgoing } = connection ?? {};
  if (!(outgoing instanceof ServerResponse)) return false;
  return outgoing.destroyed || (incoming?.destroyed === true && !incoming.complete);
}
