import type { Context } from 'hono';
import type * as z from 'zod';
import { Problem, type ProblemName, problems, problemType } from './public-json.ts';

type Members = Pick<Problem, 'errors' | 'differences' | 'order'>;

/** A problem with its status. */
export function problem<N extends ProblemName>(name: N, detail: string, more: Members = {}) {
  const { status, title }: { status: (typeof problems)[N]['status']; title: string } =
    problems[name];
  return { body: { type: problemType(name), title, status, detail, ...more }, status };
}

/** Sends a problem; to be typed, the route has to declare its status. */
export function sendProblem<N extends ProblemName>(
  c: Context,
  name: N,
  detail: string,
  more?: Members,
) {
  const { body, status } = problem(name, detail, more);
  return c.json(body, status, { 'Content-Type': 'application/problem+json' });
}

/** Lists zod's issues by JSON pointer. */
export function sendInvalid(c: Context, error: z.core.$ZodError) {
  const errors = error.issues.map(({ path, message }) => ({
    pointer: `#${path.map((part) => `/${String(part)}`).join('')}`,
    detail: message,
  }));
  return sendProblem(c, 'invalid-request', 'Please correct what is named in errors.', { errors });
}

/** Documents a JSON response. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** Documents a problem response. */
export function problemResponse(description: string) {
  return { description, content: { 'application/problem+json': { schema: Problem } } };
}

/** Responses of the middleware (server/http). */
export const tooManyCalls = {
  429: problemResponse('Too many calls; Retry-After says for how many seconds to wait'),
};
export const writeErrors = {
  ...tooManyCalls,
  403: problemResponse('Sent by another website’s page'),
  413: problemResponse('More than 64 kB'),
  415: problemResponse('The body is not JSON'),
};
