import { fork } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';
import * as z from 'zod';
import { MAX_PHOTO_BYTES, type PhotoRejection } from '#domain/catalogue/photo-rejection.ts';
import type { EncodedPhoto } from '#server/content/photos.ts';
import type { Log } from '#server/log.ts';

/** The slowest accepted picture, 50 megapixels of AVIF, takes 25 s on a slow core. */
const TIMEOUT_MS = 60_000;

const Encoded = z.union([
  z.object({
    ok: z.literal(true),
    photo: z.object({
      width: z.int(),
      height: z.int(),
      colour: z.string(),
      bytes: z.instanceof(Uint8Array),
    }),
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(['not-a-photo', 'heic', 'animated', 'too-many-pixels', 'too-small', 'damaged']),
  }),
]);

/** Names are only shown. */
const MAX_NAME_LENGTH = 80;

/** The files that a form has sent. A browser sends an empty one if nothing was chosen. */
export function sentFiles(values: Iterable<File | string>): File[] {
  return [...values]
    .filter((value) => typeof value !== 'string')
    .filter(({ name, size }) => name !== '' || size > 0);
}

export function shownName({ name }: File): string {
  return name.slice(0, MAX_NAME_LENGTH);
}

/** To decode a photo takes up to 230 MB. */
const oneUpload = pLimit(1);

/**
 * Decodes any file and encodes it as a JPEG without metadata, in a process that ends afterwards: a decoder may crash
 * on a hostile file, and that process has none of the server's secrets.
 */
export async function encodePhoto(
  file: File,
  log: Log,
): Promise<{ ok: true; photo: EncodedPhoto } | { ok: false; reason: PhotoRejection }> {
  if (file.size === 0) return { ok: false, reason: 'empty' };
  if (file.size > MAX_PHOTO_BYTES) return { ok: false, reason: 'too-large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return oneUpload(async () => {
    const child = fork('server/photos/encode-process.ts', {
      serialization: 'advanced',
      execArgv: [],
      env: {},
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    });
    try {
      const ended = once(child, 'exit').then(([code, signal]) => {
        throw new Error(`The process ended: ${signal ?? code}.`);
      });
      child.send(bytes);
      const [encoded] = await Promise.race([once(child, 'message'), ended]);
      return Encoded.parse(encoded);
    } catch (error) {
      // A decoder that crashes or takes too long.
      log.warn({ err: error }, 'a photo could not be decoded');
      return { ok: false, reason: 'damaged' };
    } finally {
      child.kill('SIGKILL');
    }
  });
}
