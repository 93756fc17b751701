import { useSyncExternalStore } from 'react';
import type { Judge } from './judge.ts';

let judge: Judge | undefined;
const listeners = new Set<() => void>();

/** Called by judge.ts, which is loaded only for a shop with limits, each time that the room has changed. */
export function setJudge(next: Judge): void {
  judge = next;
  for (const listener of listeners) listener();
}

/** Judges days by what is left of them; undefined while nothing is known, or in a shop without limits. */
export function useJudge(): Judge | undefined {
  return useSyncExternalStore(subscribe, () => judge, noJudge);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function noJudge() {
  return undefined;
}
