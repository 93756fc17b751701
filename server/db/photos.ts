import type { Kysely, Selectable, Transaction } from 'kysely';
import * as z from 'zod';
import type { PhotoRecord, Photos } from '#domain/photos/photo-ports.ts';
import type { Changes } from '#domain/ports.ts';
import { noteChange } from './changes.ts';
import type { Tables } from './tables.ts';
import { createVersionedRead } from './versioned-cache.ts';

/** @param version the version that the cached records are compared with. */
export function createPhotos(db: Kysely<Tables>, version: Changes['version']): Photos {
  return {
    current: createVersionedRead(version, () => readAll(db)),

    add: ({ file, width, height, alt, colour, at, personId }) =>
      db.transaction().execute(async (trx) => {
        const changed = { deleted_at: null, changed_at: at, person_id: personId };
        await trx
          .insertInto('photos')
          .values({ file, width, height, alt, colour, ...NEW_UPLOAD, added_at: at, ...changed })
          .onConflict((known) => known.column('file').doUpdateSet(changed))
          .execute();
        await noteChange(trx, [`/photos/${file}`]);
      }),

    change: ({ file, alt, focus, version: from, at, personId }, photo) =>
      db.transaction().execute(async (trx) => {
        const words = {
          alt,
          focus_x: focus?.x ?? null,
          focus_y: focus?.y ?? null,
          version: from + 1,
          changed_at: at,
          person_id: personId,
        };
        const changed =
          photo && from === 0
            ? await trx
                .insertInto('photos')
                .values({ ...ofCafe(photo), added_at: at, ...words })
                .onConflict((known) => known.column('file').doNothing())
                .returning('file')
                .executeTakeFirst()
            : await trx
                .updateTable('photos')
                .set(words)
                .where('file', '=', file)
                .where('version', '=', from)
                .where('deleted_at', 'is', null)
                .returning('file')
                .executeTakeFirst();
        if (!changed) return false;
        await noteChange(trx, [`/photos/${file}`, ...(await pathsOfCakes(trx, file))]);
        return true;
      }),

    delete: (file, at, personId) =>
      db.transaction().execute(async (trx) => {
        await lockPhotos(trx, [file]);
        if ((await findUses(trx, file)).length > 0) return false;
        await setDeleted(trx, file, { deleted_at: at, changed_at: at, person_id: personId });
        return true;
      }),

    restore: (file, at, personId) =>
      db
        .transaction()
        .execute((trx) =>
          setDeleted(trx, file, { deleted_at: null, changed_at: at, person_id: personId }),
        ),

    usedBy: (file) => findUses(db, file),

    forget: (file) =>
      db.transaction().execute(async (trx) => {
        if ((await findUses(trx, file)).length > 0) return false;
        const gone = await trx
          .deleteFrom('photos')
          .where('file', '=', file)
          .where('deleted_at', 'is not', null)
          .returning('file')
          .executeTakeFirst();
        if (gone) await noteChange(trx, [`/photos/${file}`]);
        return gone !== undefined;
      }),
  };
}

const NEW_UPLOAD = { uploaded: 1, version: 1, focus_x: null, focus_y: null };

function ofCafe({ file, width, height }: { file: string; width: number; height: number }) {
  return { file, width, height, uploaded: 0, colour: null, deleted_at: null };
}

const Row = z
  .object({
    file: z.string(),
    uploaded: z.union([z.literal(0), z.literal(1)]),
    width: z.int().positive(),
    height: z.int().positive(),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable(),
    alt: z.string(),
    focus_x: z.int().min(0).max(100).nullable(),
    focus_y: z.int().min(0).max(100).nullable(),
    version: z.int(),
    added_at: z.string(),
    changed_at: z.string(),
    person_id: z.string(),
    deleted_at: z.string().nullable(),
  })
  .transform(
    (row): PhotoRecord => ({
      file: row.file,
      width: row.width,
      height: row.height,
      alt: row.alt,
      colour: row.colour ?? undefined,
      focus:
        row.focus_x === null || row.focus_y === null
          ? undefined
          : { x: row.focus_x, y: row.focus_y },
      isUploaded: row.uploaded === 1,
      version: row.version,
      addedAt: row.uploaded === 1 ? row.added_at : undefined,
      changed: { at: row.changed_at, personId: row.person_id },
      deletedAt: row.deleted_at ?? undefined,
    }),
  );

/** The oldest first. Leaves out rows that cannot be read, so that one does not hide the others. */
async function readAll(db: Kysely<Tables>): Promise<ReadonlyMap<string, PhotoRecord>> {
  const rows: Selectable<Tables['photos']>[] = await db
    .selectFrom('photos')
    .selectAll()
    .orderBy('added_at')
    .orderBy('file')
    .execute();
  return new Map(
    rows.flatMap((row): [string, PhotoRecord][] => {
      const { data } = Row.safeParse(row);
      return data ? [[data.file, data]] : [];
    }),
  );
}

/** Until the transaction ends, nobody deletes these photos or saves a cake with them. @returns their rows. */
export function lockPhotos(trx: Transaction<Tables>, files: string[]) {
  // An update locks rows on both databases.
  return trx
    .updateTable('photos')
    .set(({ ref }) => ({ alt: ref('alt') }))
    .where('file', 'in', files)
    .returning('deleted_at')
    .execute();
}

async function setDeleted(
  trx: Transaction<Tables>,
  file: string,
  changes: { deleted_at: string | null; changed_at: string; person_id: string },
): Promise<void> {
  await trx
    .updateTable('photos')
    .set(changes)
    .where('file', '=', file)
    .where('uploaded', '=', 1)
    .execute();
  await noteChange(trx, [`/photos/${file}`]);
}

function cakesWith(db: Kysely<Tables>, file: string) {
  return db
    .selectFrom('cakes')
    .where(({ or, eb }) =>
      // The column is a JSON list, and no name is a part of another in quotes.
      or([eb('img', '=', file), eb('imgs', 'like', `%"${file}"%`)]),
    )
    .orderBy('position');
}

async function findUses(db: Kysely<Tables>, file: string): Promise<string[]> {
  const cakes = await cakesWith(db, file).select('title').execute();
  const categories = await db
    .selectFrom('categories')
    .select('title')
    .where('img', '=', file)
    .orderBy('id')
    .execute();
  return [...cakes, ...categories].map(({ title }) => title);
}

async function pathsOfCakes(db: Kysely<Tables>, file: string): Promise<string[]> {
  const cakes = await cakesWith(db, file).select('id').execute();
  return cakes.map(({ id }) => `/cakes/${id}`);
}
