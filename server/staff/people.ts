import type { Kysely } from 'kysely';
import * as z from 'zod';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import {
  type Person,
  Role,
  StaffEmail,
  type StaffMember,
  StaffName,
} from '#domain/staff/person.ts';
import type { Tables } from '#server/db/tables.ts';
import { inTransaction, lockKey } from '#server/db/transactions.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from './secrets.ts';
import { sendLater } from './staff-emails.ts';

const DAY_SECONDS = 24 * 60 * 60;

const NewPerson = z.object({ name: StaffName, email: StaffEmail, role: Role });
type NewPerson = Record<keyof z.infer<typeof NewPerson>, string>;

type ReadResult =
  | { ok: true; person: Person }
  | { ok: false; reason: 'invalid'; problems: Partial<Record<'name' | 'email', string>> };

/** Reads what was typed of a person who is to be added. */
export function readPerson(typed: NewPerson): ReadResult {
  const { data, error } = NewPerson.safeParse(typed);
  if (data) return { ok: true, person: { id: secrets.id(), ...data } };
  const { name, email } = z.flattenError(error).fieldErrors;
  return { ok: false, reason: 'invalid', problems: { name: name?.[0], email: email?.[0] } };
}

/** Adds a person and tells them by e-mail. They sign in by a code to their address. */
export async function invitePerson(
  shop: Shop,
  typed: NewPerson,
): Promise<ReadResult | { ok: false; reason: 'taken' }> {
  const read = readPerson(typed);
  if (!read.ok) return read;
  const { person } = read;
  if (!(await addPerson(shop.db, person, shop.clock.now()))) return { ok: false, reason: 'taken' };
  shop.log.info({ person: person.id, role: person.role }, 'person invited');
  void sendLater(shop, person, { kind: 'invitation' });
  return read;
}

/** For transactions that give a person an address. */
export const PEOPLE_LOCK = 'people';

/** @returns false if another person has the address. */
export function addPerson(db: Kysely<Tables>, person: Person, at: Instant): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockKey(trx, PEOPLE_LOCK);
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('people')
      .values({ ...person, added_at: at })
      .onConflict((known) => known.column('email').doNothing())
      .executeTakeFirstOrThrow();
    return added === 1n;
  });
}

/** Everybody who works here, then those who no longer do. */
export function listPeople({ db }: Pick<Shop, 'db'>): Promise<StaffMember[]> {
  return (
    db
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
      .execute()
  );
}

/** The person with this address, even if they are disabled. */
export async function findMember(shop: Shop, email: string): Promise<StaffMember | undefined> {
  const typed = StaffEmail.safeParse(email).data;
  return (await listPeople(shop)).find((person) => person.email === typed);
}

/** The names of all who work or have worked here, by id. */
export async function namesOfPeople(shop: Pick<Shop, 'db'>): Promise<Map<string, string>> {
  return new Map((await listPeople(shop)).map(({ id, name }) => [id, name]));
}

/** What ends with a person's access. */
const ENDS_WITH_ACCESS = [
  'sessions',
  'sign_in_tokens',
  'recovery_codes',
  'passkeys',
  'push_subscriptions',
] as const;

/**
 * Ends the person's access at once, on all servers.
 * @returns false for the last owner and for people who are not known or disabled.
 */
export async function disablePerson({ db, clock, log }: Shop, id: string): Promise<boolean> {
  const isDisabled = await db.transaction().execute(async (trx) => {
    if (await isLastOwner(trx, id)) return false;
    const { numUpdatedRows } = await trx
      .updateTable('people')
      .set({ disabled_at: clock.now() })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirstOrThrow();
    for (const table of ENDS_WITH_ACCESS) {
      await trx.deleteFrom(table).where('person_id', '=', id).execute();
    }
    return numUpdatedRows === 1n;
  });
  if (isDisabled) log.info({ person: id }, 'person disabled');
  return isDisabled;
}

/** @returns false if the person is not disabled, or their name has been removed. */
export async function enablePerson({ db }: Shop, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('people')
    .set({ disabled_at: null })
    .where('id', '=', id)
    .where('disabled_at', 'is not', null)
    .where('name', '!=', '')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Ends the person's sessions: they last as long as those of the earlier role, on devices for it.
 * @returns false for the last owner, for people who are not known or disabled, and for the role they have.
 */
export async function setRole({ db, log }: Shop, id: string, role: Role): Promise<boolean> {
  const isChanged = await db.transaction().execute(async (trx) => {
    if (role !== 'owner' && (await isLastOwner(trx, id))) return false;
    const { numUpdatedRows } = await trx
      .updateTable('people')
      .set({ role })
      .where('id', '=', id)
      .where('role', '!=', role)
      .where('disabled_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    await trx.deleteFrom('sessions').where('person_id', '=', id).execute();
    return true;
  });
  if (isChanged) log.info({ person: id, role }, 'role changed');
  return isChanged;
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

/** Removes what has expired, and the names of people whose access ended so many days ago. */
export async function maintainStaff({ db, clock }: Shop, retentionDays: number): Promise<void> {
  const now = clock.now();
  await db.deleteFrom('sessions').where('ends_at', '<=', now).execute();
  // Not at their end: codes are counted for a while.
  const yesterday = plusSeconds(now, -DAY_SECONDS);
  await db.deleteFrom('sign_in_tokens').where('expires_at', '<', yesterday).execute();
  await db
    .updateTable('people')
    // The id: addresses are unique.
    .set(({ ref }) => ({ name: '', email: ref('id'), confirmed_email: null }))
    .where('disabled_at', '<', plusSeconds(now, -retentionDays * DAY_SECONDS))
    .where('name', '!=', '')
    .execute();
}

export function enabledPeople(db: Kysely<Tables>) {
  return db.selectFrom('people').where('disabled_at', 'is', null);
}

/** @returns undefined if there is no such person, or their access has ended. */
export function findPerson(
  db: Kysely<Tables>,
  by: { id: string } | { email: string },
): Promise<Person | undefined> {
  const people = enabledPeople(db).select(['id', 'name', 'email', 'role']);
  const found = 'id' in by ? people.where('id', '=', by.id) : people.where('email', '=', by.email);
  return found.executeTakeFirst();
}
