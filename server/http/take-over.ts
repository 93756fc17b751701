import { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { MiddlewareHandler } from 'hono';
import type { Connection } from './listen.ts';

/** Set by a route whose answer goes on after it has been given: from then on the answer is theirs. */
export interface TakeOverVariables {
  takeOver?: (answer: ServerResponse) => void;
}

/**
 * Sends the head of such an answer, with all that the other doors have written on it, and hands over
 * nothing but Node's own answer: no request, context or stream of ours is kept for as long as it lasts.
 * The first of all doors, because none can write on it afterwards.
 */
export function handOver(): MiddlewareHandler<{
  Bindings: Connection;
  Variables: TakeOverVariables;
}> {
  return async (c, next) => {
    await next();
    const takeOver = c.get('takeOver');
    // Whoever asks only for the head has had it.
    if (!takeOver || c.req.method === 'HEAD') return;
    const answer = c.env.outgoing;
    if (!(answer instanceof ServerResponse))
      throw new Error('There is no connection to hand over.');
    // It ends when the connection does, so its pieces need not be counted, and go out as they are.
    answer.removeHeader('Transfer-Encoding');
    answer.writeHead(c.res.status, { ...Object.fromEntries(c.res.headers), Connection: 'close' });
    // Cleared first, or Hono would make another answer of the two.
    c.res = undefined;
    c.res = RESPONSE_ALREADY_SENT;
    takeOver(answer);
  };
}
