import type { ExpressionBuilder, Kysely } from 'kysely';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';

/**
 * Removes the personal data of requests about which nothing was written for `retentionDays`, once their day is as long
 * ago or the cafe has declined or closed them, and never before that of their orders. Several servers may run it at once.
 */
export async function anonymiseOldRequests(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  retentionDays: number,
): Promise<void> {
  const keptFrom = addDays(londonDay(clock.now()), -retentionDays);
  let anonymised = 0;
  for (const id of await dueForAnonymising(db, keptFrom)) {
    if (await anonymiseRequest(db, id)) anonymised += 1;
  }
  if (anonymised > 0) log.info({ anonymised, retentionDays }, 'old requests anonymised');
}

async function dueForAnonymising(db: Kysely<Tables>, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('requests')
    .select('id')
    .where('anonymised_at', 'is', null)
    .where('created_at', '<', day)
    .where(({ or, eb }) => or([eb('day', '<', day), eb('state', 'in', ['declined', 'closed'])]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('request_messages')
            .select('request_id')
            .whereRef('request_id', '=', 'requests.id')
            .where('at', '>=', day),
        ),
      ),
    )
    .where(hasNoNamedOrder)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Removes the personal data of a request with its photos, its links and its e-mails. What happened to it, and when, stays.
 * @returns false, and writes nothing, when that has been done or an order of it still has a name.
 */
export async function anonymiseRequest(db: Kysely<Tables>, id: string): Promise<boolean> {
  const isDone = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('requests')
      .set({ name: '', email: '', phone: '', occasion: '', ideas: '', budget: '' })
      .set({ anonymised_at: dbTime(trx) })
      // Nobody can answer it any more.
      .set(({ eb }) => ({
        state: eb
          .case()
          .when('state', 'in', ['declined', 'ordered'])
          .then(eb.ref('state'))
          .else('closed' as const)
          .end(),
      }))
      .where('id', '=', id)
      .where('anonymised_at', 'is', null)
      .where(hasNoNamedOrder)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await trx
      .updateTable('request_messages')
      .set({ text: '' })
      .where('request_id', '=', id)
      .execute();
    await trx.deleteFrom('request_photos').where('request_id', '=', id).execute();
    await trx.deleteFrom('request_links').where('request_id', '=', id).execute();
    // One to the cafe would have nothing to say.
    await trx.deleteFrom('emails').where('about', '=', id).execute();
    return true;
  });
  // SQLite is synchronous and there may be thousands: let other requests run after each.
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
}

function hasNoNamedOrder({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'requests'>) {
  return not(
    exists(
      selectFrom('orders')
        .select('orders.id')
        .whereRef('request_id', '=', 'requests.id')
        .where('orders.anonymised_at', 'is', null),
    ),
  );
}
