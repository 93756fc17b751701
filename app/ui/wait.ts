/**
 * The pause before another attempt, in milliseconds. It doubles with each failure.
 * @param failures before the one that it follows.
 * @param random from 0 to 1: shortens or lengthens the pause by up to a half, so that clients that failed
 *   together do not come back together.
 */
export function backoff(first: number, longest: number, failures: number, random = 0.5): number {
  const wait = Math.min(first * 2 ** failures, longest);
  return Math.min(wait * (0.5 + random), longest);
}

/** Resolves after the pause, or when the signal aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Resolves when the page is visible, or when the signal aborts. */
export async function untilVisible(signal?: AbortSignal): Promise<void> {
  while (document.visibilityState !== 'visible' && !signal?.aborted) {
    await new Promise((resolve) => {
      document.addEventListener('visibilitychange', resolve, { once: true });
      signal?.addEventListener('abort', resolve, { once: true });
    });
  }
}
