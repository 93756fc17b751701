import { type Kysely, sql } from 'kysely';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';

/** Kinds of pushes beside those of the e-mails to the cafe: an incident, and the test that a person asks for. */
export const INCIDENT = 'incident';
export const TEST = 'test';
/** The kind of the e-mail about a new order. */
const NEW_ORDER = 'cafe';

/**
 * Plans a push to every subscription, or to those of one person. What its person wants and may see is decided when it
 * is sent. Call it in the transaction of what it is about.
 *
 * What waits about the same order, request or incident is replaced. A new order stays one: it is written from what the
 * order is when it is sent.
 */
export async function planPushes(
  trx: Kysely<Tables>,
  news: { about: string; kind: string; personId?: string },
): Promise<void> {
  const { about, kind, personId } = news;
  await trx
    .insertInto('pushes')
    .columns(['subscription_id', 'about', 'kind', 'revision', 'planned_at'])
    .expression((eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select(({ ref, cast, val }) => [
          ref('id').as('subscription_id'),
          cast<string>(val(about), 'text').as('about'),
          cast<string>(val(kind), 'text').as('kind'),
          sql.lit(0).as('revision'),
          dbTime(trx).as('planned_at'),
        ])
        // SQLite needs a condition before `on conflict`.
        .where((of) =>
          personId === undefined ? sql<boolean>`1 = 1` : of('person_id', '=', personId),
        ),
    )
    .onConflict((waiting) =>
      waiting.columns(['subscription_id', 'about']).doUpdateSet(({ ref, eb }) => ({
        kind: eb
          .case()
          .when('pushes.kind', '=', NEW_ORDER)
          .then(ref('pushes.kind'))
          .else(ref('excluded.kind'))
          .end(),
        revision: eb('pushes.revision', '+', 1),
        planned_at: ref('excluded.planned_at'),
      })),
    )
    .execute();
}
