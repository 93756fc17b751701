import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const ENCODER = ['server/images/make-variant.ts', 'node_modules/sharp/package.json'];

/** Settings of shops that share pictures. */
export const SHARED_PICTURES = { AVIF_EFFORT: '0' };

/**
 * Lets the shops of all test runs share their resized pictures, because resizing them takes a minute of CPU. A shop
 * regenerates those of a changed photo.
 * @param dataDir the folder of a shop that has not started.
 */
export async function sharePictures(dataDir: string): Promise<void> {
  const pictures = resolve('node_modules/.cache/e2e-pictures', await encoderHash());
  await mkdir(pictures, { recursive: true });
  await symlink(pictures, join(dataDir, 'images'));
}

async function encoderHash(): Promise<string> {
  const texts = await Promise.all(ENCODER.map((source) => readFile(source)));
  return createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 16);
}
