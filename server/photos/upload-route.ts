import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import pLimit from 'p-limit';
import * as z from 'zod';
import type { EncodedPhoto, PhotoRejection } from '#server/content/photo-ports.ts';
import { reject } from '#server/http/errors.ts';
import { runInChild } from '#server/images/run-in-child.ts';
import type { Log } from '#server/ports.ts';
import type { Shop } from '#server/shop.ts';
import { InvalidUpload, type ReceivedPhoto, receiveUploads } from './receive-uploads.ts';

type UploadedPhoto = { name: string } & (
  | { ok: true; file: string }
  | { ok: false; reason: PhotoRejection }
);

/**
 * `POST /owner/photos`: adds the photos of a form. Scripts get JSON, a browser the screen of photos.
 * Behind the check of the session.
 */
export function createUploadRoute(shop: Pick<Shop, 'addPhoto'>, log: Log) {
  const route = new Hono();
  route.post('/photos', async (c) => {
    const personId = c.get('staff')?.session?.person.id;
    if (personId === undefined) throw new Error('A request came past the check of its session.');
    const folder = await mkdtemp(path.join(tmpdir(), 'battenberg-upload-'));
    try {
      const photos: UploadedPhoto[] = [];
      for (const received of await receiveUploads(c.req.raw, folder)) {
        photos.push(await add(received, personId));
      }
      if (c.req.header('Accept') === 'application/json') return c.json({ photos });
      return c.redirect(`/owner/photos?${resultQuery(photos)}`, 303);
    } catch (error) {
      if (!(error instanceof InvalidUpload)) throw error;
      return reject(
        c,
        'invalid-request',
        'The photos did not arrive whole. Please send them again.',
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
  return route;

  async function add(received: ReceivedPhoto, personId: string): Promise<UploadedPhoto> {
    if (!received.ok) return received;
    const { name, path } = received;
    const encoded = await encode(path, log);
    if (encoded.ok) return { name, ok: true, file: await shop.addPhoto(encoded.photo, personId) };
    log.info({ reason: encoded.reason, person: personId }, 'a photo was rejected');
    return { name, ...encoded };
  }
}

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

/** At most one upload waits for the process, so pictures that visitors ask for are made between two of them. */
const oneUpload = pLimit(1);

/** Decodes any file and encodes it as a JPEG without metadata. */
function encode(
  path: string,
  log: Log,
): Promise<{ ok: true; photo: EncodedPhoto } | { ok: false; reason: PhotoRejection }> {
  return oneUpload(async () => {
    const { size } = await stat(path);
    if (size === 0) return { ok: false, reason: 'empty' };
    try {
      const job = { path };
      return Encoded.parse(await runInChild('server/photos/encode-process.ts', job, TIMEOUT_MS));
    } catch (error) {
      // A decoder that crashes or takes too long.
      log.warn({ err: error }, 'a photo could not be decoded');
      return { ok: false, reason: 'damaged' };
    }
  });
}

/** `added=<file>` for each new photo, `refused=<reason>:<name>` for each other. */
function resultQuery(photos: UploadedPhoto[]): URLSearchParams {
  return new URLSearchParams(
    photos.map((photo) =>
      photo.ok ? ['added', photo.file] : ['refused', `${photo.reason}:${photo.name}`],
    ),
  );
}
