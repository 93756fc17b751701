/** For a page that never comes to rest. */
const LONGEST_WAIT_MS = 3_000;

/** Once the page stands and the browser has nothing better to do. */
export function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: LONGEST_WAIT_MS });
  else setTimeout(act, 1);
}
