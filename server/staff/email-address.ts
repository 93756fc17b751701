import { type Person, StaffEmail } from '#domain/staff/person.ts';
import { lockKey } from '#server/db/transactions.ts';
import type { Shop } from '#server/shop.ts';
import { sendCode, spendCode } from './codes.ts';
import { findPerson, PEOPLE_LOCK } from './people.ts';
import type { NewToken } from './sessions.ts';
import { sendLater } from './staff-emails.ts';

/** Why an address was not changed. */
type NotChanged =
  | { ok: false; reason: 'invalid'; problem: string }
  /** Somebody has it, perhaps somebody whose access has ended. */
  | { ok: false; reason: 'taken' };

/**
 * Sends a code to the address that a person has, or wants to have: a slip would lock them out.
 * @returns the token that binds the code to this browser and to this address.
 */
export async function requestAddress(
  shop: Shop,
  person: Person,
  typed: string,
): Promise<
  { ok: true; email: string; pending: NewToken } | NotChanged | { ok: false; reason: 'too-often' }
> {
  const read = StaffEmail.safeParse(typed);
  if (!read.success) return invalid(read.error.issues);
  const email = read.data;
  if (await isTaken(shop, email, person.id)) return { ok: false, reason: 'taken' };
  const { pending, isSent } = await sendCode(shop, email, person);
  return isSent ? { ok: true, email, pending } : { ok: false, reason: 'too-often' };
}

/**
 * Confirms the address that the code was sent to, and gives it to the person if it is a new one. Sessions and passkeys
 * stay.
 * @param token of `requestAddress` or `requestCode`, from the browser's cookie.
 */
export async function confirmAddress(
  shop: Shop,
  person: Person,
  { token, email, code }: { token: string; email: string; code: string },
): Promise<{ ok: true } | { ok: false; reason: 'code' | 'taken' }> {
  const spent = await spendCode(shop, { token, typed: code, email });
  if (spent?.personId !== person.id) return { ok: false, reason: 'code' };
  const result = await writeAddress(shop, {
    id: person.id,
    from: person.email,
    to: email,
    isConfirmed: true,
  });
  // Another of their devices was faster.
  if (result === 'stale') return { ok: false, reason: 'code' };
  return result === 'changed' ? { ok: true } : { ok: false, reason: 'taken' };
}

/**
 * Gives another person an address. They confirm it by the code with which they sign in next; sessions and passkeys
 * stay.
 * @param from the address that the form shows.
 */
export async function changeAddress(
  shop: Shop,
  { id, from, typed, by }: { id: string; from: string; typed: string; by: string },
): Promise<{ ok: true; email: string } | NotChanged | { ok: false; reason: 'stale' | 'self' }> {
  // An owner who mistypes their own is locked out.
  if (id === by) return { ok: false, reason: 'self' };
  const read = StaffEmail.safeParse(typed);
  if (!read.success) return invalid(read.error.issues);
  const to = read.data;
  const result = await writeAddress(shop, { id, from, to, isConfirmed: false });
  if (result !== 'changed') return { ok: false, reason: result };
  const person = await findPerson(shop.db, { id });
  if (person && from !== to) void sendLater(shop, person, { kind: 'new-address' });
  return { ok: true, email: to };
}

function invalid([issue]: { message: string }[]): NotChanged {
  return { ok: false, reason: 'invalid', problem: issue?.message ?? '' };
}

/** Notifies the old address: somebody else may have made the change. */
async function writeAddress(
  shop: Shop,
  { id, from, to, isConfirmed }: { id: string; from: string; to: string; isConfirmed: boolean },
): Promise<'changed' | 'taken' | 'stale'> {
  const result = await shop.db.transaction().execute(async (trx) => {
    await lockKey(trx, PEOPLE_LOCK);
    if (await isTaken({ db: trx }, to, id)) return 'taken';
    const { numUpdatedRows } = await trx
      .updateTable('people')
      .set({ email: to, ...(isConfirmed && { confirmed_email: to }) })
      .where('id', '=', id)
      .where('email', '=', from)
      .where('disabled_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? 'changed' : 'stale';
  });
  if (result !== 'changed' || from === to) return result;
  shop.log.info({ person: id }, 'address changed');
  const person = await findPerson(shop.db, { id });
  if (person) void sendLater(shop, { ...person, email: from }, { kind: 'old-address' });
  return result;
}

async function isTaken({ db }: Pick<Shop, 'db'>, email: string, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', id)
    .executeTakeFirst();
  return other !== undefined;
}
