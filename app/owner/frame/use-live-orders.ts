import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useMatches, useRevalidator } from 'react-router';
import { whenIdle } from '#app/ui/defer-loading.ts';
import { untilAnswered } from '#app/ui/kit/answers.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import { timeOrInstant } from './london-time.ts';

/** How long a finger may delay an update. */
const MAX_HOLD_MS = 5_000;

export interface Stale {
  /** When the screen was as the shop's: `07:12`, or `Fri 27 Nov, 14:05` on another day. */
  since: string;
  isSignedOut: boolean;
  /** False if only the live connection fails. */
  isOffline: boolean;
}

/** What a screen exports as its `handle` to be loaded again when an order changes. */
export const LIVE = { live: true };

/**
 * Loads the data of a screen with `LIVE` again when an order changes. Any other stays as it is: its forms say when what
 * they change has changed.
 * @param at when the data of the screen were read.
 * @returns a function that does it at once, and whether changes may be missing on the screen.
 */
export function useLiveOrders(at: Instant): { refresh: () => void; stale: Stale | undefined } {
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  // Which data were current, and until when.
  const known = useRef({ at, until: at });
  const [lost, setLost] = useState<{ at: Instant; until: Instant }>();
  const isOffline = useSyncExternalStore(
    subscribeToNetwork,
    () => !navigator.onLine,
    () => false,
  );
  const [isSignedOut, setSignedOut] = useState(false);
  const isLive = useMatches().some(({ handle }) => handle === LIVE);
  const reload = useEffectEvent(async () => {
    if (isLive) await revalidate();
  });
  const page = useEffectEvent(() => ({
    path: '/owner/live',
    topics: 'orders',
    // Few people listen, and a new order appears within a second.
    longestPause: 250,
    // The stream of the orders has no versions.
    version: Number.POSITIVE_INFINITY,
    pathname,
    revalidate: () => reload(),
    untilFree,
    setGone() {},
    setSignedOut,
    setFailures(failures: number) {
      if (failures === 0) known.current = { at, until: new Date().toISOString() };
      else refresh();
      // A server that restarts is back at the first attempt.
      setLost(failures > 1 ? known.current : undefined);
    },
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
  const refresh = () => {
    import('#app/live/follow-changes.ts').then(
      ({ revalidatePage }) => revalidatePage(page()),
      () => {},
    );
  };
  const last = lost ?? (isOffline ? known.current : undefined);
  if (!last) return { refresh, stale: undefined };
  // Others have come since: newer ones, or what the offline worker has kept.
  const since = last.at === at ? last.until : at;
  const stale = {
    since: timeOrInstant(since, londonDay(new Date().toISOString())),
    isSignedOut,
    isOffline: isOffline || since <= last.until,
  };
  return { refresh, stale };
}

function subscribeToNetwork(listener: () => void): () => void {
  const leaving = new AbortController();
  for (const event of ['online', 'offline']) {
    addEventListener(event, listener, { signal: leaving.signal });
  }
  return () => leaving.abort();
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

/** Nothing changes under a finger that presses a button, and no answer to a form is lost. */
async function untilFree(): Promise<void> {
  if (isPressed) {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    document.addEventListener('pointerup', resolve, { once: true });
    document.addEventListener('pointercancel', resolve, { once: true });
    setTimeout(resolve, MAX_HOLD_MS);
    await promise;
  }
  await untilAnswered();
}
