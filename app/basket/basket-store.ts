import { useSyncExternalStore } from 'react';
import {
  addItem,
  type Basket,
  type Choice,
  EMPTY_BASKET,
  type LoadedBasket,
  MAX_ITEMS,
  newItem,
  removeItems,
} from '#domain/basket/basket.ts';

const KEY = 'basket';

/** Last value read or written; the only copy where storage fails (private mode, full disk). */
let shown: LoadedBasket = EMPTY_BASKET;
let isRead = false;
let reading: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The visitor's basket, shared by all tabs of this browser. Empty until it has been read. */
export function useBasket(): LoadedBasket {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => EMPTY_BASKET,
  );
}

/** Rejects, as the functions below do, when the module that reads a stored basket fails to load. */
export async function readBasket(): Promise<Basket> {
  await load();
  return shown.basket;
}

export async function addToBasket(choice: Choice): Promise<'added' | 'full'> {
  await load();
  if (shown.basket.length >= MAX_ITEMS) return 'full';
  save(addItem(shown.basket, newItem(choice, randomId())));
  return 'added';
}

export async function removeFromBasket(ids: readonly number[]): Promise<void> {
  await load();
  save(removeItems(shown.basket, ids));
}

export function replaceBasket(basket: Basket): void {
  save(basket);
}

/** Hides the notice about dropped items. */
export function dismissDropped(): void {
  save(shown.basket);
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
  if (readStorage() === null) return tell(EMPTY_BASKET);
  const { readStoredBasket } = await import('#domain/basket/stored-basket.ts');
  tell(readStoredBasket(readStorage()));
}

function save(basket: Basket): void {
  tell({ basket, dropped: 0 });
  try {
    localStorage.setItem(KEY, JSON.stringify(basket));
  } catch (error) {
    console.warn('The basket lasts only until this page is closed.', error);
  }
}

function tell(basket: LoadedBasket): void {
  shown = basket;
  isRead = true;
  for (const listener of listeners) listener();
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  show();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs);
  };
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key !== KEY && event.key !== null) return;
  isRead = false;
  show();
}

/** Ignores failures: the next change of the basket reports them. */
function show(): void {
  load().catch(() => {});
}

function randomId(): number {
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  return id;
}
