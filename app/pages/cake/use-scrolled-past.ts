import { useSyncExternalStore } from 'react';

/** Whether the page has been scrolled down by more than so many heights of the window. */
export function useScrolledPast(viewportHeights: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > viewportHeights * window.innerHeight,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('scroll', listener, { passive: true });
  addEventListener('resize', listener);
  return () => {
    removeEventListener('scroll', listener);
    removeEventListener('resize', listener);
  };
}
