import { setImmediate } from 'node:timers/promises';
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
//
// Orders are placed in the same process, and each commit on SQLite waits for the disk. So a push costs two commits, of
// the claim and of its outcome, and what blocks the event loop is done for one subscription at a time.

/** Subscriptions to which one server sends at once. */
const MOST_AT_ONCE = 20;
/** Longer than sending takes. */
const LEASE_SECONDS = 60;

/**
 * Sends one push to each subscription for which one is due.
 * @returns to how many.
 */
export async function deliverPushes(shop: Shop): Promise<number> {
  const claimed = await claimSubscriptions(shop.db);
  const delivering: Promise<void>[] = [];
  for (const each of claimed) {
    delivering.push(deliver(shop, each));
    // Requests get their turn while the service of this one answers.
    await setImmediate();
  }
  await Promise.all(delivering);
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
    .returning(['id', 'endpoint', 'p256dh', 'auth', 'attempts', 'next_attempt_at as leasedUntil'])
    .execute();
}

interface Push {
  about: string;
  revision: number;
}

/** What became of the next push of a subscription. */
type Outcome =
  | { what: 'sent'; push: Push }
  /** Nobody wants it, or there is nothing to say any more. */
  | { what: 'dropped'; push: Push }
  /** Nothing is left. */
  | { what: 'none' }
  /** It is quiet. */
  | { what: 'waits'; seconds: number }
  | { what: 'failed'; reason: string; seconds: number }
  /** The browser has no such subscription any more. */
  | { what: 'gone' };

/** Never rejects: the others go on. */
async function deliver(shop: Shop, claimed: Claimed): Promise<void> {
  try {
    const outcome = await sendNext(shop, claimed);
    step('push.sent start');
    await record(shop.db, claimed, outcome);
    logOutcome(shop, claimed, outcome);
  } catch (error) {
    // It is due again when its lease ends.
    shop.log.error(
      { err: error, subscription: claimed.id },
      'a push could not be written or recorded',
    );
  }
}

async function sendNext(shop: Shop, claimed: Claimed): Promise<Outcome> {
  const { db, clock } = shop;
  const { id, attempts } = claimed;
  const next = await db
    .selectFrom('pushes')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'subscription_id')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['about', 'kind', 'revision', 'role', 'notifications'])
    .where('subscription_id', '=', id)
    .where('planned_at', '>', dbTime(db, -KEPT_SECONDS))
    // A test does not wait behind what the quiet hours hold.
    .orderBy((eb) => eb('kind', '!=', TEST))
    .orderBy('planned_at')
    .orderBy('about')
    .limit(1)
    .executeTakeFirst();
  if (!next) return { what: 'none' };
  const { about, revision, role } = next;
  const push = { about, revision };
  const { kinds, quiet } = choicesOf(next.notifications);
  const kind = notificationKindOf(next.kind);
  if (kind !== undefined) {
    if (!kindsFor(role).includes(kind) || !kinds.includes(kind)) return { what: 'dropped', push };
    const seconds = 60 * quietMinutes(clock.now(), quiet);
    if (seconds > 0) return { what: 'waits', seconds };
  }
  const words = await writeNotification(shop, next, { role });
  if (!words) return { what: 'dropped', push };
  const notification = { ...words, tag: about, copy: `${about} ${revision}` };
  const sent = await sendPush(shop, claimed, notification);
  if (sent.ok) return { what: 'sent', push };
  if (sent.isGone) return { what: 'gone' };
  const seconds = Math.max(longestPause(attempts), sent.retryAfterSeconds);
  return { what: 'failed', reason: sent.reason, seconds };
}

/**
 * Ends the lease, unless it has ended since, and removes what was sent or is not wanted, unless later news has replaced
 * it.
 */
async function record(
  db: Kysely<Tables>,
  { id, leasedUntil }: Claimed,
  outcome: Outcome,
): Promise<void> {
  if (outcome.what === 'gone') {
    await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
    return;
  }
  const pause = 'seconds' in outcome ? Math.min(outcome.seconds, LONGEST_PAUSE_SECONDS) : 0;
  await db.transaction().execute(async (trx) => {
    if ('push' in outcome) {
      const { about, revision } = outcome.push;
      await trx
        .deleteFrom('pushes')
        .where('subscription_id', '=', id)
        .where('about', '=', about)
        .where('revision', '=', revision)
        .execute();
    }
    await trx
      .updateTable('push_subscriptions')
      .set(({ eb, fn, ref }) => {
        switch (outcome.what) {
          case 'sent':
            return { attempts: 0, last_error: null, failing_since: null, sent_at: dbTime(trx) };
          case 'failed':
            return {
              last_error: outcome.reason,
              failing_since: fn.coalesce(ref('failing_since'), dbTime(trx)),
            };
          default:
            // Only failures make pauses longer.
            return {
              attempts: eb
                .case()
                .when('failing_since', 'is', null)
                .then(0)
                .else(ref('attempts'))
                .end(),
            };
        }
      })
      .set({ next_attempt_at: dbTime(trx, pause) })
      .where('id', '=', id)
      .where('next_attempt_at', '=', leasedUntil)
      .execute();
  });
}

function logOutcome({ log }: Shop, { id, attempts }: Claimed, outcome: Outcome): void {
  if (outcome.what === 'gone') {
    log.info({ subscription: id }, 'a subscription to notifications is gone');
  } else if (outcome.what === 'failed') {
    const { reason, seconds: pause } = outcome;
    log.warn({ subscription: id, attempts, pause, reason }, 'a push was not accepted');
  }
}
