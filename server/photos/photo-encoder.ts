import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import * as z from 'zod';
import type { PhotoEncoder } from '#domain/photos/photo-ports.ts';
import type { Log } from '#domain/ports.ts';

/** From the root of the repository, where the server runs. */
const SCRIPT = 'server/photos/encode-photo.ts';
/** The slowest accepted picture, 50 megapixels of AVIF, takes 25 s on a slow core. */
const TIMEOUT_MS = 60_000;
const HASH_DIGITS = 16;

const Printed = z.union([
  z.object({ ok: z.literal(true), width: z.int(), height: z.int(), colour: z.string() }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(['not-a-photo', 'heic', 'animated', 'too-many-pixels', 'too-small', 'damaged']),
  }),
]);

/** Decoders of photos run in child processes, one at a time for the whole server: each takes up to 230 MB. */
export const oneDecoder = pLimit(1);

/** Encodes photos in a child process: ten that arrive at once need the memory of one. */
export function createPhotoEncoder({ log }: { log: Log }): PhotoEncoder {
  // At most one waits for the decoder, so pictures that visitors ask for are made between two of them.
  const uploads = pLimit(1);
  return {
    encode: (path) =>
      uploads(async () => {
        const { size } = await stat(path);
        if (size === 0) return { ok: false, reason: 'empty' };
        const target = `${path}.jpg`;
        try {
          const printed = await oneDecoder(() => run(path, target));
          if (!printed.ok) return printed;
          const content = await readFile(target);
          const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_DIGITS);
          return { ok: true, photo: { ...printed, hash, content } };
        } catch (error) {
          // A decoder that crashes or takes too long.
          log.warn({ err: error }, 'a photo could not be decoded');
          return { ok: false, reason: 'damaged' };
        } finally {
          await rm(target, { force: true });
        }
      }),
  };
}

/** Without the environment: the decoders have no use for its secrets. */
async function run(source: string, target: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, source, target], {
    env: {},
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  return Printed.parse(JSON.parse(stdout));
}
