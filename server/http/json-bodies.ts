import type { MiddlewareHandler } from 'hono';
import { answerProblem } from '#server/api/problem.ts';

/**
 * A body for a call is JSON and says so. What a form of another website can send without being asked
 * first (`text/plain`, `multipart/form-data` …) goes no further, whatever it looks like inside.
 */
export function requireJsonBodies(): MiddlewareHandler {
  return async (c, next) => {
    const [type = ''] = (c.req.header('Content-Type') ?? '').split(';');
    if (!hasBody(c.req.raw) || type.trim().toLowerCase() === 'application/json') return next();
    return answerProblem(c, 'not-json', 'Please send JSON, as application/json.');
  };
}

function hasBody({ headers }: Request): boolean {
  return headers.has('Transfer-Encoding') || Number(headers.get('Content-Length') ?? 0) > 0;
}
