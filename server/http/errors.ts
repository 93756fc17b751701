import { ServerResponse } from 'node:http';
import type { Context, ErrorHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { HTTPException } from 'hono/http-exception';
import type { RequestIdVariables } from 'hono/request-id';
import { problem, sendProblem } from '#server/api/problem.ts';
import type { ProblemName } from '#server/api/public-json.ts';
import { DatabaseUnavailable } from '#server/db/database-errors.ts';
import type { Log } from '#server/log.ts';
import { raiseUnreadable } from '#server/orders/problems.ts';
import { UnreadableOrder } from '#server/orders/rows.ts';
import type { Shop } from '#server/shop.ts';
import type { Connection } from './listen.ts';
import { pathForLog } from './request-path.ts';

/** The status that nginx logs for a client that closed its connection. It is never sent. */
export const CLIENT_CLOSED_REQUEST = 499;

/** A database restarts in seconds. */
export const RETRY_AFTER_SECONDS = '5';

const UNREADABLE =
  'Something of this order cannot be read. If you have paid, your payment counts: please ring us, and we will find your order together.';
const TRY_AGAIN = 'Please try again in a moment. Nothing has been lost.';

/** Answers errors that routes throw, and logs those that are not the client's. */
export function onError(
  log: Log,
  shop: Pick<Shop, 'db' | 'log'>,
): ErrorHandler<{ Variables: RequestIdVariables; Bindings: Connection }> {
  return async (error, c) => {
    if (isAborted(c.env)) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
    if (error instanceof HTTPException && error.status < 500) {
      return reject(c, 'invalid-request', error.message);
    }
    log.error(
      { err: error, requestId: c.get('requestId'), path: pathForLog(c.req.path) },
      'a request failed',
    );
    if (error instanceof UnreadableOrder) {
      await raiseUnreadable(shop, error.orderId);
      return reject(c, 'order-unreadable', UNREADABLE);
    }
    if (!(error instanceof DatabaseUnavailable)) return reject(c, 'server-error', TRY_AGAIN);
    c.header('Retry-After', RETRY_AFTER_SECONDS);
    return reject(c, 'database-unavailable', TRY_AGAIN);
  };
}

/** Whether the client closed the connection before its request was read or answered. */
export function isAborted(connection: Connection | undefined): boolean {
  const { incoming, outgoing } = connection ?? {};
  if (!(outgoing instanceof ServerResponse)) return false;
  return outgoing.destroyed || (incoming?.destroyed === true && !incoming.complete);
}

/**
 * Answers with an error in the form the client accepts: problem details or a plain page.
 * @param page for an error that browsers explain in other words.
 */
export function reject(c: Context, name: ProblemName, detail: string, page?: ErrorPage) {
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/problem+json', 'text/html'],
    default: 'application/problem+json',
  });
  if (type !== 'text/html') return sendProblem(c, name, detail);
  const { body, status } = problem(name, detail);
  return c.html(errorPage(page ?? { title: body.title, content: `<p>${detail}</p>` }), status);
}

interface ErrorPage {
  title: string;
  /** HTML. */
  content: string;
}

/** Contains nothing from the request, so nothing is escaped. */
function errorPage({ title, content }: ErrorPage): string {
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
}
