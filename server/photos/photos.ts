import { createHash } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import * as z from 'zod';
import { Category } from '#domain/catalogue/catalogue.ts';
import { isUploadedPhoto } from '#domain/catalogue/photo-file.ts';
import { type Clock, plusSeconds } from '#domain/clock.ts';
import { PlainLine } from '#domain/orders/text-schemas.ts';
import { StoredCake } from '#server/content/catalogue.ts';
import { changeContent, findDocuments } from '#server/content/documents.ts';
import type {
  CafePhoto,
  ChangePhotoResult,
  DeletePhotoResult,
  EncodedPhoto,
  Focus,
  PhotoChange,
  PhotoRecord,
  Photos,
  ShopPhoto,
} from '#server/content/photo-ports.ts';
import { bumpContentVersion } from '#server/db/changes.ts';
import type { Tables } from '#server/db/tables.ts';
import { createVersionedRead } from '#server/db/versioned-cache.ts';
import type { Changes, Log } from '#server/ports.ts';

interface PhotoShop {
  db: Kysely<Tables>;
  /** The oldest first; cached until the catalogue's version changes. */
  records: Photos['photoRecords'];
  /** The photos of `cafe/`, which are part of the code. */
  cafePhotos: CafePhoto[];
  clock: Clock;
  log: Log;
}

/** The operations of photos. `bind` leaves the arguments, with their types. */
export function createPhotos({
  changes,
  ...settings
}: Omit<PhotoShop, 'records'> & { changes: Changes }): Photos {
  const records = createVersionedRead(changes.version, () => readRecords(settings.db));
  const shop = { ...settings, records };
  return {
    shopPhotos: listPhotos.bind(null, shop),
    shopPhoto: findPhoto.bind(null, shop),
    photoRecords: records,
    photoBytes: readBytes.bind(null, shop),
    addPhoto: addPhoto.bind(null, shop),
    changePhoto: changePhoto.bind(null, shop),
    deletePhoto: deletePhoto.bind(null, shop),
    restorePhoto: restorePhoto.bind(null, shop),
    photosUsedBy: (file) => findUses(shop.db, file),
    photoAlts: photoAlts.bind(null, shop),
    removeDeletedPhotos: removeDeletedPhotos.bind(null, shop),
  };
}

async function listPhotos({ records, cafePhotos }: PhotoShop): Promise<ShopPhoto[]> {
  const known = await records();
  const uploaded = [...known.values()].filter(
    ({ isUploaded, deletedAt }) => isUploaded && !deletedAt,
  );
  return [
    ...uploaded.reverse(),
    ...cafePhotos.map((photo) => withRecord(photo, known.get(photo.file))),
  ];
}

function withRecord(photo: CafePhoto, record: PhotoRecord | undefined): ShopPhoto {
  if (record) return { ...record, focus: record.focus ?? photo.focus };
  return { ...photo, colour: undefined, isUploaded: false, version: 0, changed: undefined };
}

async function findPhoto(shop: PhotoShop, file: string): Promise<ShopPhoto | undefined> {
  return (await listPhotos(shop)).find((photo) => photo.file === file);
}

async function readBytes({ db }: PhotoShop, file: string): Promise<Uint8Array | undefined> {
  if (!isUploadedPhoto(file)) return undefined;
  const found = await db
    .selectFrom('photo_files')
    .select('bytes')
    .where('file', '=', file)
    .executeTakeFirst();
  return found?.bytes;
}

const HASH_DIGITS = 16;

/** The same photo again is no second one; if it was deleted, it is restored. */
async function addPhoto(
  { db, clock, log }: PhotoShop,
  { bytes, width, height, colour }: EncodedPhoto,
  personId: string,
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);
  const file = `${hash}-${width}x${height}.jpg`;
  const at = clock.now();
  const changed = { deleted_at: null, changed_at: at, person_id: personId };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('photos')
      .values({ ...NEW_UPLOAD, file, width, height, colour, added_at: at, ...changed })
      .onConflict((known) => known.column('file').doUpdateSet(changed))
      .execute();
    await trx
      .insertInto('photo_files')
      .values({ file, bytes })
      .onConflict((known) => known.column('file').doNothing())
      .execute();
    await bumpContentVersion(trx, ['/photos']);
  });
  log.info({ file, person: personId }, 'a photo has been added');
  return file;
}

const NEW_UPLOAD = { uploaded: 1, version: 1, alt: '', focus_x: null, focus_y: null };

const MAX_ALT_CHARACTERS = 250;

const Alt = PlainLine.transform((text) => text.trim()).pipe(
  z
    .string()
    .min(1, 'Please say what is seen in the picture, in one sentence.')
    .max(MAX_ALT_CHARACTERS, `Please say it in at most ${MAX_ALT_CHARACTERS} characters.`),
);
const Percent = z.number().int().min(0).max(100);
const FocusPoint = z.object({ x: Percent, y: Percent });

async function changePhoto(
  shop: PhotoShop,
  file: string,
  { alt: typed, focus: chosen, version }: PhotoChange,
  personId: string,
): Promise<ChangePhotoResult> {
  const photo = await findPhoto(shop, file);
  if (!photo) return { ok: false, reason: 'unknown' };
  const { data: alt = photo.alt, error } = Alt.optional().safeParse(typed);
  if (error) return { ok: false, reason: 'invalid', problem: error.issues[0]?.message ?? '' };
  const focus = FocusPoint.safeParse(chosen).data ?? photo.focus;
  const isSame = alt === photo.alt && isSameFocus(focus, photo.focus);
  // Sent twice.
  if (isSame) return { ok: true };
  if (version !== undefined && version !== photo.version) {
    return { ok: false, reason: 'changed', photo };
  }
  if (await writeChange(shop, { ...photo, alt, focus }, personId)) return { ok: true };
  const now = await findPhoto(shop, file);
  return now ? { ok: false, reason: 'changed', photo: now } : { ok: false, reason: 'unknown' };
}

const MIDDLE: Focus = { x: 50, y: 50 };

function isSameFocus(one = MIDDLE, other = MIDDLE): boolean {
  return one.x === other.x && one.y === other.y;
}

/** @returns false, and writes nothing, if the photo has another version by now. */
async function writeChange(
  { db, clock, cafePhotos }: PhotoShop,
  { file, width, height, alt, focus, version, isUploaded }: ShopPhoto,
  personId: string,
): Promise<boolean> {
  const ofCafe = cafePhotos.find((photo) => photo.file === file);
  // A later version of the code may choose another one.
  const isCafes = ofCafe !== undefined && isSameFocus(focus, ofCafe.focus);
  const at = clock.now();
  const changes = {
    alt,
    focus_x: (isCafes ? undefined : focus?.x) ?? null,
    focus_y: (isCafes ? undefined : focus?.y) ?? null,
    version: version + 1,
    changed_at: at,
    person_id: personId,
  };
  const unchanged = { file, width, height, uploaded: 0, colour: null, deleted_at: null };
  return db.transaction().execute(async (trx) => {
    const isFirst = !isUploaded && version === 0;
    const written = isFirst
      ? await trx
          .insertInto('photos')
          .values({ ...unchanged, added_at: at, ...changes })
          .onConflict((known) => known.column('file').doNothing())
          .returning('file')
          .executeTakeFirst()
      : await trx
          .updateTable('photos')
          .set(changes)
          .where('file', '=', file)
          .where('version', '=', version)
          .where('deleted_at', 'is', null)
          .returning('file')
          .executeTakeFirst();
    if (!written) return false;
    await bumpContentVersion(trx, ['/photos', '/cakes']);
    return true;
  });
}

async function deletePhoto(
  { db, clock, log }: PhotoShop,
  file: string,
  personId: string,
): Promise<DeletePhotoResult> {
  if (!isUploadedPhoto(file)) return { ok: false, reason: 'unknown' };
  const result = await changeContent(db, async (trx): Promise<DeletePhotoResult> => {
    if (!(await findRow(trx, file))) return { ok: false, reason: 'unknown' };
    const by = await findUses(trx, file);
    if (by.length > 0) return { ok: false, reason: 'used', by };
    const at = clock.now();
    await setDeleted(trx, file, { deleted_at: at, changed_at: at, person_id: personId });
    return { ok: true };
  });
  if (result.ok) log.info({ file, person: personId }, 'a photo has been deleted');
  return result;
}

function restorePhoto({ db, clock }: PhotoShop, file: string, personId: string): Promise<void> {
  const changes = { deleted_at: null, changed_at: clock.now(), person_id: personId };
  return db.transaction().execute((trx) => setDeleted(trx, file, changes));
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
  await bumpContentVersion(trx, ['/photos']);
}

const DAY_SECONDS = 86_400;

async function removeDeletedPhotos({ db, records, clock, log }: PhotoShop): Promise<void> {
  const dayAgo = plusSeconds(clock.now(), -DAY_SECONDS);
  for (const { file, deletedAt } of (await records()).values()) {
    if (deletedAt === undefined || deletedAt >= dayAgo) continue;
    const isRemoved = await changeContent(db, async (trx) => {
      const row = await findRow(trx, file);
      // Restored meanwhile, or an older cake that has it was put back.
      if (!row?.deleted_at || (await findUses(trx, file)).length > 0) return false;
      await trx.deleteFrom('photo_files').where('file', '=', file).execute();
      await trx.deleteFrom('photos').where('file', '=', file).execute();
      await bumpContentVersion(trx, ['/photos']);
      return true;
    });
    if (isRemoved) log.info({ file }, 'a deleted photo has been removed');
  }
}

async function photoAlts(
  { records, cafePhotos }: PhotoShop,
  files: string[],
  title = '',
): Promise<Record<string, string>> {
  const known = await records();
  const altOf = (file: string) =>
    known.get(file)?.alt || cafePhotos.find((photo) => photo.file === file)?.alt || title;
  return Object.fromEntries(files.map((file) => [file, altOf(file)]));
}

function findRow(trx: Kysely<Tables>, file: string) {
  return trx.selectFrom('photos').selectAll().where('file', '=', file).executeTakeFirst();
}

async function findUses(db: Kysely<Tables>, file: string): Promise<string[]> {
  const cakes = await findDocuments(db, 'cake');
  const categories = await findDocuments(db, 'category');
  const uses = [
    ...cakes.flatMap(({ body }) => StoredCake.safeParse(body).data ?? []),
    ...categories.flatMap(({ body }) => Category.safeParse(body).data ?? []).map(withoutImgs),
  ];
  return uses.filter(({ img, imgs }) => [img, ...imgs].includes(file)).map(({ title }) => title);
}

function withoutImgs({ title, img }: Category) {
  return { title, img, imgs: [] };
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
      changed: { at: row.changed_at, personId: row.person_id },
      deletedAt: row.deleted_at ?? undefined,
    }),
  );

/** Leaves out rows that cannot be read, so that one does not hide the others. */
async function readRecords(db: Kysely<Tables>): Promise<ReadonlyMap<string, PhotoRecord>> {
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
