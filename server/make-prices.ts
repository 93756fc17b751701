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

/** A shop with keys makes no prices by itself: they are the operator's, who may be looking at another account. */
export async function warnOfMissingPrices(
  shop: Pick<Shop, 'catalogueEntries'>,
  log: Log,
): Promise<void> {
  const cakes = (await shop.catalogueEntries()).filter(
    ({ cake, hidden, archived }) =>
      !hidden && !archived && cake.sizes.some(({ api }) => api === null),
  ).length;
  if (cakes > 0)
    log.warn({ cakes }, 'cakes without a price at Stripe cannot be ordered: npm run stripe:sync');
}
