import type { Kysely } from 'kysely';
import { type Person, Role } from '#domain/staff/person.ts';
import type { Staff } from '#server/staff/staff-ports.ts';
import type { Tables } from './tables.ts';

type People = Pick<
  Staff,
  | 'hasOwner'
  | 'people'
  | 'person'
  | 'personByEmail'
  | 'addPerson'
  | 'setRole'
  | 'disablePerson'
  | 'enablePerson'
  | 'anonymisePeople'
>;

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

/** The part of `staff` about who works at the cafe. */
export function createPeople(db: Kysely<Tables>): People {
  return {
    async hasOwner() {
      const owner = await enabledPeople(db)
        .select('id')
        .where('role', '=', 'owner')
        .executeTakeFirst();
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

    person: (id) => findPerson(db, id),

    async personByEmail(email) {
      return withRole(
        await enabledPeople(db)
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
  };
}

export function enabledPeople(db: Kysely<Tables>) {
  return db.selectFrom('people').where('disabled_at', 'is', null);
}

/** @returns undefined if there is no such person, or their access has ended. */
export async function findPerson(db: Kysely<Tables>, id: string): Promise<Person | undefined> {
  return withRole(
    await enabledPeople(db)
      .select(['id', 'name', 'email', 'role'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
}

/** Undefined for an unknown role, which may see nothing. */
export function withRole<Row extends { role: string }>(row: Row | undefined) {
  const role = Role.safeParse(row?.role).data;
  return row && role && { ...row, role };
}

/** Locks the owners, so that two who end each other's rights do not both succeed. */
async function isLastOwner(trx: Kysely<Tables>, id: string): Promise<boolean> {
  const owners = await enabledPeople(trx)
    .select('id')
    .where('role', '=', 'owner')
    .orderBy('id')
    .forUpdate()
    .execute();
  return owners.every((owner) => owner.id === id);
}
