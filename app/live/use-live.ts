import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { whenIdle } from '#app/ui/defer-loading.ts';
import { useSiteData } from '#app/ui/site-data.ts';
import type { Live, LivePage } from './follow-changes.ts';

/**
 * Revalidates the page when its topics change. The code for that is loaded when the page is idle; if it cannot be loaded, the page stays as it is.
 * @param live `isOutdated` is called when the tab becomes visible again; if it returns true, the page is revalidated.
 * @returns whether the page does not exist any more; it still shows its last data.
 */
export function useLive(live: Live & { isOutdated?(): boolean }): { isGone: boolean } {
  const { version, hasLimits } = useSiteData();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const [gone, setGone] = useState<string>();
  const topics = live.topics && hasLimits ? `${live.topics},room` : live.topics;

  const page = useEffectEvent(
    (): LivePage => ({
      ...live,
      path: '/api/live',
      longestPause: 8_000,
      version,
      pathname,
      revalidate,
      setGone,
      setRoom,
    }),
  );
  const revalidateIfOutdated = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || !live.isOutdated?.()) return;
    import('./follow-changes.ts').then(
      ({ revalidatePage }) => revalidatePage(page()),
      () => {},
    );
  });
  useEffect(() => {
    document.addEventListener('visibilitychange', revalidateIfOutdated);
    return () => document.removeEventListener('visibilitychange', revalidateIfOutdated);
  }, []);
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

/** The room that days have; undefined while it is not known, and in a shop without limits. */
let knownRoom: unknown;
const roomListeners = new Set<(room: unknown) => void>();

function setRoom(room: unknown): void {
  knownRoom = room;
  for (const listener of roomListeners) listener(room);
}

/** Calls the listener with the room that days have, at once if it is known. @returns a function that ends this. */
export function subscribeToRoom(listener: (room: unknown) => void): () => void {
  roomListeners.add(listener);
  if (knownRoom !== undefined) listener(knownRoom);
  return () => roomListeners.delete(listener);
}
