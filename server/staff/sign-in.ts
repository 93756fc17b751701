import type { Kysely } from 'kysely';
import { type Person, StaffEmail } from '#domain/staff/person.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { sendCode, spendCode } from './codes.ts';
import { addPerson, enabledPeople, findPerson, readPerson } from './people.ts';
import { readBase32, secrets } from './secrets.ts';
import { type NewToken, startSession } from './sessions.ts';
import { addToken, endTokens, spendToken } from './tokens.ts';

const HOUR = 60 * 60;
const LINK_HOURS = 24;
/** 130 bits as text that can be typed. */
const LINK_LENGTH = 26;

const RECOVERY_CODES = 8;
/** 80 bits: nobody tries them all, not even with the hashes. */
const RECOVERY_CODE_LENGTH = 16;
/** The beginning of a hash says nothing about the code. */
const SET_LENGTH = 8;

/**
 * Starts to sign in by an e-mailed code. The result and its time are the same for every address.
 * @returns undefined if the text is no address; otherwise the token that binds the code to this browser.
 */
export async function requestCode(shop: Shop, typed: string): Promise<NewToken | undefined> {
  const email = StaffEmail.safeParse(typed).data;
  if (email === undefined) return undefined;
  const person = await findPerson(shop.db, { email });
  return (await sendCode(shop, email, person)).pending;
}

/**
 * Signs in by a code, which also confirms the address that it was sent to.
 * @param token of `requestCode`, from the browser's cookie.
 */
export async function signInByCode(
  shop: Shop,
  token: string,
  typed: string,
  device: string,
): Promise<NewToken | undefined> {
  const spent = await spendCode(shop, { token, typed });
  const person = await personOf(shop, spent);
  if (!spent || !person) return undefined;
  await shop.db
    .updateTable('people')
    .set({ confirmed_email: spent.email })
    .where('id', '=', person.id)
    .execute();
  return startSession(shop, person, device);
}

/** @param token of a link for a person. */
export async function signInByLink(
  shop: Shop,
  token: string,
  device: string,
): Promise<NewToken | undefined> {
  const person = await personOf(shop, await spendToken(shop, 'link', readBase32(token)));
  return person && startSession(shop, person, device);
}

async function personOf(
  { db }: Shop,
  used: { personId: string | null } | undefined,
): Promise<Person | undefined> {
  return used?.personId ? findPerson(db, { id: used.personId }) : undefined;
}

/** What a person has done so that they are never locked out. */
export async function readFirstSteps(
  { db }: Pick<Shop, 'db'>,
  personId: string,
): Promise<{ isEmailConfirmed: boolean; hasKeptCodes: boolean }> {
  const person = await db
    .selectFrom('people')
    .select(['email', 'confirmed_email'])
    .where('id', '=', personId)
    .executeTakeFirst();
  const { left, isKept } = await readRecoveryCodes({ db }, personId);
  return {
    isEmailConfirmed: person !== undefined && person.confirmed_email === person.email,
    hasKeptCodes: left > 0 && isKept,
  };
}

/**
 * Makes the link that sets up the first owner. Earlier ones are no longer valid.
 * @returns its token; undefined if there is an owner.
 */
export async function makeFirstRunLink(shop: Shop): Promise<string | undefined> {
  return (await hasOwner(shop.db)) ? undefined : makeLink(shop, null);
}

/**
 * Makes a link that signs a person in, once: `/owner/welcome?person#{token}`. A later one replaces it.
 * @param personId null: the link sets up the first owner.
 * @returns its token; only the hash is stored.
 */
export async function makeLink(shop: Shop, personId: string | null): Promise<string> {
  const token = secrets.base32(LINK_LENGTH);
  const kind = personId === null ? 'first-run' : 'link';
  await endTokens(shop, kind, personId);
  await addToken(shop, { kind, token, personId, seconds: LINK_HOURS * HOUR });
  return token;
}

type SetUpResult =
  | { ok: true; session: NewToken }
  | { ok: false; reason: 'link' }
  | Exclude<ReturnType<typeof readPerson>, { ok: true }>;

/** Adds the first owner and signs them in. While their address is another person's, the link stays valid. */
export async function setUpOwner(
  shop: Shop,
  typed: { token: string; name: string; email: string },
  device: string,
): Promise<SetUpResult> {
  const read = readPerson({ ...typed, role: 'owner' });
  if (!read.ok) return read;
  const owner = read.person;
  const link = readBase32(typed.token);
  try {
    const isAdded = await shop.db.transaction().execute(async (trx) => {
      // A concurrent use waits for the locked row, and then finds it used.
      const used = await spendToken({ ...shop, db: trx }, 'first-run', link);
      if (!used || (await hasOwner(trx))) return false;
      if (!(await addPerson(trx, owner, shop.clock.now()))) throw new AddressTaken();
      return true;
    });
    if (!isAdded) return { ok: false, reason: 'link' };
  } catch (error) {
    if (!(error instanceof AddressTaken)) throw error;
    const problems = { email: 'This address is another person’s here already.' };
    return { ok: false, reason: 'invalid', problems };
  }
  shop.log.info({ person: owner.id }, 'the first owner has been set up');
  return { ok: true, session: await startSession(shop, owner, device) };
}

/** Rolls back the use of the link. */
class AddressTaken extends Error {}

async function hasOwner(db: Kysely<Tables>): Promise<boolean> {
  const owner = await enabledPeople(db).select('id').where('role', '=', 'owner').executeTakeFirst();
  return owner !== undefined;
}

/** @param typed one of the codes that the person has printed; each works once. */
export async function signInByRecoveryCode(
  shop: Shop,
  typed: string,
  device: string,
): Promise<NewToken | undefined> {
  const { db, clock, log } = shop;
  const code = await db
    .updateTable('recovery_codes')
    .set({ used_at: clock.now() })
    .where('hash', '=', secrets.hash(readBase32(typed)))
    .where('used_at', 'is', null)
    .returning('person_id as id')
    .executeTakeFirst();
  const person = code && (await findPerson(db, code));
  if (person) log.warn({ person: person.id }, 'signed in by a recovery code');
  return person && startSession(shop, person, device);
}

/**
 * @returns how many are left, a name of those that were made together, empty if there were none, and whether the
 * person has said that they have kept them.
 */
export async function readRecoveryCodes({ db }: Pick<Shop, 'db'>, personId: string) {
  const codes = await codesOf(db, personId);
  return {
    left: codes.filter(({ used_at }) => used_at === null).length,
    set: setOf(codes),
    isKept: codes.some(({ kept_at }) => kept_at !== null),
  };
}

function codesOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('recovery_codes')
    .select(['hash', 'used_at', 'kept_at'])
    .where('person_id', '=', personId)
    .orderBy('hash')
    .execute();
}

function setOf([first]: { hash: string }[]): string {
  return first?.hash.slice(0, SET_LENGTH) ?? '';
}

/**
 * Replaces the person's recovery codes.
 * @param set the codes that are replaced; nothing is written if the person's codes are of another set by now.
 * @returns the new ones; only their hashes are stored.
 */
export async function makeRecoveryCodes(
  { db }: Shop,
  personId: string,
  set: string,
): Promise<string[] | undefined> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => secrets.base32(RECOVERY_CODE_LENGTH));
  const rows = codes.map((code) => ({
    hash: secrets.hash(code),
    person_id: personId,
    used_at: null,
  }));
  const isReplaced = await db.transaction().execute(async (trx) => {
    if (setOf(await codesOf(trx, personId)) !== set) return false;
    await trx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
    await trx.insertInto('recovery_codes').values(rows).execute();
    return true;
  });
  return isReplaced ? codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')) : undefined;
}

/** The person has kept their codes. @param set which they have seen; another one changes nothing. */
export async function keepRecoveryCodes(
  { db, clock }: Shop,
  personId: string,
  set: string,
): Promise<boolean> {
  const codes = await codesOf(db, personId);
  if (set === '' || setOf(codes) !== set) return false;
  await db
    .updateTable('recovery_codes')
    .set({ kept_at: clock.now() })
    // Not by the person, who may have new codes by now.
    .where(
      'hash',
      'in',
      codes.map(({ hash }) => hash),
    )
    .execute();
  return true;
}
