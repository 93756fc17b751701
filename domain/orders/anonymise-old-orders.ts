import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { Ports } from '#domain/ports.ts';

/** So that no server keeps the database to itself for long. */
const BATCH = 100;

/**
 * Takes whose they were out of all orders whose last collection day is more than `retentionDays`
 * ago, paid or not. Several servers may do it at once: each order is one of them's.
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
