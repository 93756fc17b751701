import { useState } from 'react';

export interface ListedItem<T> {
  item: T;
  /** No longer in the list, but still shown. */
  isGone: boolean;
}

/**
 * Keeps a list stable while the page is open: shown items keep their place and are updated, and new
 * items are appended.
 */
export function useStableList<T extends { id: string }>(list: T[]): ListedItem<T>[] {
  const [{ of, shown }, setShown] = useState(() => ({
    of: list,
    shown: updateStableList([], list),
  }));
  if (of === list) return shown;
  const updated = updateStableList(shown, list);
  setShown({ of: list, shown: updated });
  return updated;
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
