import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { Ports } from '#domain/ports.ts';

/** Keeps each query short. */
const BATCH = 100;

/**
 * Removes the personal data of orders whose last collection day is more than `retentionDays` ago, paid or
 * not. Several servers may run it at once.
 */
export async function anonymiseOldOrders(
  { orders, clock, log }: Pick<Ports, 'orders' | 'clock' | 'log'>,
  retentionDays: number,
): Promise<void> {
  const now = clock.now();
  const keptFrom = addDays(londonDay(now), -retentionDays);
  let anonymised = 0;
  let batch: string[];
  do {
    batch = await orders.dueForAnonymising(keptFrom, BATCH);
    for (const id of batch) {
      if (await orders.anonymise(id, now)) anonymised += 1;
    }
  } while (batch.length === BATCH);
  if (anonymised > 0) log.info({ anonymised, retentionDays }, 'old orders anonymised');
}
