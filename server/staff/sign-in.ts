import type { Kysely } from 'kysely';
import { plusSeconds } from '#domain/clock.ts';
import { type Person, StaffEmail } from '#domain/staff/person.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { addPerson, enabledPeople, findPerson, readPerson } from './people.ts';
import { secrets } from './secrets.ts';
import { type NewToken, startSession } from './sessions.ts';
import { CODE_MINUTES, sendLater } from './staff-emails.ts';
import { addToken, endTokens, spendToken } from './tokens.ts';

const CODE_LENGTH = 8;
const CODE_TRIES = 5;
/** More are not sent to one address within an hour: strangers could fill its inbox. */
const CODES_AN_HOUR = 5;

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
  const { db, clock } = shop;
  const email = StaffEmail.safeParse(typed).data;
  if (email === undefined) return undefined;
  const person = await findPerson(db, { email });
  const { count } = await db
    .selectFrom('sign_in_tokens')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('person_id', '=', person?.id ?? '')
    .where('kind', '=', 'code')
    .where('made_at', '>', plusSeconds(clock.now(), -HOUR))
    .executeTakeFirstOrThrow();
  const [token, code] = [secrets.token(), secrets.base32(CODE_LENGTH)];
  const seconds = CODE_MINUTES * 60;
  const codeHash = secrets.hash(`${token} ${code}`);
  await addToken(shop, { kind: 'code', token, personId: person?.id ?? null, seconds, codeHash });
  if (person && Number(count) < CODES_AN_HOUR) void sendLater(shop, person, { kind: 'code', code });
  return { token, seconds };
}

/** @param token of `requestCode`, from the browser's cookie. */
export async function signInByCode(
  shop: Shop,
  token: string,
  typed: string,
  device: string,
): Promise<NewToken | undefined> {
  const person = await spendCode(shop, token, typed);
  return person && startSession(shop, person, device);
}

/**
 * Confirms the address of a person who is signed in already.
 * @param token of `requestCode`, from the browser's cookie.
 * @returns false if the code is not valid here, or another person's.
 */
export async function confirmEmail(
  shop: Shop,
  token: string,
  typed: string,
  personId: string,
): Promise<boolean> {
  return (await spendCode(shop, token, typed))?.id === personId;
}

/** Uses a code, which confirms the address that it was sent to. @returns whose it is. */
async function spendCode(shop: Shop, token: string, typed: string): Promise<Person | undefined> {
  const pending = await shop.db
    .updateTable('sign_in_tokens')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', secrets.hash(token))
    .where('kind', '=', 'code')
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', shop.clock.now())
    .returning('code_hash as codeHash')
    .executeTakeFirst();
  if (pending?.codeHash !== secrets.hash(`${token} ${readBase32(typed)}`)) return undefined;
  const person = await spendOf(shop, 'code', token);
  if (!person) return undefined;
  await shop.db
    .updateTable('people')
    .set({ confirmed_email: person.email })
    .where('id', '=', person.id)
    .execute();
  return person;
}

/** @param token of a link for a person. */
export async function signInByLink(
  shop: Shop,
  token: string,
  device: string,
): Promise<NewToken | undefined> {
  const person = await spendOf(shop, 'link', readBase32(token));
  return person && startSession(shop, person, device);
}

async function spendOf(shop: Shop, kind: 'code' | 'link', token: string) {
  const used = await spendToken(shop, kind, token);
  return used?.personId ? findPerson(shop.db, { id: used.personId }) : undefined;
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
  const codes = await db
    .selectFrom('recovery_codes')
    .select(['hash', 'used_at', 'kept_at'])
    .where('person_id', '=', personId)
    .orderBy('hash')
    .execute();
  return {
    left: codes.filter(({ used_at }) => used_at === null).length,
    set: codes[0]?.hash.slice(0, SET_LENGTH) ?? '',
    isKept: codes.some(({ kept_at }) => kept_at !== null),
  };
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
    if ((await readRecoveryCodes({ db: trx }, personId)).set !== set) return false;
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
  const codes = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('person_id', '=', personId)
    .orderBy('hash')
    .execute();
  const hashes = codes.map(({ hash }) => hash);
  if (set === '' || hashes[0]?.slice(0, SET_LENGTH) !== set) return false;
  await db
    .updateTable('recovery_codes')
    .set({ kept_at: clock.now() })
    .where('hash', 'in', hashes)
    .execute();
  return true;
}

/** Reads a code as people type it: in lower case, with hyphens, with O for 0. */
function readBase32(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}
