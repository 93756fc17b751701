import { isRouteErrorResponse } from 'react-router';
import { holdPage } from './loader-results.ts';
import type { LivePage } from './use-live.ts';

/**
 * Has the page's loaders asked again. Whatever they answer, the page stays: with new data where there
 * are some, and with those it has where asking failed or the page has gone.
 * @returns whether there was an answer.
 */
export async function askAgain({ pathname, revalidate, setGone }: LivePage): Promise<boolean> {
  let isAnswered = false;
  holdPage((answers, asked) => {
    // Somebody is on their way to another page.
    if (asked !== pathname) return answers;
    const failures = Object.values(answers).filter(({ type }) => type === 'error');
    const isGone = failures.some(
      ({ result }) => isRouteErrorResponse(result) && result.status === 404,
    );
    isAnswered = isGone || failures.length === 0;
    if (isAnswered) setGone(isGone ? pathname : undefined);
    return Object.fromEntries(Object.entries(answers).filter(([, { type }]) => type === 'data'));
  });
  await revalidate();
  holdPage(undefined);
  return isAnswered;
}
