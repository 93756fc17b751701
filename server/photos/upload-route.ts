import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Hono } from 'hono';
import pLimit from 'p-limit';
import * as z from 'zod';
import { PHOTO_REJECTIONS, type PhotoRejection } from '#domain/catalogue/photo-rejection.ts';
import { addPhoto, type EncodedPhoto } from '#server/content/photos.ts';
import { reject } from '#server/http/errors.ts';
import type { Log } from '#server/log.ts';
import type { Shop } from '#server/shop.ts';

/** Phones share photos of a few megabytes. As app/owner/cafe/photos/upload.ts. */
const MAX_PHOTO_BYTES = 15 * 1024 * 1024;
/** Names are only shown. */
const MAX_NAME_LENGTH = 80;

type UploadedPhoto = { name: string } & (
  | { ok: true; file: string }
  | { ok: false; reason: PhotoRejection }
);

/**
 * `POST /owner/photos`: adds the photos of a form. Scripts get JSON, a browser the screen of photos.
 * Behind the check of the session.
 */
export function createUploadRoute(shop: Pick<Shop, 'db' | 'clock' | 'log'>, log: Log) {
  const route = new Hono();
  route.post('/photos', async (c) => {
    const staff = c.get('staff');
    const personId = staff?.session?.person.id;
    if (personId === undefined) throw new Error('A request came past the check of its session.');
    const form = await c.req.formData().catch(() => undefined);
    if (!form) {
      return reject(
        c,
        'invalid-request',
        'The photos did not arrive whole. Please send them again.',
      );
    }
    const photos: UploadedPhoto[] = [];
    for (const file of form.values()) {
      // What a browser sends if nothing was chosen.
      if (typeof file === 'string' || (file.name === '' && file.size === 0)) continue;
      photos.push(await add(file, personId));
    }
    if (c.req.header('Accept') === 'application/json') return c.json({ photos });
    if (photos.length > 0) staff?.keepFlash({ words: resultInWords(photos) });
    return c.redirect('/owner/photos', 303);
  });
  return route;

  async function add(file: File, personId: string): Promise<UploadedPhoto> {
    const name = file.name.slice(0, MAX_NAME_LENGTH);
    const encoded = await encode(file, log);
    if (encoded.ok) return { name, ok: true, file: await addPhoto(shop, encoded.photo, personId) };
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

/** To decode a photo takes up to 230 MB. */
const oneUpload = pLimit(1);

/**
 * Decodes any file and encodes it as a JPEG without metadata, in a process that ends afterwards: a decoder may crash
 * on a hostile file, and that process has none of the server's secrets.
 */
async function encode(
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

/** A cookie has room for so many. */
const MOST_REJECTED = 8;

function resultInWords(photos: UploadedPhoto[]): string {
  const added = photos.filter(({ ok }) => ok).length;
  const rejected = photos.flatMap((photo) =>
    photo.ok ? [] : [`${photo.name}: ${PHOTO_REJECTIONS[photo.reason]}`],
  );
  const addedInWords = added === 1 ? 'The photo is added.' : `${added} photos are added.`;
  return [...(added > 0 ? [addedInWords] : []), ...rejected.slice(0, MOST_REJECTED)].join(' ');
}
