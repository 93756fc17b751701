import { plusSeconds } from '#domain/clock.ts';
import type { Person } from '#domain/staff/person.ts';
import type { Shop } from '#server/shop.ts';
import { findPerson } from './people.ts';
import { readBase32, secrets } from './secrets.ts';
import type { NewToken } from './sessions.ts';
import { CODE_MINUTES, sendLater } from './staff-emails.ts';
import { addToken, spendToken } from './tokens.ts';

const CODE_LENGTH = 8;
const CODE_TRIES = 5;
/** More are not sent for one person within an hour: they could fill an inbox. */
const CODES_AN_HOUR = 5;
const HOUR = 60 * 60;

/**
 * Makes a code of eight characters, and sends it.
 * @param email the address that it is sent to, for which alone it is valid.
 * @param person undefined for an address that nobody has.
 * @returns the token that binds it to the browser, and whether the person has had few enough to get it.
 */
export async function sendCode(
  shop: Shop,
  email: string,
  person: Person | undefined,
): Promise<{ pending: NewToken; isSent: boolean }> {
  const { db, clock } = shop;
  const personId = person?.id ?? null;
  const { count } = await db
    .selectFrom('sign_in_tokens')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('person_id', '=', personId ?? '')
    .where('kind', '=', 'code')
    .where('made_at', '>', plusSeconds(clock.now(), -HOUR))
    .executeTakeFirstOrThrow();
  const [token, code] = [secrets.token(), secrets.base32(CODE_LENGTH)];
  const seconds = CODE_MINUTES * 60;
  const codeHash = hashOf(token, code, email);
  await addToken(shop, { kind: 'code', token, personId, seconds, codeHash });
  const isSent = person !== undefined && Number(count) < CODES_AN_HOUR;
  if (isSent) void sendLater(shop, { ...person, email }, { kind: 'code', code });
  return { pending: { token, seconds }, isSent };
}

/**
 * Reads a code as people type it, and uses it.
 * @param token of `sendCode`, from the browser's cookie.
 * @param email the address that it was sent to; default: the present one of the person.
 * @returns whose it is, and its address; undefined if it is wrong, used or old, or after five tries.
 */
export async function spendCode(
  shop: Shop,
  { token, typed, email }: { token: string; typed: string; email?: string },
): Promise<{ personId: string | null; email: string } | undefined> {
  const pending = await shop.db
    .updateTable('sign_in_tokens')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', secrets.hash(token))
    .where('kind', '=', 'code')
    .where('tries', '<', CODE_TRIES)
    .where('expires_at', '>', shop.clock.now())
    .returning(['code_hash as codeHash', 'person_id as personId'])
    .executeTakeFirst();
  if (!pending) return undefined;
  // Also for nobody's code: the time of the answer must not tell whether an address is known.
  const person = await findPerson(shop.db, { id: pending.personId ?? '' });
  const address = email ?? person?.email ?? '';
  if (pending.codeHash !== hashOf(token, readBase32(typed), address)) return undefined;
  const spent = await spendToken(shop, 'code', token);
  return spent && { ...spent, email: address };
}

function hashOf(token: string, code: string, email: string): string {
  return secrets.hash(`${token} ${code} ${email}`);
}
