import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';

export interface Pauses {
  /** How long start-up waits for the prices. */
  openAfterMs: number;
  /** Before the second attempt; doubled after each attempt. */
  firstMs: number;
  longestMs: number;
}

const PAUSES: Pauses = { openAfterMs: 10_000, firstMs: 1_000, longestMs: 60_000 };

/**
 * Creates a practice shop's prices at its practice Stripe, retrying until it succeeds. A size without a
 * price cannot be ordered. Resolves when the first attempt has ended or takes too long.
 * @returns a function that stops further attempts.
 */
export async function makePrices(
  shop: Pick<Shop, 'syncPrices'>,
  log: Log,
  { openAfterMs, firstMs, longestMs }: Pauses = PAUSES,
): Promise<() => void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function attempt(): Promise<boolean> {
    try {
      await shop.syncPrices();
      return true;
    } catch (error) {
      if (!signal.aborted)
        log.error({ err: error }, 'the practice prices were not made, and will be tried again');
      return false;
    }
  }

  async function untilMade(first: Promise<boolean>): Promise<void> {
    let made = await first;
    for (let ms = firstMs; !made && !signal.aborted; ms = Math.min(2 * ms, longestMs)) {
      await pause(ms, undefined, { signal, ref: false }).catch(() => {});
      made = signal.aborted || (await attempt());
    }
  }

  const first = attempt();
  void untilMade(first);
  await Promise.race([first, pause(openAfterMs, undefined, { signal, ref: false })]);
  return () => stopping.abort();
}
