import { setTimeout as pause } from 'node:timers/promises';

const MAX_WAIT_MS = 60_000;
const PAUSE_MS = 50;

/** Resolves when a URL returns a 2xx status. @throws after a minute without one. */
export async function untilReachable(url: string): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
      await response.arrayBuffer();
      if (response.ok) return;
      last = `status ${response.status}`;
    } catch (error) {
      last = error;
    }
    await pause(PAUSE_MS);
  }
  throw new Error(`${url} did not respond.`, { cause: last });
}
