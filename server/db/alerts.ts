import type { Kysely } from 'kysely';
import type { Alerts } from '#server/orders/order-ports.ts';
import type { DatabaseClock } from './database-settings.ts';
import type { Tables } from './tables.ts';

export function createAlerts(db: Kysely<Tables>, { clock }: { clock: DatabaseClock }): Alerts {
  return {
    async claim(keys, leaseSeconds) {
      if (keys.length === 0) return [];
      const lease = { next_attempt_at: clock(leaseSeconds) };
      const claimed = await db
        .insertInto('alerts')
        // Sorted, so that two servers lock the rows in one order.
        .values([...new Set(keys)].sort().map((key) => ({ key, ...lease })))
        .onConflict((known) =>
          known
            .column('key')
            .doUpdateSet(lease)
            .where('alerts.sent_at', 'is', null)
            .where('alerts.next_attempt_at', '<=', clock(0)),
        )
        .returning('key')
        .execute();
      return claimed.map(({ key }) => key);
    },

    async sent(keys) {
      await db
        .updateTable('alerts')
        .set({ sent_at: clock(0) })
        .where('key', 'in', keys)
        .execute();
    },
  };
}
