import { useSyncExternalStore } from 'react';

/** Whether the page is scrolled down by more than this number of viewport heights. */
export function useScrolledPast(viewportHeights: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > viewportHeights * window.innerHeight,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['scroll', 'resize']) {
    addEventListener(type, listener, { passive: true, signal: listening.signal });
  }
  return () => listening.abort();
}
