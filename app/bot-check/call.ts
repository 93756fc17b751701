import type * as z from 'zod/mini';
import type { BotCheckFailure } from '#app/bot-check/errors.ts';
import { reportFailure } from './report.ts';

export type Fetch = typeof globalThis.fetch;

const LONGEST_CALL_MS = 15_000;

/** Calls for JSON of a known shape; whatever comes instead has its name. */
export async function call<T>(
  fetch: Fetch,
  address: string,
  shape: z.ZodMiniType<T>,
  init: RequestInit = {},
): Promise<{ ok: true; answer: T } | BotCheckFailure> {
  let response: Response;
  try {
    response = await fetch(address, { ...init, signal: AbortSignal.timeout(LONGEST_CALL_MS) });
  } catch (error) {
    return reportFailure('fetch-network-error', error);
  }
  const { status } = response;
  if (!response.ok) return { ...reportFailure('fetch-status-error', status), status };
  try {
    return { ok: true, answer: shape.parse(await response.json()) };
  } catch (error) {
    return reportFailure('fetch-parse-error', error);
  }
}
