import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { whenIdle } from '#app/ui/lazy.ts';
import type { Change } from './changes-in.ts';

/** The version of the catalogue that the page's data are of, if they are not newer. */
export const PageVersionContext = createContext(0);

interface Live {
  /** What to be told of, as `GET /api/live` takes it; nothing when nothing can change any more. */
  topics: string | undefined;
  /** Where an order is followed: the state that the page shows. */
  state?: string;
  /** Whether the page shows something else because of this. */
  concerns(change: Change): boolean;
}

/** What those who follow the changes need of the page, as it is at that moment. */
export interface LivePage extends Live {
  version: number;
  pathname: string;
  revalidate(): Promise<void>;
  setGone(pathname: string | undefined): void;
}

/**
 * Keeps a page up to date while it is open: an event says what has changed, and the page asks its
 * loaders again. What follows the events comes when the page is idle; where it cannot, the page stays
 * as it is.
 * @returns whether the page has gone meanwhile; it stands as it was last.
 */
export function useLive(live: Live): { isGone: boolean } {
  const version = use(PageVersionContext);
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [gone, setGone] = useState<string>();
  const { topics } = live;

  const page = useEffectEvent(
    (): LivePage => ({ ...live, version, pathname, revalidate, setGone }),
  );
  useEffect(() => {
    if (!topics) return;
    const leaving = new AbortController();
    whenIdle(() => {
      import('./follow-changes.ts').then(
        ({ followChanges }) => followChanges(topics, () => page(), leaving.signal),
        () => {},
      );
    });
    return () => leaving.abort();
  }, [topics]);

  return { isGone: gone === pathname };
}
