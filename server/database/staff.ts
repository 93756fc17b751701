import type { Kysely } from 'kysely';
import { type Person, Role } from '#domain/staff/person.ts';
import type { Staff } from '#domain/staff/staff-ports.ts';
import type { Tables } from './tables.ts';

const FIRST_RUN = 'first-run';

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
        // A concurrent use waits for the deleted row, and then finds none.
        const { numDeletedRows } = await trx
          .deleteFrom('sign_in_links')
          .where('purpose', '=', FIRST_RUN)
          .where('hash', '=', hash)
          .where('expires_at', '>', now)
          .executeTakeFirstOrThrow();
        if (numDeletedRows !== 1n || (await createStaff(trx).hasOwner())) return false;
        return createStaff(trx).addPerson(owner, now);
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

    async deleteExpired(now) {
      await db.deleteFrom('sessions').where('ends_at', '<=', now).execute();
    },
  };

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
