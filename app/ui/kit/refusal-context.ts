import { createContext, use } from 'react';
import type { Refusal } from './refusal.ts';

/** Why the form around a field was not done. */
export const RefusalContext = createContext<Refusal | undefined>(undefined);

/** What a field shows: what was entered and refused, or else what is stored. */
export function useEntered(name: string): {
  values?: string[] | undefined;
  problem?: string | undefined;
} {
  const refusal = use(RefusalContext);
  return { values: refusal?.values[name], problem: refusal?.problems[name] };
}
