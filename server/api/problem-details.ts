import type { Context } from 'hono';
import type * as z from 'zod';
import { type ApiErrorName, apiErrors, ProblemDetails, problemType } from './public-json.ts';

type Members = Pick<ProblemDetails, 'errors' | 'differences' | 'order'>;

/** The problem details of an error (RFC 9457), with its status. */
export function problemDetails<N extends ApiErrorName>(
  name: N,
  detail: string,
  more: Members = {},
) {
  const { status, title }: { status: (typeof apiErrors)[N]['status']; title: string } =
    apiErrors[name];
  return { body: { type: problemType(name), title, status, detail, ...more }, status };
}

/** Sends an error as problem details; to be typed, the route has to declare its status. */
export function sendError<N extends ApiErrorName>(
  c: Context,
  name: N,
  detail: string,
  more?: Members,
) {
  const { body, status } = problemDetails(name, detail, more);
  return c.json(body, status, { 'Content-Type': 'application/problem+json' });
}

/** Lists zod's issues by JSON pointer. */
export function sendInvalid(c: Context, error: z.core.$ZodError) {
  const errors = error.issues.map(({ path, message }) => ({
    pointer: `#${path.map((part) => `/${String(part)}`).join('')}`,
    detail: message,
  }));
  return sendError(c, 'invalid-request', 'Please correct what is named in errors.', { errors });
}

/** Documents a JSON response. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** Documents the response of an error. */
export function errorResponse(description: string) {
  return { description, content: { 'application/problem+json': { schema: ProblemDetails } } };
}

/** Responses of the middleware (server/http). */
export const tooManyCalls = {
  429: errorResponse('Too many calls; Retry-After says for how many seconds to wait'),
};
export const writeErrors = {
  ...tooManyCalls,
  403: errorResponse('Sent by another website’s page'),
  413: errorResponse('More than 64 kB'),
  415: errorResponse('The body is not JSON'),
};
