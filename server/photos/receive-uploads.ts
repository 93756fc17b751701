import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { PhotoRejection } from '#server/content/photo-ports.ts';

const MAX_PHOTO_BYTES = 15 * 1024 * 1024;
/** A form without scripts sends all that were chosen in one request. */
const MAX_PHOTOS = 20;
/** Names are only shown. */
const MAX_NAME_LENGTH = 80;
/** Between the files. */
const MAX_OVERHEAD_BYTES = 64 * 1024;
/** Larger files are read to their end so that browsers read the response, and rejected. */
const MAX_UPLOAD_BYTES = MAX_PHOTOS * MAX_PHOTO_BYTES + MAX_OVERHEAD_BYTES;

export type ReceivedPhoto = { name: string } & (
  | { ok: true; path: string }
  | { ok: false; reason: PhotoRejection }
);

/** Thrown for a body that is no form, is cut off, or is too large altogether. */
export class InvalidUpload extends Error {
  override name = 'InvalidUpload';
}

/**
 * Writes the files of a multipart form to a folder as they arrive, so that none is held in memory.
 * @throws {InvalidUpload}
 */
export async function receiveUploads(
  { headers, body }: Request,
  folder: string,
): Promise<ReceivedPhoto[]> {
  const received: Promise<ReceivedPhoto>[] = [];
  try {
    const parser = new Busboy({
      headers: { 'content-type': headers.get('Content-Type') ?? '' },
      limits: {
        files: MAX_PHOTOS,
        fileSize: MAX_PHOTO_BYTES,
        fields: 0,
        parts: MAX_PHOTOS + 1,
        headerPairs: 20,
        headerSize: 4 * 1024,
      },
    });
    parser.on('file', (_field, file, name) => {
      const shown = [...path.basename(name ?? '')].slice(0, MAX_NAME_LENGTH).join('');
      const target = path.join(folder, String(received.length));
      const written = pipeline(file, createWriteStream(target, { mode: 0o600 }));
      received.push(
        written.then(() =>
          file.truncated
            ? { name: shown, ok: false, reason: 'too-large' }
            : { name: shown, ok: true, path: target },
        ),
      );
    });
    parser.on('filesLimit', () => {
      received.push(Promise.resolve({ name: '', ok: false, reason: 'too-many' }));
    });
    await pipeline(upTo(MAX_UPLOAD_BYTES, body), parser);
  } catch (error) {
    await Promise.allSettled(received);
    throw new InvalidUpload('The upload cannot be read.', { cause: error });
  }
  const files = await Promise.all(received);
  // What a browser sends if nothing was chosen.
  return files.filter(({ name, ...file }) => name !== '' || !file.ok);
}

async function* upTo(most: number, body: Request['body']) {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new InvalidUpload(`More than ${most} bytes were sent.`);
    yield chunk;
  }
}
