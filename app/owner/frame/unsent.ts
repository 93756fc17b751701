import { data, isRouteErrorResponse } from 'react-router';
import type { LoaderResults } from '#app/live/loader-results.ts';
import type { Refusal } from '#app/ui/kit/refusal.ts';
import { isUnreachable } from '#app/ui/unreachable.ts';

/**
 * The answer to a form that did not reach the shop, or that the shop could not answer: the screen stays, with what was
 * typed, and says why. A page of an error would lose it.
 */
export function keepForm([route, result]: [string, LoaderResults[string]]): [
  string,
  LoaderResults[string],
] {
  const why = result.type === 'error' && whyUnsent(result.result);
  if (!why) return [route, result];
  const refusal: Refusal = { values: {}, problems: { '': why } };
  return [route, { type: 'data', result: data(refusal, { status: 503 }) }];
}

function whyUnsent(error: unknown): string | undefined {
  // A redirect.
  if (error instanceof Response) return undefined;
  if (isUnreachable(error)) return 'Not saved: there is no network. Try again.';
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 401) {
    return 'Not saved: you are signed out. Sign in again in another tab, then press it once more.';
  }
  // What is not found or not allowed has a page that says so.
  return status === 429 || status >= 500
    ? 'Not saved: the shop did not answer. Try again.'
    : undefined;
}
