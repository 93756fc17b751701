import * as z from 'zod';
import { plusSeconds } from '#domain/clock.ts';
import { PlainLine } from '#domain/orders/text-schemas.ts';
import type { Ports } from '#domain/ports.ts';
import type { CafePhoto, Focus, PhotoRecord, PhotoRejection, ShopPhoto } from './photo-ports.ts';

type PhotoPorts = Pick<
  Ports,
  'photos' | 'photoStore' | 'photoEncoder' | 'photosNeedBucket' | 'cafePhotos' | 'clock' | 'log'
>;

/** The shop's use cases of photos: for the owner, and for serving them. `bind`: see domain/shop.ts. */
export function photoUseCases(ports: PhotoPorts) {
  const { photos, photoStore } = ports;
  return {
    /** The newest uploaded photo first, those of `cafe/` last. */
    shopPhotos: () => listPhotos(ports),
    shopPhoto: async (file: string) => (await listPhotos(ports)).find((one) => one.file === file),
    /** Whether `restorePhoto` can bring it back. */
    isPhotoDeleted: async (file: string) =>
      (await photos.current()).get(file)?.deletedAt !== undefined,
    /** @param path of the received file. */
    addPhoto: addPhoto.bind(null, ports),
    describePhoto: describePhoto.bind(null, ports),
    setPhotoFocus: (file: string, focus: Focus, personId: string) =>
      setFocus(ports, file, focus, personId),
    deletePhoto: deletePhoto.bind(null, ports),
    restorePhoto: (file: string, personId: string) =>
      photos.restore(file, ports.clock.now(), personId),
    photosUsedBy: (file: string) => photos.usedBy(file),
    /** For pages: what is said of the uploaded ones among these files. */
    photoAlts: photoAlts.bind(null, ports),
    /** Uploaded photos that can be served, and what the owner has changed of those of `cafe/`. */
    photoRecords: () => photos.current(),
    photoFile: (file: string) => photoStore.get(file),
    photosNeedBucket: () => ports.photosNeedBucket,
    cleanPhotos: cleanPhotos.bind(null, ports),
  };
}

async function listPhotos({ photos, cafePhotos }: PhotoPorts): Promise<ShopPhoto[]> {
  const records = await photos.current();
  const uploaded = [...records.values()].filter(
    ({ isUploaded, deletedAt }) => isUploaded && !deletedAt,
  );
  return [
    ...uploaded.reverse(),
    // An exported photo is in both.
    ...cafePhotos
      .map((photo) => asShopPhoto(photo, records.get(photo.file)))
      .filter(({ isUploaded }) => !isUploaded),
  ];
}

function asShopPhoto(photo: CafePhoto, record: PhotoRecord | undefined): ShopPhoto {
  if (record) return { ...record, focus: record.focus ?? photo.focus };
  return {
    ...photo,
    colour: undefined,
    isUploaded: false,
    version: 0,
    addedAt: undefined,
    changed: undefined,
  };
}

type AddPhotoResult = { ok: true; file: string } | { ok: false; reason: PhotoRejection };

/** Stores the file before its record: a record without a file would be shown, a file alone is removed. */
async function addPhoto(
  { photos, photoStore, photoEncoder, clock, log }: PhotoPorts,
  path: string,
  personId: string,
): Promise<AddPhotoResult> {
  const encoded = await photoEncoder.encode(path);
  if (!encoded.ok) {
    log.info({ reason: encoded.reason, person: personId }, 'a photo was rejected');
    return encoded;
  }
  const { hash, content, width, height, colour } = encoded.photo;
  const file = `${hash}-${width}x${height}.jpg`;
  try {
    await photoStore.put(file, content);
  } catch (error) {
    log.error({ err: error, file }, 'a photo could not be stored');
    return { ok: false, reason: 'not-stored' };
  }
  await photos.add({ file, width, height, alt: '', colour, at: clock.now(), personId });
  log.info({ file, person: personId }, 'a photo has been added');
  return { ok: true, file };
}

const MAX_ALT_CHARACTERS = 250;

const Alt = PlainLine.transform((text) => text.trim()).pipe(
  z
    .string()
    .min(1, 'Please say what is seen in the picture, in one sentence.')
    .max(MAX_ALT_CHARACTERS, `Please say it in at most ${MAX_ALT_CHARACTERS} characters.`),
);
const Percent = z.coerce.number().int().min(0).max(100);
const FocusFields = z.object({ x: Percent, y: Percent });

/** The fields of the form as they were sent. */
interface TypedPhoto {
  file: string;
  version: string;
  alt: string;
  x: string;
  y: string;
}

type DescribeResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'invalid'; problem: string }
  /** Another person has changed it meanwhile. */
  | { ok: false; reason: 'changed'; photo: ShopPhoto };

async function describePhoto(
  ports: PhotoPorts,
  { file, version, alt, x, y }: TypedPhoto,
  personId: string,
): Promise<DescribeResult> {
  const photo = (await listPhotos(ports)).find((one) => one.file === file);
  if (!photo) return { ok: false, reason: 'unknown' };
  const words = Alt.safeParse(alt);
  if (!words.success) {
    const [issue] = words.error.issues;
    return { ok: false, reason: 'invalid', problem: issue?.message ?? '' };
  }
  const typed = FocusFields.safeParse({ x, y }).data;
  const focus = x === '' || y === '' ? photo.focus : (typed ?? photo.focus);
  if (Number(version) !== photo.version) {
    // Sent twice.
    const isSame = words.data === photo.alt && isSameFocus(focus, photo.focus);
    return isSame ? { ok: true } : { ok: false, reason: 'changed', photo };
  }
  return change(ports, { ...photo, alt: words.data, focus }, personId);
}

const MIDDLE: Focus = { x: 50, y: 50 };

function isSameFocus(one = MIDDLE, other = MIDDLE): boolean {
  return one.x === other.x && one.y === other.y;
}

/** A tap on the picture: it says nothing of the words, so it overwrites nobody's. */
async function setFocus(
  ports: PhotoPorts,
  file: string,
  typed: Focus,
  personId: string,
): Promise<DescribeResult> {
  const photo = (await listPhotos(ports)).find((one) => one.file === file);
  const focus = FocusFields.safeParse(typed).data;
  if (!photo || !focus) return { ok: false, reason: 'unknown' };
  return change(ports, { ...photo, focus }, personId);
}

async function change(
  ports: PhotoPorts,
  photo: ShopPhoto,
  personId: string,
): Promise<DescribeResult> {
  const { photos, cafePhotos, clock } = ports;
  const ofCafe = cafePhotos.find(({ file }) => file === photo.file);
  const { file, alt, version } = photo;
  // A later version of the code may choose another one. An exported photo keeps its own.
  const isCafes = !photo.isUploaded && isSameFocus(photo.focus, ofCafe?.focus);
  const focus = isCafes ? undefined : photo.focus;
  const wanted = { file, alt, focus, version, at: clock.now(), personId };
  if (await photos.change(wanted, ofCafe)) return { ok: true };
  const now = (await listPhotos(ports)).find((one) => one.file === file);
  return now ? { ok: false, reason: 'changed', photo: now } : { ok: false, reason: 'unknown' };
}

type DeletePhotoResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  /** Titles of cakes and categories. */
  | { ok: false; reason: 'used'; by: string[] };

async function deletePhoto(
  { photos, clock, log }: PhotoPorts,
  file: string,
  personId: string,
): Promise<DeletePhotoResult> {
  const photo = (await photos.current()).get(file);
  if (!photo?.isUploaded) return { ok: false, reason: 'unknown' };
  if (await photos.delete(file, clock.now(), personId)) {
    log.info({ file, person: personId }, 'a photo has been deleted');
    return { ok: true };
  }
  return { ok: false, reason: 'used', by: await photos.usedBy(file) };
}

/**
 * What is seen in these photos, by file name.
 * @param title describes uploaded photos without a text.
 */
async function photoAlts(
  { photos, cafePhotos }: PhotoPorts,
  files: string[],
  title = '',
): Promise<Record<string, string>> {
  const records = await photos.current();
  const altOf = (file: string) =>
    records.get(file)?.alt || cafePhotos.find((photo) => photo.file === file)?.alt || title;
  return Object.fromEntries(files.map((file) => [file, altOf(file)]));
}

const DAY_SECONDS = 86_400;

/**
 * Removes the photos that were deleted a day ago and files without a record, and reports records
 * without a file. A day, because another server may have stored a file and not yet its record. If most
 * files have no record, the database is a new or an old one, and removes nothing.
 */
async function cleanPhotos({ photos, photoStore, clock, log }: PhotoPorts): Promise<void> {
  const dayAgo = plusSeconds(clock.now(), -DAY_SECONDS);
  const [files, records] = [await photoStore.list(), await photos.current()];
  const stored = new Set(files.map(({ file }) => file));
  const known = files.filter(({ file }) => records.has(file)).length;
  if (known < files.length - known) {
    log.error(
      { files: files.length, known },
      'most photo files have no record: none deleted, the database may be another shop’s',
    );
    return;
  }
  for (const { file, at } of files) {
    if (at < dayAgo && (await isGarbage(file, records.get(file)))) {
      await photoStore.remove(file);
      log.info({ file }, 'the file of a deleted photo has been removed');
    }
  }
  for (const { file, isUploaded, deletedAt } of records.values()) {
    if (isUploaded && !deletedAt && !stored.has(file)) {
      log.error({ file }, 'the file of a photo is missing: restore it from a backup');
    }
  }

  async function isGarbage(file: string, record: PhotoRecord | undefined): Promise<boolean> {
    if (!record) return true;
    const isOld = record.deletedAt !== undefined && record.deletedAt < dayAgo;
    return isOld && photos.forget(file);
  }
}
