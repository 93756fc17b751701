import { createContext, use } from 'react';
import type { Refusal } from './refusal.ts';

/** Why the form around a field was not done. */
export const RefusalContext = createContext<Refusal | undefined>(undefined);

/**
 * What a field shows: what was entered and refused, or else what is stored.
 * @param row of several fields of this name.
 */
export function useEntered(
  name: string,
  row?: number,
): { values?: string[] | undefined; problem?: string | undefined } {
  const refusal = use(RefusalContext);
  // A box without a tick sends nothing.
  const values = refusal?.values && (refusal.values[name] ?? []);
  if (row === undefined) return { values, problem: refusal?.problems[name] };
  return { values: values?.slice(row, row + 1), problem: refusal?.problems[`${name} ${row}`] };
}

/** The secrets that the form around has made, which are shown once. */
export function useOnce(): string[] {
  return use(RefusalContext)?.once ?? [];
}
