import { createContext, use } from 'react';
import type { Refusal } from './refusal.ts';

interface AnsweredForm {
  /** Why it was not done. */
  refusal: Refusal | undefined;
  /** The problems that are not shown any more, because their fields have been edited since. */
  mended: readonly string[];
  mend(problem: string): void;
}

/** The form around a field. */
export const FormContext = createContext<AnsweredForm>({
  refusal: undefined,
  mended: [],
  mend() {},
});

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
  const { refusal, mended, mend } = use(FormContext);
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
  return use(FormContext).refusal?.once ?? [];
}
