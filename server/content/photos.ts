import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod';
import { isUploadedPhoto } from '#domain/catalogue/photo.ts';
import { plusSeconds } from '#domain/clock.ts';
import { PlainLine } from '#domain/orders/text-schemas.ts';
import { wordsForms } from '#domain/words/words-forms.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { StoredCake, StoredCategory } from './catalogue.ts';
import {
  changeContent,
  findDocument,
  findDocuments,
  readVersion,
  saveDocument,
  writeDocument,
} from './documents.ts';
import { type CafePhoto, Focus, type PhotoRecord, StoredPhoto } from './photo-records.ts';
import { bumpContentVersion } from './version.ts';

type ReadShop = Pick<Shop, 'content' | 'cafePhotos'>;
type PhotoShop = ReadShop & Pick<Shop, 'db' | 'clock' | 'log'>;

/** Decoded and encoded again: a JPEG without metadata. */
export interface EncodedPhoto {
  width: number;
  height: number;
  colour: string;
  bytes: Uint8Array;
}

/** The newest uploaded photo first, those of `cafe/` last. */
export async function listPhotos({ content, cafePhotos }: ReadShop): Promise<PhotoRecord[]> {
  const { photos } = await content();
  const uploaded = [...photos.values()].filter(
    ({ isUploaded, deletedAt }) => isUploaded && !deletedAt,
  );
  return [
    ...uploaded.reverse(),
    ...cafePhotos.map((photo) => withRecord(photo, photos.get(photo.file))),
  ];
}

function withRecord(photo: CafePhoto, record: PhotoRecord | undefined): PhotoRecord {
  if (record) return { ...record, focus: record.focus ?? photo.focus };
  return { ...photo, isUploaded: false, version: 0, changed: undefined };
}

export async function findPhoto(shop: ReadShop, file: string): Promise<PhotoRecord | undefined> {
  return (await listPhotos(shop)).find((photo) => photo.file === file);
}

/** The content of an uploaded photo. */
export async function photoBytes(
  { db }: Pick<Shop, 'db'>,
  file: string,
): Promise<Uint8Array | undefined> {
  if (!isUploadedPhoto(file)) return undefined;
  const found = await db
    .selectFrom('photo_files')
    .select('bytes')
    .where('file', '=', file)
    .executeTakeFirst();
  return found?.bytes;
}

const HASH_DIGITS = 16;

/** The same photo again is no second one; if it was deleted, it is restored. @returns its file name. */
export async function addPhoto(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  { bytes, width, height, colour }: EncodedPhoto,
  by: string,
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);
  const file = `${hash}-${width}x${height}.jpg`;
  await changeContent(db, async (trx) => {
    const added: StoredPhoto = { isUploaded: true, width, height, colour, alt: '' };
    const { deletedAt: _, ...photo } = (await readStored(trx, file)) ?? added;
    await writePhoto(trx, file, photo, { at: clock.now(), by });
    await trx
      .insertInto('photo_files')
      .values({ file, bytes })
      .onConflict((there) => there.column('file').doNothing())
      .execute();
  });
  log.info({ file, person: by }, 'a photo has been added');
  return file;
}

async function readStored(db: Kysely<Tables>, file: string): Promise<StoredPhoto | undefined> {
  return StoredPhoto.safeParse((await findDocument(db, 'photo', file))?.body).data;
}

function writePhoto(
  trx: Transaction<Tables>,
  file: string,
  body: StoredPhoto,
  edit: { at: string; by: string },
) {
  return writeDocument(trx, { kind: 'photo', id: file, body }, edit);
}

const MAX_ALT_CHARACTERS = 250;

const Alt = PlainLine.transform((text) => text.trim()).pipe(
  z
    .string()
    .min(1, 'Please say what is seen in the picture, in one sentence.')
    .max(MAX_ALT_CHARACTERS, `Please say it in at most ${MAX_ALT_CHARACTERS} characters.`),
);

/** The fields that a form has sent; what is undefined stays as it is. */
export interface PhotoChange {
  alt?: string;
  focus?: Focus | undefined;
  /** The version that the change was made from; undefined if it overwrites nobody's words. */
  version?: number;
}

export type ChangePhotoResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'invalid'; problem: string }
  /** Another person has changed it meanwhile. */
  | { ok: false; reason: 'changed'; photo: PhotoRecord };

export async function changePhoto(
  shop: PhotoShop,
  file: string,
  { alt: typed, focus: chosen, version }: PhotoChange,
  by: string,
): Promise<ChangePhotoResult> {
  const photo = await findPhoto(shop, file);
  if (!photo) return { ok: false, reason: 'unknown' };
  const { data: alt = photo.alt, error } = Alt.optional().safeParse(typed);
  if (error) return { ok: false, reason: 'invalid', problem: error.issues[0]?.message ?? '' };
  const focus = Focus.safeParse(chosen).data ?? photo.focus;
  // Sent twice.
  if (alt === photo.alt && isSameFocus(focus, photo.focus)) return { ok: true };
  const ofCafe = shop.cafePhotos.find((each) => each.file === file);
  // A later version of the code may choose another one.
  const isCafes = ofCafe !== undefined && isSameFocus(focus, ofCafe.focus);
  const body = StoredPhoto.parse({ ...photo, alt, focus: isCafes ? undefined : focus });
  // The form says nothing of the focus: that may have changed since.
  const hasSeenWords =
    version === undefined ||
    ((await readVersion(shop.db, PHOTOS, file, version))?.alt ?? ofCafe?.alt) === photo.alt;
  const edit = { version: hasSeenWords ? photo.version : version, by };
  const saved = await saveDocument(shop, 'photo', file, body, edit);
  if (saved.ok) return { ok: true };
  const now = await findPhoto(shop, file);
  return now ? { ok: false, reason: 'changed', photo: now } : { ok: false, reason: 'unknown' };
}

const PHOTOS = { kind: 'photo', schema: StoredPhoto } as const;

const MIDDLE: Focus = { x: 50, y: 50 };

function isSameFocus(one = MIDDLE, other = MIDDLE): boolean {
  return one.x === other.x && one.y === other.y;
}

export type DeletePhotoResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  /** Titles of cakes, categories and pieces of words. */
  | { ok: false; reason: 'used'; by: string[] };

export async function deletePhoto(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  file: string,
  by: string,
): Promise<DeletePhotoResult> {
  const result = await changeContent(db, async (trx): Promise<DeletePhotoResult> => {
    const photo = await readStored(trx, file);
    if (!photo?.isUploaded) return { ok: false, reason: 'unknown' };
    const uses = await photoUses(trx, file);
    if (uses.length > 0) return { ok: false, reason: 'used', by: uses };
    const at = clock.now();
    await writePhoto(trx, file, { ...photo, deletedAt: at }, { at, by });
    return { ok: true };
  });
  if (result.ok) log.info({ file, person: by }, 'a photo has been deleted');
  return result;
}

export function restorePhoto(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  file: string,
  by: string,
): Promise<void> {
  return changeContent(db, async (trx) => {
    const photo = await readStored(trx, file);
    if (!photo) return;
    const { deletedAt: _, ...body } = photo;
    await writePhoto(trx, file, body, { at: clock.now(), by });
  });
}

const DAY_SECONDS = 86_400;

/** Removes what was deleted a day ago. */
export async function removeDeletedPhotos({
  db,
  content,
  clock,
  log,
}: Pick<Shop, 'db' | 'content' | 'clock' | 'log'>): Promise<void> {
  const dayAgo = plusSeconds(clock.now(), -DAY_SECONDS);
  for (const { file, deletedAt } of (await content()).photos.values()) {
    if (deletedAt === undefined || deletedAt >= dayAgo) continue;
    const isRemoved = await changeContent(db, async (trx) => {
      const photo = await readStored(trx, file);
      // Restored meanwhile, or an older cake that has it was restored.
      if (!photo?.deletedAt || (await photoUses(trx, file)).length > 0) return false;
      await trx.deleteFrom('photo_files').where('file', '=', file).execute();
      for (const table of ['documents', 'document_versions'] as const) {
        await trx.deleteFrom(table).where('kind', '=', 'photo').where('id', '=', file).execute();
      }
      await bumpContentVersion(trx, ['/photos']);
      return true;
    });
    if (isRemoved) log.info({ file }, 'a deleted photo has been removed');
  }
}

/**
 * What is seen in these photos, by file name.
 * @param title describes uploaded photos without a text.
 */
export async function photoAlts(
  { content, cafePhotos }: ReadShop,
  files: string[],
  title = '',
): Promise<Record<string, string>> {
  const { photos } = await content();
  const altOf = (file: string) =>
    photos.get(file)?.alt || cafePhotos.find((photo) => photo.file === file)?.alt || title;
  return Object.fromEntries(files.map((file) => [file, altOf(file)]));
}

/** The titles of the cakes, hidden ones included, categories and pieces of words that show it. */
export async function photoUses(db: Kysely<Tables>, file: string): Promise<string[]> {
  const cakes = await findDocuments(db, 'cake');
  const categories = await findDocuments(db, 'category');
  const uses = [
    ...cakes.flatMap(({ body }) => StoredCake.safeParse(body).data ?? []),
    ...categories
      .flatMap(({ body }) => StoredCategory.safeParse(body).data ?? [])
      .map((category) => ({ ...category, imgs: [] })),
  ];
  const texts = await findDocuments(db, 'text');
  return [
    ...uses.filter(({ img, imgs }) => [img, ...imgs].includes(file)).map(({ title }) => title),
    ...(['homePicture', 'gallery', 'contact'] as const)
      .filter((key) => {
        const body = texts.find(({ id }) => id === key)?.body;
        return Array.isArray(body) ? body.includes(file) : Object(body).map === file;
      })
      .map((key) => wordsForms[key].title),
  ];
}
