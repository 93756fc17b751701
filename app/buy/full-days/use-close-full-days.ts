import { useSyncExternalStore } from 'react';
import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { Size } from '#domain/catalogue/catalogue.ts';

export type Item = Pick<BasketItem, 'cake' | 'size'>;

/** What the visitor wants to collect together. */
interface Wanted {
  items: Item[];
  /** Set if only one cake is wanted: a smaller size that still fits is named. */
  sizes?: Size[] | undefined;
  basket: Basket;
  /** Whether `items` already counts this item of the basket. The others are collected too, each on its own day. */
  isCounted(item: BasketItem): boolean;
}

/** @returns the rules, with the days closed that have no room for what is wanted. */
export type CloseFullDays = <Rules extends CalendarRules>(rules: Rules, wanted: Wanted) => Rules;

let closeFullDays: CloseFullDays | undefined;
const listeners = new Set<() => void>();

/** Called by close-full-days.ts, which is loaded only in a shop with limits, when the room of days has changed. */
export function setCloseFullDays(next: CloseFullDays): void {
  closeFullDays = next;
  for (const listener of listeners) listener();
}

/** @returns undefined while the room of days is not known, and in a shop without limits. */
export function useCloseFullDays(): CloseFullDays | undefined {
  return useSyncExternalStore(subscribe, () => closeFullDays, unknownOnServer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function unknownOnServer() {
  return undefined;
}
