import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Photo } from '#domain/catalogue/photo.ts';

/**
 * Changes whenever one of the masters does, so that what is sent under it may be kept for ever. One
 * for all of them: it is short enough for every address, and photos change together and seldom.
 * Digits, because Cloudinary takes nothing else for a version.
 */
export async function mastersVersion(masters: string, photos: Photo[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { file } of photos) {
    hash.update(file);
    hash.update(await readFile(path.join(masters, file)));
  }
  return String(hash.digest().readUInt32BE());
}
