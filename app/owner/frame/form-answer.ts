import { data, isRouteErrorResponse } from 'react-router';
import type { LoaderResults } from '#app/live/loader-results.ts';
import type { Refusal } from '#app/ui/kit/refusal.ts';
import { isUnreachable } from '#app/ui/unreachable.ts';

/**
 * Client middleware: what the router does with the answer to a form. A redirect to the screen that sent it only loads the
 * screen's data again: its place and history stay. If the form did not reach the shop, or the shop could not answer it,
 * the screen stays, with what was typed, and says why: a page of an error would lose it.
 */
export async function answerInPlace(
  { request }: { request: Request },
  next: () => Promise<LoaderResults>,
): Promise<LoaderResults> {
  const results = await next();
  if (request.method === 'GET') return results;
  return Object.fromEntries(Object.entries(results).map(readAnswer));
}

function readAnswer([route, result]: [string, LoaderResults[string]]): [
  string,
  LoaderResults[string],
] {
  if (isHere(result.result)) return [route, { type: 'data', result: null }];
  const why = result.type === 'error' && whyUnsent(result.result);
  if (!why) return [route, result];
  const refusal: Refusal = { problems: { '': why } };
  return [route, { type: 'data', result: data(refusal, { status: 503 }) }];
}

function isHere(answer: unknown): boolean {
  const { pathname, search } = location;
  return answer instanceof Response && answer.headers.get('Location') === pathname + search;
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
