import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import type { PasskeyCredential } from '#domain/staff/passkeys.ts';
import { type Person, Role } from '#domain/staff/person.ts';
import type { RecoveryCodes, Staff } from '#domain/staff/staff-ports.ts';
import type { Tables } from './tables.ts';

const FIRST_RUN = 'first-run';

/** What ends with a person's access. */
const ENDS_WITH_ACCESS = [
  'sessions',
  'sign_in_codes',
  'sign_in_links',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'calendar_feeds',
] as const;
/** What ends when everybody is signed out, and by a restore, which would bring back what has ended since the backup. */
const ENDS_WITH_SIGN_OUT = [
  'sessions',
  'sign_in_codes',
  'sign_in_links',
  'passkey_challenges',
  'calendar_feeds',
] as const;

export function createStaff(db: Kysely<Tables>): Staff {
  const enabled = db.selectFrom('people').where('disabled_at', 'is', null);
  return {
    async hasOwner() {
      const owner = await enabled.select('id').where('role', '=', 'owner').executeTakeFirst();
      return owner !== undefined;
    },

    async people() {
      const rows = await db
        .selectFrom('people')
        // Without those who left so long ago that their name has been removed.
        .where('name', '!=', '')
        .select(['id', 'name', 'email', 'role'])
        .select(['added_at as addedAt', 'disabled_at as disabledAt'])
        .select(({ selectFrom }) =>
          selectFrom('sessions')
            .select(({ fn }) => fn.max('seen_at').as('seen_at'))
            .whereRef('person_id', '=', 'people.id')
            .as('seenAt'),
        )
        .orderBy('disabled_at', (order) => order.asc().nullsFirst())
        .orderBy('name')
        .execute();
      return rows.flatMap((row) => withRole(row) ?? []);
    },

    async personByEmail(email) {
      return withRole(
        await enabled
          .select(['id', 'name', 'email', 'role'])
          .where('email', '=', email)
          .executeTakeFirst(),
      );
    },

    async addPerson(person, at) {
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('people')
        .values({ ...person, added_at: at })
        .onConflict((known) => known.column('email').doNothing())
        .executeTakeFirstOrThrow();
      return added === 1n;
    },

    setRole: (id, role) =>
      db.transaction().execute(async (trx) => {
        if (role !== 'owner' && (await isLastOwner(trx, id))) return false;
        const { numUpdatedRows } = await trx
          .updateTable('people')
          .set({ role })
          .where('id', '=', id)
          .where('role', '!=', role)
          .where('disabled_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        // They last as long as those of the earlier role, on devices for it.
        await trx.deleteFrom('sessions').where('person_id', '=', id).execute();
        return true;
      }),

    disablePerson: (id, at) =>
      db.transaction().execute(async (trx) => {
        if (await isLastOwner(trx, id)) return false;
        const { numUpdatedRows } = await trx
          .updateTable('people')
          .set({ disabled_at: at })
          .where('id', '=', id)
          .where('disabled_at', 'is', null)
          .executeTakeFirstOrThrow();
        for (const table of ENDS_WITH_ACCESS) {
          await trx.deleteFrom(table).where('person_id', '=', id).execute();
        }
        return numUpdatedRows === 1n;
      }),

    async enablePerson(id) {
      const { numUpdatedRows } = await db
        .updateTable('people')
        .set({ disabled_at: null })
        .where('id', '=', id)
        .where('disabled_at', 'is not', null)
        .where('name', '!=', '')
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    async anonymisePeople(before) {
      await db
        .updateTable('people')
        // The id: addresses are unique.
        .set(({ ref }) => ({ name: '', email: ref('id') }))
        .where('disabled_at', '<', before)
        .where('name', '!=', '')
        .execute();
    },

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
        const staff = createStaff(trx);
        if (numUpdatedRows !== 1n || (await staff.hasOwner())) return 'invalid';
        if (!(await staff.addPerson(owner, now))) return 'address-taken';
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
      return link?.id ? personById(link.id) : undefined;
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

    person: personById,

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
      return code && personById(code.personId);
    },

    passkeysOf: (personId) =>
      db
        .selectFrom('passkeys')
        .select(['id', 'device', 'added_at as addedAt', 'used_at as usedAt'])
        .where('person_id', '=', personId)
        .orderBy('added_at')
        .execute(),

    async credentialsOf(personId) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('person_id', '=', personId)
        .execute();
      return rows.map(toCredential);
    },

    async passkey(id) {
      const row = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      const person = row && (await personById(row.person_id));
      return person && { person, credential: toCredential(row) };
    },

    async addPasskey(personId, { id, publicKey, counter, transports }, device, at) {
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('passkeys')
        .values({
          id,
          person_id: personId,
          public_key: publicKey,
          counter,
          transports: JSON.stringify(transports),
          device,
          added_at: at,
          used_at: null,
        })
        .onConflict((known) => known.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return added === 1n;
    },

    async recordPasskeyUse(id, counter, at) {
      await db.updateTable('passkeys').set({ counter, used_at: at }).where('id', '=', id).execute();
    },

    async removePasskey(id, personId) {
      await db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .execute();
    },

    async saveChallenge({ hash, personId, expiresAt }) {
      await db
        .insertInto('passkey_challenges')
        .values({ hash, person_id: personId, expires_at: expiresAt })
        .execute();
    },

    async consumeChallenge(hash, personId, now) {
      const { numDeletedRows } = await db
        .deleteFrom('passkey_challenges')
        .where('hash', '=', hash)
        .where('person_id', personId === null ? 'is' : '=', personId)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
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
      const feed = await enabled
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

  /** Locks the owners, so that two who end each other's rights do not both succeed. */
  async function isLastOwner(trx: Kysely<Tables>, id: string): Promise<boolean> {
    const owners = await trx
      .selectFrom('people')
      .select('id')
      .where('role', '=', 'owner')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    return owners.every((owner) => owner.id === id);
  }

  async function personById(id: string): Promise<Person | undefined> {
    return withRole(
      await enabled.select(['id', 'name', 'email', 'role']).where('id', '=', id).executeTakeFirst(),
    );
  }
}

/** Undefined for a role of a newer version: this version does not know what that may see. */
function withRole<Row extends { role: string }>(row: Row | undefined) {
  const role = Role.safeParse(row?.role).data;
  return row && role && { ...row, role };
}

const Transports = z.array(z.string());

function toCredential(row: Selectable<Tables['passkeys']>): PasskeyCredential {
  const { id, public_key, counter, transports } = row;
  return {
    id,
    publicKey: public_key,
    counter,
    transports: Transports.parse(JSON.parse(transports)),
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
