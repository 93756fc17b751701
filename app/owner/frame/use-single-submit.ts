import { useEffect } from 'react';

/** Longer than two taps are apart, and than most answers take; afterwards it may be sent again. */
const PAUSE_MS = 3_000;

/**
 * Ignores the second tap on a form's button while its first is under way: the browser would drop the
 * answer to the first, with its notice and Undo, for that to the second, which finds everything done.
 */
export function useSingleSubmit(): void {
  useEffect(() => {
    const sentAt = new WeakMap<EventTarget, number>();
    const leaving = new AbortController();
    const onSubmit = (event: SubmitEvent) => {
      // Another button of the form does something else, such as a preview in a new tab.
      const button = event.submitter ?? event.target;
      // A script sends it.
      if (event.defaultPrevented || !button) return;
      const last = sentAt.get(button) ?? Number.NEGATIVE_INFINITY;
      if (event.timeStamp - last < PAUSE_MS) event.preventDefault();
      else sentAt.set(button, event.timeStamp);
    };
    document.addEventListener('submit', onSubmit, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
}
