import { type Kysely, sql } from 'kysely';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';

/** The kind of a push that is about no e-mail to the cafe. */
export const INCIDENT = 'incident';
/** The kind of the e-mail about a new order. */
const NEW_ORDER = 'cafe';

/**
 * Plans a push to every subscription. What its person wants and may see is decided when it is sent. Call it in the
 * transaction of what it is about.
 *
 * What waits about the same order, request or incident is replaced. A new order stays one: it is written from what the
 * order is when it is sent.
 */
export async function planPushes(
  trx: Kysely<Tables>,
  { about, kind }: { about: string; kind: string },
): Promise<void> {
  await trx
    .insertInto('pushes')
    .columns(['subscription_id', 'about', 'kind', 'planned_at'])
    .expression((eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select(({ ref, cast, val }) => [
          ref('id').as('subscription_id'),
          cast<string>(val(about), 'text').as('about'),
          cast<string>(val(kind), 'text').as('kind'),
          dbTime(trx).as('planned_at'),
        ])
        // SQLite needs a condition before `on conflict`.
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((waiting) =>
      waiting.columns(['subscription_id', 'about']).doUpdateSet(({ ref, eb }) => ({
        kind: eb
          .case()
          .when('pushes.kind', '=', NEW_ORDER)
          .then(ref('pushes.kind'))
          .else(ref('excluded.kind'))
          .end(),
        planned_at: ref('excluded.planned_at'),
      })),
    )
    .execute();
}
