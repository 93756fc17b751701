import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Connection } from './listen.ts';

/** Set by a route that writes to Node's response itself, after its handler has returned. */
export interface HijackVariables {
  hijack?: (response: ServerResponse) => void;
}

/**
 * Sends the headers of such a response and passes Node's response object on. Must be the first middleware,
 * so that all others have set their headers.
 */
export function hijackResponses(): MiddlewareHandler<{
  Bindings: Connection;
  Variables: HijackVariables;
}> {
  return async (c, next) => {
    await next();
    const hijack = c.get('hijack');
    if (!hijack || c.req.method === 'HEAD') return;
    const { outgoing } = c.env;
    if (!(outgoing instanceof ServerResponse)) {
      throw new Error('There is no connection of HTTP/1.1 to hand over.');
    }
    // The end of the connection ends the response, so chunks need no length.
    outgoing.removeHeader('Transfer-Encoding');
    outgoing.writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), Connection: 'close' });
    // Cleared first, or Hono would merge both responses.
    c.res = undefined;
    c.res = RESPONSE_ALREADY_SENT;
    hijack(outgoing);
  };
}
