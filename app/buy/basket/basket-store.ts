import { useSyncExternalStore } from 'react';
import { isStored, stored } from '#app/ui/stored.ts';
import type { Basket, LoadedBasket } from '#domain/basket/basket.ts';

type Notices = Omit<LoadedBasket, 'basket'>;
export const NO_NOTICES: Notices = { dropped: 0 };
const EMPTY: LoadedBasket = { basket: [], ...NO_NOTICES };

/** Checked by a module that most visits do not load, because they start without a basket. */
const saved = stored('localStorage', 'basket', isStored);

/** The last value read or written. */
let shown: LoadedBasket = EMPTY;
let isRead = false;
let reading: Promise<void> | undefined;
const listeners = new Set<() => void>();
let stopFollowing: (() => void) | undefined;

/** The visitor's basket, shared by all tabs of this browser. Empty until it has been read. */
export function useBasket(): LoadedBasket {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => EMPTY,
  );
}

/** Rejects, as the functions below do, when the module that reads a stored basket fails to load. */
export async function readBasket(): Promise<Basket> {
  await load();
  return shown.basket;
}

/** @param notices to show from now on; the present ones if missing. */
export async function changeBasket(
  change: (basket: Basket) => Basket,
  notices?: Notices,
): Promise<void> {
  await load();
  const { basket, ...shownNotices } = shown;
  save(change(basket), notices ?? shownNotices);
}

export function replaceBasket(basket: Basket): void {
  save(basket, NO_NOTICES);
}

export async function dismissNotices(): Promise<void> {
  await changeBasket((now) => now, NO_NOTICES);
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stopFollowing = saved.subscribe(readAgain);
  listeners.add(listener);
  show();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopFollowing?.();
  };
}

async function load(): Promise<void> {
  while (!isRead) {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }
}

async function read(): Promise<void> {
  if (saved.read() === undefined) return notify(EMPTY);
  const { readStoredBasket } = await import('#domain/basket/stored-basket.ts');
  // An uncaught error, but the basket opens. Older browsers do not have it.
  notify(readStoredBasket(saved.read(), window.reportError));
}

function save(basket: Basket, notices: Notices): void {
  notify({ basket, ...notices });
  saved.write(basket);
}

function notify(basket: LoadedBasket): void {
  shown = basket;
  isRead = true;
  for (const listener of listeners) listener();
}

function readAgain(): void {
  isRead = false;
  show();
}

/** Ignores failures: the next change of the basket reports them. */
function show(): void {
  load().catch(() => {});
}
