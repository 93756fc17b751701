import { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Connection } from './listen.ts';

/** Set by a route whose answer goes on after it has been given: from then on the answer is theirs. */
export interface HijackVariables {
  hijack?: (answer: ServerResponse) => void;
}

/**
 * Sends the head of such an answer, with what the other doors have written on it, and hands over
 * nothing but Node's own answer: no request, context or stream is kept for as long as it goes on.
 * The first of all doors, because none can write on it afterwards.
 */
export function hijackResponses(): MiddlewareHandler<{
  Bindings: Connection;
  Variables: HijackVariables;
}> {
  return async (c, next) => {
    await next();
    const hijack = c.get('hijack');
    // Whoever asks only for the head has had it.
    if (!hijack || c.req.method === 'HEAD') return;
    const { incoming, outgoing } = c.env;
    if (!(incoming instanceof IncomingMessage && outgoing instanceof ServerResponse)) {
      throw new Error('There is no connection of HTTP/1.1 to hand over.');
    }
    // It ends when the connection does, so its pieces need not be counted, and go out as they are.
    outgoing.removeHeader('Transfer-Encoding');
    outgoing.writeHead(c.res.status, { ...streamHeaders(c.res.headers), Connection: 'close' });
    // Cleared first, or Hono would make another answer of the two.
    c.res = undefined;
    c.res = RESPONSE_ALREADY_SENT;
    releaseRequest(incoming, outgoing);
    hijack(outgoing);
  };
}

/** What the other headers speak of (scripts, frames, cameras) only a page has. */
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

/** Short, because Node keeps it for as long as the answer goes on. */
function streamHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => STREAM_HEADERS.includes(name)));
}

/**
 * What was asked has been read. Node keeps it with its answer, where it takes more than the answer does;
 * and the adapter keeps it too, to tell a `Request` that nobody has any more of the end.
 */
function releaseRequest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.headers = NOTHING;
  incoming.rawHeaders = [];
  outgoing.removeAllListeners('close');
}

const NOTHING = {};
