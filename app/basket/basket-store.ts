import { useSyncExternalStore } from 'react';
import {
  addItem,
  type Basket,
  type Choice,
  MAX_ITEMS,
  newItem,
  removeItems,
} from '#domain/basket/basket.ts';
import { type LoadedBasket, readStoredBasket, storeBasket } from '#domain/basket/stored-basket.ts';

const KEY = 'basket';
const EMPTY: LoadedBasket = { basket: [], dropped: 0 };

/** What is shown. Where the browser keeps nothing (private mode, full disk) it lives in memory alone. */
let current: LoadedBasket | undefined;
const listeners = new Set<() => void>();

/** The visitor's basket: kept in this browser, the same in all of its tabs. */
export function useBasket(): LoadedBasket {
  return useSyncExternalStore(subscribe, load, () => EMPTY);
}

export function addToBasket(choice: Choice): 'added' | 'full' {
  const { basket } = load();
  if (basket.length >= MAX_ITEMS) return 'full';
  save(addItem(basket, newItem(choice, randomId())));
  return 'added';
}

export function removeFromBasket(ids: readonly number[]): void {
  save(removeItems(load().basket, ids));
}

export function replaceBasket(basket: Basket): void {
  save(basket);
}

export function currentBasket(): Basket {
  return load().basket;
}

/** The visitor has read that something was left out. */
export function dismissDropped(): void {
  save(load().basket);
}

function load(): LoadedBasket {
  current ??= readStoredBasket(readStorage());
  return current;
}

function save(basket: Basket): void {
  current = { basket, dropped: 0 };
  try {
    localStorage.setItem(KEY, storeBasket(basket));
  } catch (error) {
    console.warn('The basket lasts only until this page is closed.', error);
  }
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
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs);
  };
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key !== KEY && event.key !== null) return;
  current = undefined;
  for (const listener of listeners) listener();
}

function randomId(): number {
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  return id;
}
