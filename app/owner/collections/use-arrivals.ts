import { useState } from 'react';

/** @returns whether an id was not yet there when the screen was opened. */
export function useArrivals(ids: string[]): (id: string) => boolean {
  const [first] = useState(() => new Set(ids));
  return (id) => !first.has(id);
}
