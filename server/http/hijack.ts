import { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Connection } from './listen.ts';

/** Set by a route that writes to Node's response itself, after its handler has returned. */
export interface HijackVariables {
  hijack?: (response: ServerResponse) => void;
}

/**
 * Sends the headers of such a response and passes Node's response object on; no `Request`, context
 * or stream stays in memory while it is open. Must be the first middleware, so that all others have
 * set their headers.
 */
export function hijackResponses(): MiddlewareHandler<{
  Bindings: Connection;
  Variables: HijackVariables;
}> {
  return async (c, next) => {
    await next();
    const hijack = c.get('hijack');
    if (!hijack || c.req.method === 'HEAD') return;
    const { incoming, outgoing } = c.env;
    if (!(incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)) {
      throw new Error('There is no connection of HTTP/1.1 to hand over.');
    }
    // The end of the connection ends the response, so chunks need no length.
    outgoing.removeHeader('Transfer-Encoding');
    outgoing.writeHead(c.res.status, { ...streamHeaders(c.res.headers), Connection: 'close' });
    // Cleared first, or Hono would merge both responses.
    c.res = undefined;
    c.res = RESPONSE_ALREADY_SENT;
    releaseRequest(incoming, outgoing);
    hijack(outgoing);
  };
}

/** The other headers concern pages only; Node keeps the headers in memory. */
const STREAM_HEADERS = [
  'cache-control',
  'content-type',
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-accel-buffering',
  'x-content-type-options',
  'x-request-id',
];

function streamHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => STREAM_HEADERS.includes(name)));
}

/**
 * Frees what Node and the adapter keep for each open request: its headers, which take more memory
 * than the response, and the listener that aborts the `Request`.
 */
function releaseRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.headers = NO_HEADERS;
  incoming.rawHeaders = [];
  outgoing.removeAllListeners('close');
}

const NO_HEADERS = {};
