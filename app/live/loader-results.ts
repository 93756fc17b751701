import { type DataStrategyResult, href, type MiddlewareFunction } from 'react-router';

/** By route. */
export type LoaderResults = Record<string, DataStrategyResult>;

/** @returns the results to show; a route without one keeps the data that it has. */
type Filter = (results: LoaderResults, pathname: string) => LoaderResults;

let filter: Filter | undefined;

/**
 * The router replaces a page by an error when its loaders fail, also in a revalidation. A filter prevents it;
 * so does the payment page, which says itself that it cannot reach the shop, with a way to try again.
 */
export function setLoaderResultsFilter(next: Filter | undefined): void {
  filter = next;
}

/** Apart from follow-changes.ts, because every page loads it at once. */
export const loaderResultsMiddleware: MiddlewareFunction<LoaderResults> = async (
  { request },
  next,
) => {
  const results = await next();
  // The answer to a form: without it the form would not know what became of it.
  if (request.method !== 'GET') return results;
  const { pathname } = new URL(request.url);
  if (pathname === href('/payment-loading')) return dataIn(results);
  return filter ? filter(results, pathname) : results;
};

/** Without failures. */
export function dataIn(results: LoaderResults): LoaderResults {
  return Object.fromEntries(Object.entries(results).filter(([, { type }]) => type === 'data'));
}
