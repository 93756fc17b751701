import { useEffect, useEffectEvent } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { whenIdle } from '#app/ui/lazy.ts';

/** How long a finger may delay an update. */
const MAX_HOLD_MS = 5_000;

/** Loads the screen's data again when an order changes. @returns a function that does it at once. */
export function useLiveOrders(): () => void {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const page = useEffectEvent(() => ({
    path: '/owner/live',
    topics: 'orders',
    // Few people listen, and a new order appears within a second.
    longestPause: 250,
    // The stream of the orders has no versions.
    version: Number.POSITIVE_INFINITY,
    concerns: () => true,
    pathname,
    revalidate: () => whenReleased(revalidate),
    setGone() {},
  }));
  useEffect(() => {
    const leaving = new AbortController();
    whenIdle(() => {
      import('#app/live/follow-changes.ts').then(
        ({ followChanges }) => followChanges('orders', () => page(), leaving.signal),
        () => {},
      );
    });
    return () => leaving.abort();
  }, []);
  return () => {
    import('#app/live/follow-changes.ts').then(
      ({ revalidatePage }) => revalidatePage(page()),
      () => {},
    );
  };
}

let isPressed = false;
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => setPressed(true), { capture: true });
  for (const type of ['pointerup', 'pointercancel']) {
    document.addEventListener(type, () => setPressed(false), { capture: true });
  }
}

function setPressed(pressed: boolean): void {
  isPressed = pressed;
}

/** Nothing changes under a finger that presses a button. */
async function whenReleased(work: () => Promise<void>): Promise<void> {
  if (isPressed) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    document.addEventListener('pointerup', resolve, { once: true });
    document.addEventListener('pointercancel', resolve, { once: true });
    setTimeout(resolve, MAX_HOLD_MS);
    await promise;
  }
  await work();
}
