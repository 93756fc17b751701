import type * as z from 'zod';
import { Problem } from './public-json.ts';

/** Documents a JSON response. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** Documents a problem response. */
export function problemAnswer(description: string) {
  return { description, content: { 'application/problem+json': { schema: Problem } } };
}

/** Responses of the middleware (server/http). */
export const readRefused = {
  429: problemAnswer('Too many calls; Retry-After says for how many seconds to wait'),
};
export const writeRefused = {
  ...readRefused,
  403: problemAnswer('Sent by another website’s page'),
  413: problemAnswer('More than 64 kB'),
  415: problemAnswer('The body is not JSON'),
};
