import type { Kysely } from 'kysely';
import { plusSeconds } from '#domain/clock.ts';
import { type Person, PROOF_SECONDS, type Session, sessionDays } from '#domain/staff/person.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from './secrets.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** How often a request is recorded as the device's latest. */
const TOUCH_SECONDS = 5 * 60;

/** The token for the browser's cookie, and how long it is valid: the browser's clock may be wrong. */
export interface NewToken {
  token: string;
  seconds: number;
}

/** Always a new token: one that an attacker has put into the browser never becomes a session. */
export async function startSession(
  { db, clock, log }: Shop,
  person: Person,
  device: string,
): Promise<NewToken> {
  const now = clock.now();
  const [id, token] = [secrets.id(), secrets.token()];
  const seconds = sessionDays[person.role].most * DAY_SECONDS;
  await db
    .insertInto('sessions')
    .values({
      id,
      hash: secrets.hash(token),
      person_id: person.id,
      device,
      signed_in_at: now,
      seen_at: now,
      ends_at: plusSeconds(now, seconds),
    })
    .execute();
  log.info({ person: person.id, session: id }, 'signed in');
  return { token, seconds };
}

/** @param token from the browser's cookie. Reads the database: an ended session ends on all servers. */
export async function findSession(shop: Shop, token: string): Promise<Session | undefined> {
  const session = await readSession(shop, token);
  if (!session) return undefined;
  const { id, person, seenAt, signedInAt } = session;
  const now = shop.clock.now();
  if (seenAt < plusSeconds(now, -TOUCH_SECONDS)) {
    await shop.db.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).execute();
  }
  return { id, person, isProved: signedInAt > plusSeconds(now, -PROOF_SECONDS) };
}

/** For a connection that stays open: does not count as a visit. */
export async function isSessionValid(shop: Shop, token: string): Promise<boolean> {
  return (await readSession(shop, token)) !== undefined;
}

/** @returns undefined if the session has ended or its person is disabled. */
async function readSession({ db, clock }: Shop, token: string) {
  const now = clock.now();
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['people.id', 'name', 'email', 'role', 'sessions.id as sessionId'])
    .select(['signed_in_at as signedInAt', 'seen_at as seenAt'])
    .where('hash', '=', secrets.hash(token))
    .where('ends_at', '>', now)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sessionId, signedInAt, seenAt, ...person } = row;
  const { idle } = sessionDays[person.role];
  const isIdle = idle !== undefined && seenAt < plusSeconds(now, -idle * DAY_SECONDS);
  return isIdle ? undefined : { id: sessionId, person, signedInAt, seenAt };
}

/** A browser with a session. */
export type Device = Awaited<ReturnType<typeof listDevices>>[number];

/** The browsers with a session of everybody, the latest seen first. */
export function listDevices({ db }: Shop) {
  return db
    .selectFrom('sessions')
    .select(['id as sessionId', 'person_id as personId', 'device'])
    .select(['signed_in_at as signedInAt', 'seen_at as seenAt'])
    .orderBy('seen_at', 'desc')
    .execute();
}

/** A browser that signs in again goes on showing notifications: `signOut` ends them too. */
export async function endSession({ db }: Shop, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** A device that is lost or given on shows no more notifications. */
export async function signOut({ db }: Shop, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('push_subscriptions').where('session_id', '=', id).execute();
    await trx.deleteFrom('sessions').where('id', '=', id).execute();
  });
}

/**
 * Ends all sessions, calendar feeds and notifications, and makes codes and links that are under way invalid. A restore
 * calls it too: it would bring back what has ended since the backup.
 */
export function endAllSignIns(db: Kysely<Tables>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('push_subscriptions').execute();
    await trx.deleteFrom('sessions').execute();
    await trx.deleteFrom('sign_in_tokens').execute();
  });
}
