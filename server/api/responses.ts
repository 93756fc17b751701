import type * as z from 'zod';
import { Problem } from './public-json.ts';

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
