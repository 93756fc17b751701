import type { Kysely } from 'kysely';
import type { RecoveryCodes, Staff } from '#server/staff/staff-ports.ts';
import { createPasskeys } from './passkeys.ts';
import { createPeople, enabledPeople, findPerson, withRole } from './people.ts';
import type { Tables } from './tables.ts';

const FIRST_RUN = 'first-run';

/** What ends when everybody is signed out, and by a restore, which would bring back what has ended since the backup. */
const ENDS_WITH_SIGN_OUT = [
  'sessions',
  'sign_in_codes',
  'sign_in_links',
  'passkey_challenges',
  'calendar_feeds',
] as const;

export function createStaff(db: Kysely<Tables>): Staff {
  return {
    ...createPeople(db),
    ...createPasskeys(db),

    async saveLink({ personId, hash, expiresAt }) {
      const link = { person_id: personId, hash, expires_at: expiresAt };
      await db
        .insertInto('sign_in_links')
        .values({ purpose: personId ?? FIRST_RUN, ...link })
        .onConflict((earlier) => earlier.column('purpose').doUpdateSet(link))
        .execute();
    },

    consumeFirstRunLink: (hash, owner, now) =>
      db.transaction().execute(async (trx) => {
        // A concurrent use waits for the locked row, and then finds none.
        const { numUpdatedRows } = await trx
          .updateTable('sign_in_links')
          .set({ hash })
          .where('purpose', '=', FIRST_RUN)
          .where('hash', '=', hash)
          .where('expires_at', '>', now)
          .executeTakeFirstOrThrow();
        const people = createPeople(trx);
        if (numUpdatedRows !== 1n || (await people.hasOwner())) return 'invalid';
        if (!(await people.addPerson(owner, now))) return 'address-taken';
        await trx.deleteFrom('sign_in_links').where('purpose', '=', FIRST_RUN).execute();
        return 'added';
      }),

    async consumePersonsLink(hash, now) {
      const link = await db
        .deleteFrom('sign_in_links')
        .where('hash', '=', hash)
        .where('purpose', '!=', FIRST_RUN)
        .where('expires_at', '>', now)
        .returning('person_id as id')
        .executeTakeFirst();
      return link?.id ? findPerson(db, link.id) : undefined;
    },

    async addCode({ pendingHash, emailHash, personId, codeHash, askedAt, expiresAt }) {
      await db
        .insertInto('sign_in_codes')
        .values({
          pending_hash: pendingHash,
          email_hash: emailHash,
          person_id: personId,
          code_hash: codeHash,
          tries: 0,
          asked_at: askedAt,
          expires_at: expiresAt,
        })
        .execute();
    },

    async countCodes(emailHash, since) {
      const { count } = await db
        .selectFrom('sign_in_codes')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('email_hash', '=', emailHash)
        .where('asked_at', '>', since)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    tryCode: (pendingHash, mostTries, now) =>
      db
        .updateTable('sign_in_codes')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('pending_hash', '=', pendingHash)
        .where('tries', '<', mostTries)
        .where('expires_at', '>', now)
        .returning(['code_hash as codeHash', 'person_id as personId'])
        .executeTakeFirst(),

    async consumeCode(pendingHash) {
      const used = await db
        .updateTable('sign_in_codes')
        // Kept, because it counts as a code for its address.
        .set({ expires_at: '' })
        .where('pending_hash', '=', pendingHash)
        .where('expires_at', '!=', '')
        .executeTakeFirstOrThrow();
      return used.numUpdatedRows === 1n;
    },

    async addSession({ id, hash, personId, device, at, endsAt }) {
      await db
        .insertInto('sessions')
        .values({
          id,
          hash,
          person_id: personId,
          device,
          signed_in_at: at,
          proved_at: at,
          seen_at: at,
          ends_at: endsAt,
        })
        .execute();
    },

    async session(hash, now) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('people', 'people.id', 'person_id')
        .select(['people.id', 'name', 'email', 'role', 'sessions.id as sessionId'])
        .select(['proved_at as provedAt', 'seen_at as seenAt'])
        .where('hash', '=', hash)
        .where('ends_at', '>', now)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      const found = row && withRole(row);
      if (!found) return undefined;
      const { sessionId, provedAt, seenAt, ...person } = found;
      return { id: sessionId, person, provedAt, seenAt };
    },

    async touchSession(id, at) {
      await db.updateTable('sessions').set({ seen_at: at }).where('id', '=', id).execute();
    },

    async endSession(id) {
      await db.deleteFrom('sessions').where('id', '=', id).execute();
    },

    devices: () =>
      db
        .selectFrom('sessions')
        .select(['id as sessionId', 'person_id as personId', 'device'])
        .select(['signed_in_at as signedInAt', 'seen_at as seenAt'])
        .orderBy('seen_at', 'desc')
        .execute(),

    endAllSignIns: () =>
      db.transaction().execute(async (trx) => {
        for (const table of ENDS_WITH_SIGN_OUT) await trx.deleteFrom(table).execute();
      }),

    replaceRecoveryCodes: (personId, set, hashes) =>
      db.transaction().execute(async (trx) => {
        if ((await readRecoveryCodes(trx, personId)).set !== set) return false;
        await trx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
        await trx
          .insertInto('recovery_codes')
          .values(hashes.map((hash) => ({ hash, person_id: personId, used_at: null })))
          .execute();
        return true;
      }),

    recoveryCodes: (personId) => readRecoveryCodes(db, personId),

    async consumeRecoveryCode(hash, at) {
      const code = await db
        .updateTable('recovery_codes')
        .set({ used_at: at })
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .returning('person_id as personId')
        .executeTakeFirst();
      return code && findPerson(db, code.personId);
    },

    async saveCalendarFeed(personId, hash, at) {
      const feed = { hash, made_at: at };
      await db
        .insertInto('calendar_feeds')
        .values({ person_id: personId, ...feed })
        .onConflict((earlier) => earlier.column('person_id').doUpdateSet(feed))
        .execute();
    },

    async endCalendarFeed(personId) {
      await db.deleteFrom('calendar_feeds').where('person_id', '=', personId).execute();
    },

    async calendarFeedMadeAt(personId) {
      const feed = await db
        .selectFrom('calendar_feeds')
        .select('made_at')
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return feed?.made_at;
    },

    async hasCalendarFeed(hash) {
      const feed = await enabledPeople(db)
        .innerJoin('calendar_feeds', 'person_id', 'people.id')
        .select('people.id')
        .where('hash', '=', hash)
        .executeTakeFirst();
      return feed !== undefined;
    },

    async deleteExpired(now, codesBefore) {
      await db.deleteFrom('sessions').where('ends_at', '<=', now).execute();
      await db.deleteFrom('sign_in_codes').where('asked_at', '<', codesBefore).execute();
      await db.deleteFrom('sign_in_links').where('expires_at', '<=', now).execute();
      await db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute();
    },
  };
}

/** The beginning of a hash says nothing about the code. */
const SET_LENGTH = 8;

async function readRecoveryCodes(db: Kysely<Tables>, personId: string): Promise<RecoveryCodes> {
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['hash', 'used_at'])
    .where('person_id', '=', personId)
    .orderBy('hash')
    .execute();
  return {
    left: codes.filter(({ used_at }) => used_at === null).length,
    set: codes[0]?.hash.slice(0, SET_LENGTH) ?? '',
  };
}
