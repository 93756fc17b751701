import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#app/ui/photo-variants.ts';
import type { Photo, PhotoSize } from '#domain/catalogue/photo.ts';
import { isUploadedPhoto, uploadedPhoto } from '#domain/catalogue/photo-file.ts';
import type { PhotoRecord } from '#domain/photos/photo-ports.ts';
import type { Log } from '#domain/ports.ts';
import type { Shop } from '#domain/shop.ts';
import { createMakeVariant, type MakeVariant, type PhotoVariant } from './make-variant.ts';
import { type PhotoStyles, photoStyles } from './photo-styles.ts';
import { cacheVariants, keepVariantsOf } from './variant-cache.ts';

/** Where the pictures are served: `/_img/w_400,q_70,f_webp/v123/hero.jpg`. */
export const PHOTOS_PATH = '/_img';
/** The stylesheet of uploaded photos: `/_img/photos/5d41402abc.css`. */
const SHEET = /^\/_img\/photos\/([0-9a-f]{10})\.css$/;

type Records = ReadonlyMap<string, PhotoRecord>;

interface PhotoSettings {
  photos: Photo[];
  /** The folder of the originals. */
  masters: string;
  /** The folder for the files made from them. */
  cacheFolder: string;
  /** The folder for the files made from uploaded photos. */
  uploadedCacheFolder: string;
  shop: Pick<Shop, 'photoRecords' | 'photoFile'>;
  avifEffort: number;
  log: Log;
}

/** Their names have the hash of their content. */
const UPLOADED_VERSION = 'uploaded';

/** Opens the embedded image CDN. @returns its handler, and the version that its URLs carry. */
export async function openPhotos(settings: PhotoSettings) {
  const { photos, masters, cacheFolder, uploadedCacheFolder, shop, avifEffort, log } = settings;
  const version = await mastersVersion(masters, photos);
  const make = createMakeVariant(avifEffort);
  const ofMasters = cacheVariants({
    folder: cacheFolder,
    version,
    make: (variant) => make(variant, path.join(masters, variant.file)),
    log,
  });
  const original = readUploaded(shop);
  const ofUploads = cacheVariants({
    folder: uploadedCacheFolder,
    version: UPLOADED_VERSION,
    make: async (variant) => make(variant, await original(variant.file)),
    log,
  });
  const makeVariant: MakeVariant = (variant) =>
    variant.isUploaded ? ofUploads(variant) : ofMasters(variant);
  const sheets = createSheets(shop);
  return {
    version,
    serve: createServePhotos({ photos, version, makeVariant, records: shop.photoRecords, sheets }),
    /** An uploaded photo in full, for link previews and image CDNs. */
    serveOriginal: createServeOriginal(shop),
    /** What pages need to know of the owner's changes; nothing if there are none. */
    async ownersChanges() {
      const styles = await sheets.url();
      return styles ? { styles } : {};
    },
    /** Makes all variants of a new photo, before visitors ask for them. */
    prepare: prepareInBackground(makeVariant, log),
    /** Deletes the variants of photos that were deleted. */
    async clean() {
      const records = await shop.photoRecords();
      const isShown = (file: string) => records.has(file) && !records.get(file)?.deletedAt;
      await keepVariantsOf(isShown, uploadedCacheFolder, UPLOADED_VERSION);
    },
  };
}

interface ServeSettings {
  photos: Photo[];
  version: string;
  makeVariant: MakeVariant;
  records(): Promise<Records>;
  sheets: Sheets;
}

/** Rejects every URL that is not on the list of variants before any work is done. */
export function createServePhotos({
  photos,
  version,
  makeVariant,
  records,
  sheets,
}: ServeSettings) {
  const variants = listVariants(photos);
  const uploadedVariants = listUploadedVariants();

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Pictures can only be looked at.', {
        status: 405,
        headers: { Allow: 'GET, HEAD' },
      });
    }
    const { pathname } = new URL(request.url);
    const [, sheetVersion] = SHEET.exec(pathname) ?? [];
    if (sheetVersion) return sendSheet(request, await sheets.current(), sheetVersion);
    const found = await findVariant(pathname);
    if (!found) return noPicture();
    const body = await makeVariant(found.variant);
    return send(request, body, `image/${found.variant.format}`, found.isCurrent);
  };

  async function findVariant(pathname: string) {
    const [root, mount, operations, urlVersion, file, ...more] = pathname.split('/');
    if (root !== '' || `/${mount}` !== PHOTOS_PATH || more.length > 0) return undefined;
    if (!file || !urlVersion || !/^v\d{1,10}$/.test(urlVersion)) return undefined;
    const variant = variants.get(`${operations}/${file}`);
    // During a deployment pages of the other version ask here: they get our picture, uncached.
    if (variant) return { variant, isCurrent: urlVersion === `v${version}` };
    // Other names cost no question to the database.
    if (!isUploadedPhoto(file)) return undefined;
    const uploaded = uploadedVariants(await records(), file)?.get(`${operations}/${file}`);
    return uploaded && { variant: uploaded, isCurrent: true };
  }
}

/** The variants of a photo that the database has now: any server serves it at once. */
function listUploadedVariants() {
  const listed = new LRUCache<string, Map<string, PhotoVariant>>({ max: 200 });
  return (records: Records, file: string) => {
    const photo = records.get(file);
    if (!photo?.isUploaded || photo.deletedAt) return undefined;
    const variants = listed.get(file) ?? listVariants([photo]);
    listed.set(file, variants);
    return variants;
  };
}

/** Memory for the originals of photos whose variants are being made. */
const MAX_ORIGINALS_BYTES = 8 * 1024 * 1024;

function readUploaded({ photoFile }: Pick<Shop, 'photoFile'>) {
  const originals = new LRUCache<string, Uint8Array>({
    maxSize: MAX_ORIGINALS_BYTES,
    sizeCalculation: (content) => content.byteLength,
    ttl: 60_000,
    ttlAutopurge: true,
  });
  return async (file: string): Promise<Uint8Array> => {
    const content = originals.get(file) ?? (await photoFile(file));
    if (!content) throw new Error(`The file of the photo ${file} is missing.`);
    originals.set(file, content);
    return content;
  };
}

/**
 * One variant at a time, so that a visitor who asks for another waits for one at most. What fails is made
 * when a visitor asks for it.
 */
function prepareInBackground(makeVariant: MakeVariant, log: Log) {
  const limit = pLimit(1);
  return (file: string): void => {
    const photo = uploadedPhoto(file);
    const photos = photo ? [{ ...photo, isUploaded: true }] : [];
    for (const variant of listVariants(photos).values()) {
      limit(() => makeVariant(variant)).catch((error: unknown) =>
        log.warn({ err: error, ...variant }, 'a picture could not be made yet'),
      );
    }
  };
}

function createServeOriginal({ photoRecords, photoFile }: PhotoSettings['shop']) {
  return async (request: Request): Promise<Response | undefined> => {
    const file = new URL(request.url).pathname.split('/').at(-1) ?? '';
    if (!isUploadedPhoto(file)) return undefined;
    const photo = (await photoRecords()).get(file);
    if (!photo?.isUploaded || photo.deletedAt) return undefined;
    const content = await photoFile(file);
    return content && send(request, Uint8Array.from(content), 'image/jpeg', true);
  };
}

type Sheets = ReturnType<typeof createSheets>;

/** The stylesheet of the records, made once for each change of them. */
function createSheets({ photoRecords }: Pick<Shop, 'photoRecords'>) {
  let made: { records: Records; sheet: PhotoStyles | undefined } | undefined;
  async function current(): Promise<PhotoStyles | undefined> {
    const records = await photoRecords();
    if (records !== made?.records) made = { records, sheet: photoStyles(records) };
    return made.sheet;
  }
  return {
    current,
    /** @returns undefined if there is nothing in it. */
    async url(): Promise<string | undefined> {
      const now = await current();
      return now && `${PHOTOS_PATH}/photos/${now.version}.css`;
    },
  };
}

function sendSheet(request: Request, sheet: PhotoStyles | undefined, version: string): Response {
  if (!sheet) return noPicture();
  const body = new TextEncoder().encode(sheet.css);
  // A page may be a moment older or newer than this server's records.
  return send(request, body, 'text/css; charset=utf-8', sheet.version === version);
}

function send(
  { method }: Request,
  body: Uint8Array<ArrayBuffer>,
  type: string,
  isCurrent: boolean,
): Response {
  return new Response(method === 'HEAD' ? null : body, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(body.byteLength),
      'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  });
}

function noPicture(): Response {
  return new Response('There is no such picture.', { status: 404 });
}

/**
 * Every variant under its part of the URL. A URL is looked up and never parsed, so it cannot name
 * another file or size.
 */
export function listVariants(photos: (PhotoSize & { isUploaded?: boolean })[]) {
  const variants = photos.flatMap((photo) =>
    photoWidths(photo).flatMap((width) =>
      FORMATS.map((format): [string, PhotoVariant] => {
        const { file, isUploaded } = photo;
        const quality = PHOTO_QUALITY[format];
        const key = `w_${width},q_${quality},f_${format}/${encodeURI(file)}`;
        return [key, { file, width, quality, format, ...(isUploaded && { isUploaded }) }];
      }),
    ),
  );
  return new Map(variants);
}

const FORMATS: PhotoFormat[] = ['avif', 'webp', 'jpeg'];

/**
 * Changes when any original changes, so variants can be cached forever. One version for all photos
 * keeps the URLs short. Only digits: Cloudinary accepts no other versions.
 */
export async function mastersVersion(masters: string, photos: Photo[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { file } of photos) {
    hash.update(file);
    hash.update(await readFile(path.join(masters, file)));
  }
  return String(hash.digest().readUInt32BE());
}
