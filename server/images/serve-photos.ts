import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#app/ui/photo-variants.ts';
import { isUploadedPhoto, type Photo, type PhotoSize } from '#domain/catalogue/photo.ts';
import type { PhotoRecord } from '#server/content/photo-records.ts';
import { photoBytes } from '#server/content/photos.ts';
import type { Log } from '#server/log.ts';
import type { Shop } from '#server/shop.ts';
import { makeVariant, type PhotoVariant } from './make-variant.ts';
import { createVariantCache } from './variant-cache.ts';

/** Where the pictures are served: `/_img/w_400,q_70,f_webp/v123/hero.jpg`. */
export const PHOTOS_PATH = '/_img';
/** The stylesheet of uploaded photos: `/_img/photos/5d41402abc.css`. */
const SHEET = /^\/_img\/photos\/([0-9a-f]{10})\.css$/;

type Records = ReadonlyMap<string, PhotoRecord>;

interface PhotoSettings {
  photos: Photo[];
  /** The folder of the originals. */
  originals: string;
  /** The folder for the files made from them and from uploaded photos. */
  cacheFolder: string;
  shop: Pick<Shop, 'db' | 'content'>;
  avifEffort: number;
  log: Log;
}

/** Opens the embedded image CDN. @returns its handler, and the version that its URLs carry. */
export async function openPhotos(settings: PhotoSettings) {
  const { photos, originals, cacheFolder, shop, avifEffort, log } = settings;
  const version = await originalsVersion(originals, photos);
  const records = async () => (await shop.content()).photos;
  const cache = createVariantCache(cacheFolder, log);
  /** Uploaded photos have the hash of their content in their names. */
  const contentName = (file: string) => (isUploadedPhoto(file) ? file : `v${version}.${file}`);

  function readVariant(variant: PhotoVariant) {
    const { file, width, quality, format } = variant;
    const name = `${contentName(file)}.w${width}.q${quality}.${format}`;
    return cache.read(name, async () => makeVariant(variant, await original(file), avifEffort));
  }

  async function original(file: string): Promise<string | Uint8Array> {
    if (!isUploadedPhoto(file)) return path.join(originals, file);
    const bytes = await photoBytes(shop, file);
    if (!bytes) throw new Error(`The content of the photo ${file} is missing.`);
    return bytes;
  }

  return {
    version,
    serve: createServePhotos({ photos, version, readVariant, records }),
    /** An uploaded photo in full, for link previews and image CDNs. */
    async serveOriginal(request: Request): Promise<Response | undefined> {
      const file = new URL(request.url).pathname.split('/').at(-1) ?? '';
      if (!isUploadedPhoto(file) || !isShown(await records(), file)) return undefined;
      const bytes = await photoBytes(shop, file);
      return bytes && send(request, Uint8Array.from(bytes), 'image/jpeg', true);
    },
    /** What pages need to know of the owner's changes; nothing if there are none. */
    async ownersChanges() {
      const sheet = photoStyles(await records());
      return sheet ? { styles: `${PHOTOS_PATH}/photos/${sheet.version}.css` } : {};
    },
    /** Deletes the variants of photos that were deleted, and those of other versions. */
    async clean() {
      const known = await records();
      const shown = [...known.keys()].filter((file) => isShown(known, file));
      const names = new Set([...photos.map(({ file }) => file), ...shown].map(contentName));
      await cache.keep((name) => names.has(name.replace(/\.w\d+\.q\d+\.\w+$/, '')));
    },
  };
}

/** Whether visitors may see this uploaded photo. */
function isShown(records: Records, file: string): boolean {
  const photo = records.get(file);
  return photo?.isUploaded === true && !photo.deletedAt;
}

interface ServeSettings {
  photos: Photo[];
  version: string;
  readVariant(variant: PhotoVariant): Promise<Uint8Array<ArrayBuffer>>;
  records(): Promise<Records>;
}

/** Rejects every URL that is not on the list of variants before any work is done. */
export function createServePhotos({ photos, version, readVariant, records }: ServeSettings) {
  const variants = listVariants(photos);

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Pictures can only be looked at.', {
        status: 405,
        headers: { Allow: 'GET, HEAD' },
      });
    }
    const { pathname } = new URL(request.url);
    const [, sheetVersion] = SHEET.exec(pathname) ?? [];
    if (sheetVersion) return sendSheet(request, photoStyles(await records()), sheetVersion);
    const found = await findVariant(pathname);
    if (!found) return noPicture();
    const body = await readVariant(found.variant);
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
    // What the database has now: any server serves it at once.
    const known = await records();
    const photo = known.get(file);
    if (!photo || !isShown(known, file)) return undefined;
    const uploaded = listVariants([photo]).get(`${operations}/${file}`);
    return uploaded && { variant: uploaded, isCurrent: true };
  }
}

interface PhotoStyles {
  css: string;
  /** Changes with the contents. */
  version: string;
}

/** Made once for each change of the records. */
const sheets = new WeakMap<Records, PhotoStyles | undefined>();

/**
 * The colours and focal points of uploaded photos, and the changed focal points of others, as a
 * stylesheet: a `style` attribute would need a weaker security policy. Pages of a shop that has neither
 * link to none.
 */
export function photoStyles(records: Records): PhotoStyles | undefined {
  if (!sheets.has(records)) {
    const css = [...records.values()].map(ruleOf).join('');
    const version = createHash('sha256').update(css).digest('hex').slice(0, 10);
    sheets.set(records, css === '' ? undefined : { css, version });
  }
  return sheets.get(records);
}

function ruleOf({ file, colour, focus }: PhotoRecord): string {
  const declarations = [
    ...(colour ? [`background-color:${colour}`] : []),
    ...(focus ? [`object-position:${focus.x}% ${focus.y}%`] : []),
  ];
  if (declarations.length === 0) return '';
  return `[data-photo="${file}"]{${declarations.join(';')}}\n`;
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
export function listVariants(photos: PhotoSize[]): Map<string, PhotoVariant> {
  const variants = photos.flatMap((photo) =>
    photoWidths(photo).flatMap((width) =>
      FORMATS.map((format): [string, PhotoVariant] => {
        const { file } = photo;
        const quality = PHOTO_QUALITY[format];
        const key = `w_${width},q_${quality},f_${format}/${encodeURI(file)}`;
        return [key, { file, width, quality, format }];
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
export async function originalsVersion(originals: string, photos: Photo[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { file } of photos) {
    hash.update(file);
    hash.update(await readFile(path.join(originals, file)));
  }
  return String(hash.digest().readUInt32BE());
}
