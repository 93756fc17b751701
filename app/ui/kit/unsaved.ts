import { useEffect, useEffectEvent } from 'react';

/** One of each form on the screen: whether it has what would be lost. */
const checks = new Set<() => boolean>();

/** @param isUnsaved whether the form has what would be lost. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useEffectEvent(isUnsaved);
  useEffect(() => {
    const check = () => latest();
    checks.add(check);
    return () => {
      checks.delete(check);
    };
  }, []);
}

/** Whether a form on the screen has what was typed and is not saved. */
export function hasUnsaved(): boolean {
  return [...checks].some((check) => check());
}
