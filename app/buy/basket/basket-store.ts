import { useSyncExternalStore } from 'react';
import type { Basket, LoadedBasket } from '#domain/basket/basket.ts';

const KEY = 'basket';

type Notices = Omit<LoadedBasket, 'basket'>;
export const NO_NOTICES: Notices = { dropped: 0 };
const EMPTY: LoadedBasket = { basket: [], ...NO_NOTICES };

/** Last value read or written; the only copy where storage fails (private mode, full disk). */
let shown: LoadedBasket = EMPTY;
let isRead = false;
let reading: Promise<void> | undefined;
const listeners = new Set<() => void>();

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

async function load(): Promise<void> {
  while (!isRead) {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }
}

/** Most visits start with an empty storage and do not load the module that reads a basket. */
async function read(): Promise<void> {
  const stored = readStorage();
  if (stored === undefined) return notify(shown);
  if (stored === null) return notify(EMPTY);
  const { readStoredBasket } = await import('#domain/basket/stored-basket.ts');
  // An uncaught error, but the basket opens. Older browsers do not have it.
  notify(readStoredBasket(readStorage() ?? null, window.reportError));
}

function save(basket: Basket, notices: Notices): void {
  notify({ basket, ...notices });
  try {
    localStorage.setItem(KEY, JSON.stringify(basket));
  } catch (error) {
    console.warn('The basket lasts only until this page is closed.', error);
  }
}

function notify(basket: LoadedBasket): void {
  shown = basket;
  isRead = true;
  for (const listener of listeners) listener();
}

/** @returns undefined where storage fails. */
function readStorage(): string | null | undefined {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return undefined;
  }
}

export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('storage', followOtherTabs);
    addEventListener('pageshow', followWhenRestored);
  }
  listeners.add(listener);
  show();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('storage', followOtherTabs);
    removeEventListener('pageshow', followWhenRestored);
  };
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key === KEY || event.key === null) readAgain();
}

/** A page in the back/forward cache gets no `storage` events. */
function followWhenRestored(event: PageTransitionEvent): void {
  if (event.persisted) readAgain();
}

function readAgain(): void {
  isRead = false;
  show();
}

/** Ignores failures: the next change of the basket reports them. */
function show(): void {
  load().catch(() => {});
}
