import type { Kysely, Transaction } from 'kysely';
import { parseJson } from '#domain/guard.ts';
import { Words } from '#domain/words/words.ts';
import type { EditedWords, NewWordsEdit } from '#server/content/words-ports.ts';
import type { Changes } from '#server/ports.ts';
import { noteChange } from './changes.ts';
import type { Tables } from './tables.ts';
import { createVersionedRead } from './versioned-cache.ts';

/** @param version the version that the cached words are compared with. */
export function createEditedWords(db: Kysely<Tables>, version: Changes['version']): EditedWords {
  return {
    current: createVersionedRead(version, () => readCurrent(db)),

    async edits() {
      const rows = await db
        .selectFrom('words')
        .select(['key', 'version', 'at', 'person_id'])
        .orderBy('key')
        .execute();
      return rows.map(({ person_id, ...edit }) => ({ ...edit, personId: person_id }));
    },

    write: (edit) =>
      db.transaction().execute(async (trx) => {
        if (!(await writeRow(trx, edit))) return false;
        const noted = await noteChange(trx, ['/words']);
        await trx
          .updateTable('words')
          .set({ version: noted })
          .where('key', '=', edit.key)
          .execute();
        return true;
      }),
  };
}

async function readCurrent(db: Kysely<Tables>): Promise<Partial<Words>> {
  const rows = await db.selectFrom('words').select(['key', 'value']).execute();
  const pieces = rows.flatMap(({ key, value: json }) => {
    const value = parseJson(json);
    // A damaged piece does not hide the others.
    const piece = Words.partial().safeParse({ [key]: value });
    return piece.success && value !== undefined ? [piece.data] : [];
  });
  return Object.assign({}, ...pieces);
}

/** @returns false if the piece has another version than the one that was shown. */
async function writeRow(trx: Transaction<Tables>, edit: NewWordsEdit): Promise<boolean> {
  const { key, value, shownVersion, at, personId } = edit;
  if (value === undefined) {
    const row = await trx
      .deleteFrom('words')
      .where('key', '=', key)
      .where('version', '=', shownVersion)
      .returning('key')
      .executeTakeFirst();
    return row !== undefined;
  }
  const columns = { value: JSON.stringify(value), at, person_id: personId };
  const row =
    shownVersion === 0
      ? await trx
          .insertInto('words')
          .values({ key, version: 0, ...columns })
          .onConflict((there) => there.column('key').doNothing())
          .returning('key')
          .executeTakeFirst()
      : await trx
          .updateTable('words')
          .set(columns)
          .where('key', '=', key)
          .where('version', '=', shownVersion)
          .returning('key')
          .executeTakeFirst();
  return row !== undefined;
}
