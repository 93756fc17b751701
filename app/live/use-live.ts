import { use, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { whenIdle } from '#app/ui/defer-loading.ts';
import { SiteDataContext } from '#app/ui/site-data.ts';
import type { Live, LivePage } from './follow-changes.ts';

/**
 * Revalidates the page when its topics change. The code for that is loaded when the page is idle; if it cannot be loaded, the page stays as it is.
 * @param live `isOutdated` is called when the tab becomes visible again; if it returns true, the page is revalidated.
 * @returns whether the page does not exist any more; it still shows its last data.
 */
export function useLive(live: Live & { isOutdated?(): boolean }): { isGone: boolean } {
  const { version, hasLimits } = use(SiteDataContext);
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

/** If the code for it cannot be loaded, the server still checks each order. */
function setRoom(room: unknown): void {
  import('#app/buy/full-days/close-full-days.ts').then(
    (module) => module.setRoom(room),
    () => {},
  );
}
