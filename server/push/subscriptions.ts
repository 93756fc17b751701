import type { Kysely } from 'kysely';
import * as z from 'zod';
import { parseJson } from '#domain/guard.ts';
import { FIRST_CHOICES, NotificationChoices } from '#domain/staff/notifications.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from '#server/staff/secrets.ts';
import { areBrowserKeys } from './encrypt.ts';
import { KEPT_SECONDS, sendPush } from './send.ts';

/** As browsers send it: `PushSubscription.toJSON()`. */
const BrowserSubscription = z.object({
  endpoint: z.url().max(1_000),
  keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(50) }).refine(areBrowserKeys),
});

/**
 * The push services of browsers: Chrome and those made from it, Firefox, Safari, Edge. The server sends to no other
 * address.
 */
const SERVICES = [
  'googleapis.com',
  'google.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

/** More than a person's phones, tablets and computers; one more replaces the oldest. */
const MOST_SUBSCRIPTIONS = 10;

interface Owner {
  personId: string;
  sessionId: string;
  /** Such as "Chrome on Android". */
  device: string;
}

type KeepResult = 'kept' | 'invalid' | 'unknown-service';

/** Stores that a browser shows notifications to the person. It may have shown them to another person before. */
export async function keepSubscription(
  shop: Shop,
  sent: unknown,
  { personId, sessionId, device }: Owner,
): Promise<KeepResult> {
  const { data } = BrowserSubscription.safeParse(sent);
  if (!data) return 'invalid';
  const { endpoint, keys } = data;
  if (!isOfService(endpoint, shop.push.practice)) return 'unknown-service';
  const values = { person_id: personId, session_id: sessionId, device, endpoint, ...keys };
  await shop.db.transaction().execute(async (trx) => {
    const now = shop.clock.now();
    await trx
      .insertInto('push_subscriptions')
      .values({
        id: secrets.hash(endpoint),
        ...values,
        added_at: now,
        next_attempt_at: dbTime(trx),
      })
      .onConflict((known) => known.column('id').doUpdateSet(values))
      .execute();
    const all = await listSubscriptions({ db: trx }, personId);
    const oldest = all.at(-1);
    if (oldest && all.length > MOST_SUBSCRIPTIONS)
      await removeSubscription({ db: trx }, oldest.id, personId);
  });
  return 'kept';
}

function isOfService(endpoint: string, practice: string | undefined): boolean {
  const { protocol, hostname, origin } = new URL(endpoint);
  if (origin === practice) return true;
  const isKnown = SERVICES.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  return protocol === 'https:' && isKnown;
}

/**
 * A browser says that it still has a subscription, for the person who is signed in there now.
 * @returns false if it was removed here.
 */
export async function renewSubscription(
  { db }: Shop,
  sent: unknown,
  { personId, sessionId, device }: Owner,
): Promise<boolean> {
  const { data } = BrowserSubscription.pick({ endpoint: true }).safeParse(sent);
  if (!data) return false;
  const { numUpdatedRows } = await db
    .updateTable('push_subscriptions')
    .set({ person_id: personId, session_id: sessionId, device })
    .where('id', '=', secrets.hash(data.endpoint))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The browsers that show notifications to the person, the newest first. */
export function listSubscriptions({ db }: Pick<Shop, 'db'>, personId: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'device', 'endpoint', 'added_at as addedAt', 'sent_at as sentAt'])
    .select(['failing_since as failingSince'])
    .where('person_id', '=', personId)
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function removeSubscription(
  { db }: Pick<Shop, 'db'>,
  id: string,
  personId: string,
): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .execute();
}

/**
 * Sends a notification to all of the person's browsers at once, also in their quiet hours.
 * @returns how many there are, and how many of them the push services have not taken.
 */
export async function testNotifications(
  shop: Shop,
  personId: string,
): Promise<{ count: number; failed: number }> {
  const subscriptions = await shop.db
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('person_id', '=', personId)
    .execute();
  const notification = {
    title: 'Notifications arrive here.',
    body: 'This is the test that you asked for.',
    path: '/owner/you/notifications',
    tag: 'test',
    copy: `test ${shop.clock.now()}`,
  };
  const tried = await Promise.all(
    subscriptions.map(async (each) => ({
      id: each.id,
      ...(await sendPush(shop, each, notification)),
    })),
  );
  const taken = tried.filter(({ ok }) => ok).map(({ id }) => id);
  await recordAccepted(shop.db, taken);
  for (const each of tried) {
    if (!each.ok && each.isGone) await removeSubscription(shop, each.id, personId);
  }
  return { count: tried.length, failed: tried.length - taken.length };
}

/** What waits for these subscriptions is due now. */
async function recordAccepted(db: Kysely<Tables>, ids: string[]): Promise<void> {
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return;
  const now = dbTime(db);
  await db
    .updateTable('push_subscriptions')
    .set({ failures: 0, failing_since: null, sent_at: now, next_attempt_at: now })
    .where('id', 'in', ids)
    .execute();
}

export async function readChoices(
  { db }: Pick<Shop, 'db'>,
  personId: string,
): Promise<NotificationChoices> {
  const row = await db
    .selectFrom('people')
    .select('notifications')
    .where('id', '=', personId)
    .executeTakeFirst();
  return choicesOf(row?.notifications ?? null);
}

/** @param stored in the table `people`. */
export function choicesOf(stored: string | null): NotificationChoices {
  return NotificationChoices.safeParse(parseJson(stored ?? '')).data ?? FIRST_CHOICES;
}

/** Saves what the person has chosen. What waits for the end of the quiet hours is looked at again. */
export async function saveChoices(
  { db }: Shop,
  personId: string,
  choices: NotificationChoices,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('people')
      .set({ notifications: JSON.stringify(choices) })
      .where('id', '=', personId)
      .execute();
    await trx
      .updateTable('push_subscriptions')
      .set({ next_attempt_at: dbTime(trx) })
      .where('person_id', '=', personId)
      .where('failing_since', 'is', null)
      .execute();
  });
}

/** How long a subscription may fail until it counts as dead. */
const DEAD_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;

/** Removes subscriptions that have failed for a month, and pushes that are too old to be sent. */
export async function removeDeadSubscriptions(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('failing_since', '<', dbTime(db, -DEAD_DAYS * DAY_SECONDS))
    .execute();
  await db.deleteFrom('pushes').where('planned_at', '<=', dbTime(db, -KEPT_SECONDS)).execute();
}
