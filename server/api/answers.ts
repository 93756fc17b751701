import type * as z from 'zod';
import { Problem } from '#domain/problem.ts';

/** A documented JSON answer. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

/** A documented answer that says what went wrong. */
export function problemAnswer(description: string) {
  return { description, content: { 'application/problem+json': { schema: Problem } } };
}
