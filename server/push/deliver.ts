import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { kindsFor, quietMinutes } from '#domain/staff/notifications.ts';
import { dbTime, isDue } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { pauseAfter } from '#server/emails/deliver.ts';
import { LONGEST_PAUSE_SECONDS } from '#server/emails/mailer.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { notificationKindOf, writeNotification } from './notification.ts';
import { KEPT_SECONDS, sendPush } from './send.ts';
import { choicesOf } from './subscriptions.ts';

// Sends what `planPushes` has planned. A lease is of a subscription, not of a push, because it is the browser's push
// service that is slow, fails or is gone. All times are the database's, so that servers with different clocks agree.
//
// Orders are placed in the same process, and each commit on SQLite waits for the disk. So a round costs two commits, of
// the claim and of all outcomes, and what blocks the event loop is done for one push at a time.

/** Subscriptions to which one server sends at once. */
const MOST_SUBSCRIPTIONS = 20;
/** Pushes to one subscription in a round. */
const MOST_PUSHES = 20;
/** After so long a subscription gets no other push in this round: the others wait for its end. */
const ROUND_MS = 2_000;
/** Longer than a round takes. */
const LEASE_SECONDS = 60;
/** The pause of a subscription when sending broke here, not at its service. */
const BROKEN_SECONDS = 60;

/**
 * Sends what is due, to each subscription one after another.
 * @returns to how many subscriptions.
 */
export async function deliverPushes(shop: Shop): Promise<number> {
  const claimed = await claimSubscriptions(shop.db);
  const write = writeOnce(shop);
  const sending: Promise<Outcome>[] = [];
  for (const each of claimed) {
    sending.push(sendWaiting(shop, each, write));
    // Requests get their turn while the service of this one answers.
    await setImmediate();
  }
  const outcomes = await Promise.all(sending);
  step('push.sent start');
  await record(shop.db, outcomes);
  for (const outcome of outcomes) logOutcome(shop, outcome);
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
        .limit(MOST_SUBSCRIPTIONS)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('push_subscriptions')
    .set({ next_attempt_at: dbTime(db, LEASE_SECONDS) })
    .where('id', 'in', (query) => query.selectFrom('due').select('id'))
    .returning(['id', 'endpoint', 'p256dh', 'auth', 'failures', 'next_attempt_at as leasedUntil'])
    .execute();
}

type Push = Pick<Waiting, 'about' | 'plannedAt'>;

/** What became of the pushes of a subscription. */
interface Outcome {
  claimed: Claimed;
  /** Sent, or not wanted, or there is nothing to say any more. */
  done: Push[];
  isSent: boolean;
  end: End;
}

/** Why the others wait. */
type End =
  | { why: 'all-done' }
  /** It is quiet, or sending one of them broke. */
  | { why: 'waits'; seconds: number }
  | { why: 'failed'; reason: string; seconds: number }
  /** The browser has no such subscription any more. */
  | { why: 'gone' };

/** Never rejects: nobody waits for it before all have begun, and an unhandled rejection would end the server. */
async function sendWaiting(shop: Shop, claimed: Claimed, write: Write): Promise<Outcome> {
  const outcome: Outcome = { claimed, done: [], isSent: false, end: { why: 'all-done' } };
  const breaks = (error: unknown, facts: { about?: string; kind?: string } = {}) => {
    const { id: subscription } = claimed;
    shop.log.error({ err: error, subscription, ...facts }, 'a push could not be sent');
    outcome.end = { why: 'waits', seconds: BROKEN_SECONDS };
    return [];
  };
  const began = performance.now();
  for (const push of await listWaiting(shop.db, claimed.id).catch((error) => breaks(error))) {
    if (performance.now() - began > ROUND_MS) break;
    try {
      const result = await sendOne(shop, claimed, push, write);
      if (typeof result === 'object') return { ...outcome, end: result };
      if (result === 'sent') outcome.isSent = true;
      outcome.done.push(push);
    } catch (error) {
      // The others go on.
      const { about, kind } = push;
      breaks(error, { about, kind });
    }
  }
  return outcome;
}

async function sendOne(
  shop: Shop,
  claimed: Claimed,
  push: Waiting,
  write: Write,
): Promise<'sent' | 'dropped' | End> {
  const { about, plannedAt, role, notifications } = push;
  const kind = notificationKindOf(push.kind);
  const { unwanted, quiet } = choicesOf(notifications);
  if (!kindsFor(role).includes(kind) || unwanted.includes(kind)) return 'dropped';
  const seconds = 60 * quietMinutes(shop.clock.now(), quiet);
  if (seconds > 0) return { why: 'waits', seconds };
  const words = await write(push);
  if (!words) return 'dropped';
  const notification = { ...words, tag: about, copy: `${about} ${plannedAt}` };
  const sent = await sendPush(shop, claimed, notification);
  if (sent.ok) return 'sent';
  if (sent.isGone) return { why: 'gone' };
  const pause = Math.max(pauseAfter(claimed.failures + 1), sent.retryAfterSeconds);
  return { why: 'failed', reason: sent.reason, seconds: pause };
}

type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

function listWaiting(db: Kysely<Tables>, subscriptionId: string) {
  return db
    .selectFrom('pushes')
    .innerJoin('push_subscriptions', 'push_subscriptions.id', 'subscription_id')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['about', 'kind', 'planned_at as plannedAt', 'role', 'notifications'])
    .where('subscription_id', '=', subscriptionId)
    .where('planned_at', '>', dbTime(db, -KEPT_SECONDS))
    .orderBy('planned_at')
    .orderBy('about')
    .limit(MOST_PUSHES)
    .execute();
}

type Write = ReturnType<typeof writeOnce>;

/** In one round people of the same role read the same words. */
function writeOnce(shop: Shop) {
  const written = new Map<string, ReturnType<typeof writeNotification>>();
  return (push: Pick<Waiting, 'about' | 'kind' | 'role'>) => {
    const key = `${push.about} ${push.kind} ${push.role}`;
    const words = written.get(key) ?? writeNotification(shop, push, push);
    written.set(key, words);
    return words;
  };
}

/**
 * Ends the leases, unless they have ended since, and removes what is done, unless later news has replaced it or is about
 * to: it waits for no transaction that plans pushes, because that one may wait for it.
 */
async function record(db: Kysely<Tables>, outcomes: Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await db.transaction().execute(async (trx) => {
    // Sorted, so that two servers lock the rows in one order.
    for (const outcome of outcomes.toSorted((a, b) => (a.claimed.id < b.claimed.id ? -1 : 1)))
      await recordOne(trx, outcome);
  });
}

async function recordOne(trx: Kysely<Tables>, { claimed, done, isSent, end }: Outcome) {
  const { id, leasedUntil, failures } = claimed;
  if (end.why === 'gone') {
    await trx.deleteFrom('push_subscriptions').where('id', '=', id).execute();
    return;
  }
  if (done.length > 0) {
    await trx
      .with('done', (query) =>
        query
          .selectFrom('pushes')
          .select('about')
          .where('subscription_id', '=', id)
          .where(({ and, or }) =>
            or(done.map(({ about, plannedAt }) => and({ about, planned_at: plannedAt }))),
          )
          .forUpdate()
          .skipLocked(),
      )
      .deleteFrom('pushes')
      .where('subscription_id', '=', id)
      .where('about', 'in', (query) => query.selectFrom('done').select('about'))
      .execute();
  }
  const now = dbTime(trx);
  const pause = 'seconds' in end ? Math.min(end.seconds, LONGEST_PAUSE_SECONDS) : 0;
  await trx
    .updateTable('push_subscriptions')
    .set(({ fn, ref }) => ({
      next_attempt_at: dbTime(trx, pause),
      ...(isSent && { failures: 0, failing_since: null, sent_at: now }),
      ...(end.why === 'failed' && {
        failures: isSent ? 1 : failures + 1,
        failing_since: isSent ? now : fn.coalesce(ref('failing_since'), now),
      }),
    }))
    .where('id', '=', id)
    .where('next_attempt_at', '=', leasedUntil)
    .execute();
}

function logOutcome({ log }: Shop, { claimed: { id, failures }, end }: Outcome): void {
  if (end.why === 'gone') {
    log.info({ subscription: id }, 'a subscription to notifications is gone');
  } else if (end.why === 'failed') {
    const { reason, seconds: pause } = end;
    log.warn(
      { subscription: id, failures: failures + 1, pause, reason },
      'a push was not accepted',
    );
  }
}
