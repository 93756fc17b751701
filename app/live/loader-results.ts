import type { DataStrategyResult, MiddlewareFunction } from 'react-router';

/** What the loaders answered, by route. */
export type Answers = Record<string, DataStrategyResult>;

/** @returns the answers that are to be shown; a route without one keeps the data that it has. */
type Hold = (answers: Answers, pathname: string) => Answers;

let hold: Hold | undefined;

/** Has a say in what the loaders answer, until it is called off with nothing. */
export function holdPage(holding: Hold | undefined): void {
  hold = holding;
}

/**
 * The router shows an error in place of a page whose loaders fail, also when they are only asked
 * again: what somebody reads and has typed would go because of a train's tunnel.
 */
export const pageHolder: MiddlewareFunction<Answers> = async ({ request }, next) => {
  const answers = await next();
  return hold ? hold(answers, new URL(request.url).pathname) : answers;
};
