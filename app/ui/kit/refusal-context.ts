import { createContext, use } from 'react';
import type { Refusal } from './refusal.ts';

/** Why the form around a field was not done. */
export const RefusalContext = createContext<Refusal | undefined>(undefined);

/** The problems that are not shown any more, because their fields have been edited since. */
export const MendedContext = createContext<{
  mended: readonly string[];
  mend: (problem: string) => void;
}>({ mended: [], mend: () => {} });

/**
 * What a field shows: what was entered and refused, or else what is stored.
 * @param row of several fields of this name.
 */
export function useEntered(
  name: string,
  row?: number,
): {
  values?: string[] | undefined;
  problem?: string | undefined;
  /** Hides the problem, on the first input. */
  mend: () => void;
} {
  const refusal = use(RefusalContext);
  const { mended, mend } = use(MendedContext);
  // A box without a tick sends nothing.
  const values = refusal?.values && (refusal.values[name] ?? []);
  const key = row === undefined ? name : `${name} ${row}`;
  return {
    values: row === undefined ? values : values?.slice(row, row + 1),
    problem: mended.includes(key) ? undefined : refusal?.problems[key],
    mend: () => mend(key),
  };
}

/** The secrets that the form around has made, which are shown once. */
export function useOnce(): string[] {
  return use(RefusalContext)?.once ?? [];
}
