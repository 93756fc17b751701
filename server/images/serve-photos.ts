import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#app/ui/photo-variants.ts';
import type { Photo } from '#domain/catalogue/photo.ts';
import type { Log } from '#domain/ports.ts';
import { createMakeVariant, type MakeVariant, type PhotoVariant } from './make-variant.ts';
import { cacheVariants } from './variant-cache.ts';

/** Where the pictures are served: `/_img/w_400,q_70,f_webp/v123/hero.jpg`. */
export const PHOTOS_PATH = '/_img';

interface PhotoSettings {
  photos: Photo[];
  /** The folder of the originals. */
  masters: string;
  /** The folder for the files made from them. */
  cacheFolder: string;
  avifEffort: number;
  log: Log;
}

/** Opens the embedded image CDN. @returns its handler, and the version that its URLs carry. */
export async function openPhotos({ photos, masters, cacheFolder, avifEffort, log }: PhotoSettings) {
  const version = await mastersVersion(masters, photos);
  const make = createMakeVariant(masters, avifEffort);
  const variant = cacheVariants({ folder: cacheFolder, version, make, log });
  return { version, serve: createServePhotos(photos, version, variant) };
}

/** Rejects every URL that is not on the list of variants before any work is done. */
export function createServePhotos(photos: Photo[], version: string, makeVariant: MakeVariant) {
  const variants = listVariants(photos);

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Pictures can only be looked at.', {
        status: 405,
        headers: { Allow: 'GET, HEAD' },
      });
    }
    const found = findVariant(new URL(request.url).pathname);
    if (!found) return new Response('There is no such picture.', { status: 404 });
    const body = await makeVariant(found.variant);
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        'Content-Type': `image/${found.variant.format}`,
        'Content-Length': String(body.byteLength),
        'Cache-Control': found.isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    });
  };

  function findVariant(pathname: string) {
    const [root, mount, operations, urlVersion, file, ...more] = pathname.split('/');
    if (root !== '' || `/${mount}` !== PHOTOS_PATH || more.length > 0) return undefined;
    const variant = variants.get(`${operations}/${file}`);
    if (!variant || !urlVersion || !/^v\d{1,10}$/.test(urlVersion)) return undefined;
    // During a deployment pages of the other version ask here: they get our picture, uncached.
    return { variant, isCurrent: urlVersion === `v${version}` };
  }
}

/**
 * Every variant under its part of the URL. A URL is looked up and never parsed, so it cannot name
 * another file or size.
 */
export function listVariants(photos: Photo[]): Map<string, PhotoVariant> {
  const variants = photos.flatMap((photo) =>
    photoWidths(photo).flatMap((width) =>
      FORMATS.map((format): [string, PhotoVariant] => {
        const quality = PHOTO_QUALITY[format];
        const key = `w_${width},q_${quality},f_${format}/${encodeURI(photo.file)}`;
        return [key, { file: photo.file, width, quality, format }];
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
