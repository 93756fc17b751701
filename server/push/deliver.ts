import type { Kysely } from 'kysely';
import { kindsFor, quietMinutes } from '#domain/staff/notifications.ts';
import { dbTime, isDue } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { longestPause } from '#server/emails/deliver.ts';
import { LONGEST_PAUSE_SECONDS } from '#server/emails/mailer.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { notificationKindOf, writeNotification } from './notification.ts';
import { TEST } from './plan.ts';
import { KEPT_SECONDS, sendPush } from './send.ts';
import { choicesOf } from './subscriptions.ts';

// Sends what `planPushes` has planned. A lease is of a subscription, not of a push, because it is the browser's push
// service that is slow, fails or is gone. All times are the database's, so that servers with different clocks agree.

/** Subscriptions to which one server sends at once. */
const MOST_AT_ONCE = 20;
/** Of one subscription before others get their turn. */
const MOST_PUSHES = 5;
/** Longer than sending so many takes, each with the longest timeout. */
const LEASE_SECONDS = 60;

/** @returns how many subscriptions had pushes that were due. */
export async function deliverPushes(shop: Shop): Promise<number> {
  const claimed = await claimSubscriptions(shop.db);
  await Promise.all(claimed.map((subscription) => deliver(shop, subscription)));
  return claimed.length;
}

type Claimed = Awaited<ReturnType<typeof claimSubscriptions>>[number];

/** Leases subscriptions that have something to send, so that no other server claims them. */
function claimSubscriptions(db: Kysely<Tables>) {
  return db
    .with('due', (query) =>
      query
        .selectFrom('push_subscriptions')
        .select('id')
        .where((eb) => isDue(db, eb, 'next_attempt_at', LONGEST_PAUSE_SECONDS))
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('pushes')
              .select('about')
              .whereRef('subscription_id', '=', 'push_subscriptions.id')
              .where('planned_at', '>', dbTime(db, -KEPT_SECONDS)),
          ),
        )
        .orderBy('next_attempt_at')
        .limit(MOST_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('push_subscriptions')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: dbTime(db, LEASE_SECONDS),
    }))
    .where('id', 'in', (query) => query.selectFrom('due').select('id'))
    .returning(['id', 'person_id as personId', 'endpoint', 'p256dh', 'auth', 'attempts'])
    .execute();
}

/** Never rejects: the others go on. */
async function deliver(shop: Shop, claimed: Claimed): Promise<void> {
  const { db, log } = shop;
  try {
    const pause = await sendAll(shop, claimed);
    if (pause !== undefined) await release(db, claimed, pause);
  } catch (error) {
    // It is due again when its lease ends.
    log.error({ err: error, subscription: claimed.id }, 'a push could not be written or recorded');
  }
}

/** @returns in how many seconds the subscription is due again; undefined if it is gone. */
async function sendAll(shop: Shop, claimed: Claimed): Promise<number | undefined> {
  const { db, clock, log } = shop;
  const { id, attempts, personId } = claimed;
  const person = await db
    .selectFrom('people')
    .select(['role', 'notifications'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const { kinds, quiet } = choicesOf(person.notifications);
  const wanted = kindsFor(person.role).filter((kind) => kinds.includes(kind));
  const pushes = await db
    .selectFrom('pushes')
    .select(['about', 'kind', 'revision'])
    .where('subscription_id', '=', id)
    .where('planned_at', '>', dbTime(db, -KEPT_SECONDS))
    // A test does not wait behind what the quiet hours hold.
    .orderBy((eb) => eb('kind', '!=', TEST))
    .orderBy('planned_at')
    .orderBy('about')
    .limit(MOST_PUSHES)
    .execute();
  for (const push of pushes) {
    const kind = notificationKindOf(push.kind);
    const isWanted = kind === undefined || wanted.includes(kind);
    const wait = kind === undefined ? 0 : 60 * quietMinutes(clock.now(), quiet);
    if (isWanted && wait > 0) return wait;
    const words = isWanted ? await writeNotification(shop, push, person) : undefined;
    if (words) {
      const { about, revision } = push;
      const outcome = await sendPush(shop, claimed, {
        ...words,
        tag: about,
        copy: `${about} ${revision}`,
      });
      step('push.sent start');
      if (!outcome.ok && outcome.isGone) {
        await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
        log.info({ subscription: id }, 'a subscription to notifications is gone');
        return undefined;
      }
      if (!outcome.ok) {
        const { reason, retryAfterSeconds } = outcome;
        const pause = Math.max(longestPause(attempts), retryAfterSeconds);
        await recordFailure(db, claimed, reason);
        log.warn({ subscription: id, attempts, pause, reason }, 'a push was not accepted');
        return pause;
      }
    }
    await finishPush(db, claimed, { ...push, isSent: words !== undefined });
  }
  return 0;
}

/** Makes the subscription due again, unless its lease has ended since. */
async function release(
  db: Kysely<Tables>,
  { id, attempts }: Claimed,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set(({ eb, ref }) => ({
      next_attempt_at: dbTime(db, Math.min(seconds, LONGEST_PAUSE_SECONDS)),
      // Only failures make pauses longer: not what is quiet or not wanted.
      attempts: eb.case().when('failing_since', 'is', null).then(0).else(ref('attempts')).end(),
    }))
    .where('id', '=', id)
    .where('attempts', 'in', [attempts, 0])
    .execute();
}

async function recordFailure(db: Kysely<Tables>, { id }: Claimed, reason: string): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set(({ fn, ref }) => ({
      last_error: reason,
      failing_since: fn.coalesce(ref('failing_since'), dbTime(db)),
    }))
    .where('id', '=', id)
    .execute();
}

/** Removes what was sent or is not wanted, unless later news has replaced it. */
async function finishPush(
  db: Kysely<Tables>,
  { id }: Claimed,
  push: { about: string; revision: number; isSent: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('pushes')
      .where('subscription_id', '=', id)
      .where('about', '=', push.about)
      .where('revision', '=', push.revision)
      .execute();
    if (!push.isSent) return;
    await trx
      .updateTable('push_subscriptions')
      .set({ attempts: 0, last_error: null, failing_since: null, sent_at: dbTime(trx) })
      .where('id', '=', id)
      .execute();
  });
}
