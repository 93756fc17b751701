import type { DataStrategyResult, MiddlewareFunction } from 'react-router';

/** By route. */
export type LoaderResults = Record<string, DataStrategyResult>;

/** @returns the results to show; a route without one keeps the data that it has. */
type Filter = (results: LoaderResults, pathname: string) => LoaderResults;

let filter: Filter | undefined;

/** The router replaces a page by an error when its loaders fail, also in a revalidation. A filter prevents it. */
export function setLoaderResultsFilter(next: Filter | undefined): void {
  filter = next;
}

/** Apart from follow-changes.ts, because every page loads it at once. */
export const loaderResultsMiddleware: MiddlewareFunction<LoaderResults> = async (
  { request },
  next,
) => {
  const results = await next();
  return filter ? filter(results, new URL(request.url).pathname) : results;
};
