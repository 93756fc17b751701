import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads a secret that all servers of the shop share. The first server creates it. */
export async function readSecret(db: Kysely<Tables>, name: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((existing) => existing.doNothing())
    .execute();
  // As a second statement it reads what another server has inserted at the same time.
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
