import { isRouteErrorResponse } from 'react-router';
import { backoff, pause } from '#app/ui/wait.ts';
import { openEventStream } from './event-stream.ts';
import { dataIn, setLoaderResultsFilter } from './loader-results.ts';

/** What to listen to. */
export interface Live {
  /** As `GET /api/live` takes it; undefined when nothing can change any more. */
  topics: string | undefined;
  /** The state of the followed order that the page shows. */
  state?: string;
}

interface Revalidated {
  pathname: string;
  revalidate(): Promise<void>;
  /** What to wait for before. */
  untilFree?(): Promise<void>;
  /** Called with the path of a page that no longer exists, or undefined if it exists. */
  setGone(pathname: string | undefined): void;
  /** Called with whether the server asks to sign in, on a page that needs it. */
  setSignedOut?(isSignedOut: boolean): void;
}

export interface LivePage extends Live, Revalidated {
  /** Where the events come from. */
  path: string;
  /** The limit of the backoff, in milliseconds. */
  longestPause: number;
  /** Called with the room that days have, in a shop with limits. */
  setRoom?(room: unknown): void;
  /** Called with how many attempts to connect in a row have failed; with 0 for each sign of life. */
  setFailures?(failures: number): void;
  /** The catalogue's version that the page shows. */
  version: number;
}

const INITIAL_BACKOFF_MS = 250;
const MAX_ATTEMPTS = 9;
/** Coalesces events that are close together, and spreads the requests of many clients. */
const JITTER_MS = 150;

/** Listens to the server's events, and revalidates the page after each change. */
export function followChanges(topics: string, page: () => LivePage, signal: AbortSignal): void {
  let received = 0;
  let isOutdated = false;
  let isRevalidating = false;

  async function revalidateUntilCurrent(): Promise<void> {
    isRevalidating = true;
    await pause(Math.random() * JITTER_MS);
    for (let attempt = 0; isOutdated && !signal.aborted; attempt += 1) {
      isOutdated = false;
      const expected = received;
      const isAnswered = await revalidatePage(page());
      await pause(backoff(INITIAL_BACKOFF_MS, page().longestPause, attempt));
      // React has rendered it by now. A cache may have answered with an older version. The backoff
      // also grows while changes keep coming, so that a busy owner does not flood the server.
      const isBehind = !isAnswered || page().version < expected;
      if (isBehind && attempt + 1 < MAX_ATTEMPTS) isOutdated = true;
      // Gives up. On the next connection `url` reports the page's own version.
      else if (isBehind) received = 0;
    }
    isRevalidating = false;
  }

  function url(): string {
    const { path, version, state } = page();
    const id = String(Math.max(version, received));
    const since = state ? `${id}/${state}` : id;
    return `${path}?${new URLSearchParams({ topics, since })}`;
  }

  function receive(event: MessageEvent): void {
    received = Number.parseInt(event.lastEventId, 10) || received;
    const { path, data } = readEvent(event.data);
    const { state, setRoom } = page();
    if (path === '/room/days') setRoom?.(data);
    // The page may have this state already.
    else if (state === undefined || data !== state) update();
  }

  /** Without live events, pages of orders revalidate on each attempt to reconnect. */
  function countFailures(failures: number): void {
    const { state, setFailures } = page();
    if (failures > 0 && state) update();
    setFailures?.(failures);
  }

  function update(): void {
    isOutdated = true;
    if (!isRevalidating) void revalidateUntilCurrent();
  }

  if ('EventSource' in window) openEventStream(url, receive, countFailures, signal);
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs the page's loaders again, after those that are running. A failure leaves the page as it is.
 * @returns whether the server answered.
 */
export function revalidatePage(page: Revalidated): Promise<boolean> {
  const revalidated = queue.then(() => revalidateNow(page));
  queue = revalidated.catch(() => {});
  return revalidated;
}

async function revalidateNow(page: Revalidated): Promise<boolean> {
  const { pathname, revalidate, untilFree, setGone, setSignedOut } = page;
  let isAnswered = false;
  await untilFree?.();
  setLoaderResultsFilter((results, loadedPathname) => {
    // The visitor is navigating to another page.
    if (loadedPathname !== pathname) return results;
    const errors = Object.values(results).filter(({ type }) => type === 'error');
    const has = (status: number) =>
      errors.some(({ result }) => isRouteErrorResponse(result) && result.status === status);
    const isGone = has(404);
    setSignedOut?.(has(401));
    isAnswered = isGone || errors.length === 0;
    if (isAnswered) setGone(isGone ? pathname : undefined);
    return dataIn(results);
  });
  try {
    await revalidate();
  } finally {
    setLoaderResultsFilter(undefined);
  }
  return isAnswered;
}

/** An event that cannot be read may be about anything, so the page revalidates. */
export function readEvent(json: string): { path?: unknown; data?: unknown } {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}
