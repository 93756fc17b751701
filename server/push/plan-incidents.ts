import { dbTime } from '#server/db/db-time.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import type { Shop } from '#server/shop.ts';
import { INCIDENT, planPushes } from './plan.ts';

/** The customer's own push says so already. */
const PUSHED_AS_CHANGE = 'cancel-requested';

/** Plans a push about each incident that is new: also when no e-mail goes out. */
export async function planIncidentPushes(shop: Shop): Promise<void> {
  const incidents = (await openIncidents(shop)).filter(({ kind }) => kind !== PUSHED_AS_CHANGE);
  if (incidents.length === 0) return;
  await shop.db.transaction().execute(async (trx) => {
    const planned = new Map(incidents.map(({ key, raisedAt }) => [`push ${key} ${raisedAt}`, key]));
    const isNew = await trx
      .insertInto('alerts')
      // Sorted, so that two servers lock the rows in one order.
      .values(
        [...planned.keys()]
          .sort()
          .map((key) => ({ key, next_attempt_at: dbTime(trx), sent_at: dbTime(trx) })),
      )
      .onConflict((known) => known.column('key').doNothing())
      .returning('key')
      .execute();
    for (const { key } of isNew) {
      const about = planned.get(key);
      if (about !== undefined) await planPushes(trx, { about, kind: INCIDENT });
    }
  });
}
