import { ServerResponse } from 'node:http';
import type { Context, ErrorHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { HTTPException } from 'hono/http-exception';
import type { RequestIdVariables } from 'hono/request-id';
import { problemDetails, sendError } from '#server/api/problem-details.ts';
import type { ApiErrorName } from '#server/api/public-json.ts';
import { DatabaseUnavailable } from '#server/db/database-errors.ts';
import type { Log } from '#server/log.ts';
import { raiseUnreadable } from '#server/orders/incidents.ts';
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
export function reject(c: Context, name: ApiErrorName, detail: string, page?: ErrorPage) {
  const type = accepts(c, {
    header: 'Accept',
    supports: ['application/problem+json', 'text/html'],
    default: 'application/problem+json',
  });
  if (type !== 'text/html') return sendError(c, name, detail);
  const { body, status } = problemDetails(name, detail);
  return c.html(errorPage(page ?? { title: body.title, content: `<p>${detail}</p>` }), status);
}

interface ErrorPage {
  title: string;
  /** HTML. */
  content: string;
}

/** Contains nothing from the request, so nothing is escaped. It needs no built file: those may be what fails. */
function errorPage({ title, content }: ErrorPage): string {
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="stylesheet" href="${ERROR_STYLES.path}"></head>
<body><main>
<svg viewBox="0 0 32 32" width="40" height="40" aria-hidden="true"><rect x="1" y="1" width="30" height="30" rx="6" fill="#fceecd" stroke="#dcbc74" stroke-width="2"/><path fill="#eeb1b6" d="M4 4h12v12H4zM16 16h12v12H16z"/><path fill="#f6d98b" d="M16 4h12v12H16zM4 16h12v12H4z"/><path stroke="#c9687f" d="M16 4v24M4 16h24"/></svg>
<h1>${title}</h1>${content}</main></body>
</html>
`;
}

/** Of error pages. A route, because the security policy allows no styles in a page. Colours as in app/ui/tokens.css. */
export const ERROR_STYLES = {
  path: '/error-page.css',
  css: `html { background: #fbf4e6; color: #38221b; font: 1.0625rem/1.5 Figtree, system-ui, sans-serif; }
body { margin: 0; }
main { box-sizing: border-box; width: min(34rem, 100%); margin: 12vh auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { margin: 1.25rem 0 0.75rem; font: 600 clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)/1.15 Fraunces, Georgia, serif; }
p, ol { margin: 0.75rem 0; }
ol { padding-inline-start: 1.4em; }
li { padding-block: 0.25rem; }
a { display: inline-block; padding-block: 0.5rem; color: #83213c; font-weight: 600; }
a:focus-visible { outline: 3px solid #83213c; outline-offset: 2px; }
.button { padding: 0.6rem 1.25rem; border: 2px solid #a62f4f; border-radius: 1.4rem; text-decoration: none; }
.button:hover { background: #f7e0e1; }
`,
};
