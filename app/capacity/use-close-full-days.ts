import { useSyncExternalStore } from 'react';
import type { CloseFullDays } from './close-full-days.ts';

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
