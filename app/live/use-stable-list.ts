import { useState } from 'react';

export interface ListedItem<T> {
  item: T;
  /** It is no longer in the list, and kept in its place. */
  isGone: boolean;
}

/**
 * A list that changes under somebody's eyes and hands: what has been shown stays in its place while
 * the page is open, with its new words; what is new comes at the end.
 */
export function useStableList<T extends { id: string }>(list: T[]): ListedItem<T>[] {
  const [{ of, shown }, setShown] = useState(() => ({
    of: list,
    shown: updateStableList([], list),
  }));
  if (of === list) return shown;
  const steady = updateStableList(shown, list);
  setShown({ of: list, shown: steady });
  return steady;
}

export function updateStableList<T extends { id: string }>(
  before: ListedItem<T>[],
  list: T[],
): ListedItem<T>[] {
  const now = new Map(list.map((item) => [item.id, item]));
  const kept = before.map(({ item }) => {
    const fresh = now.get(item.id);
    now.delete(item.id);
    return { item: fresh ?? item, isGone: fresh === undefined };
  });
  return [...kept, ...[...now.values()].map((item) => ({ item, isGone: false }))];
}
