import type { Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import type { PasskeyCredential } from '#server/staff/passkeys.ts';
import type { Staff } from '#server/staff/staff-ports.ts';
import { findPerson } from './people.ts';
import type { Tables } from './tables.ts';

type Passkeys = Pick<
  Staff,
  | 'passkeysOf'
  | 'credentialsOf'
  | 'passkey'
  | 'addPasskey'
  | 'recordPasskeyUse'
  | 'removePasskey'
  | 'saveChallenge'
  | 'consumeChallenge'
>;

/** The part of `staff` about passkeys. */
export function createPasskeys(db: Kysely<Tables>): Passkeys {
  return {
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
      const person = row && (await findPerson(db, row.person_id));
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
  };
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
