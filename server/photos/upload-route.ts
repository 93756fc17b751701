import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import type { PhotoRejection } from '#domain/photos/photo-ports.ts';
import type { Shop } from '#domain/shop.ts';
import { reject } from '#server/http/errors.ts';
import { allowSlowBody, type Connection } from '#server/http/listen.ts';
import { InvalidUpload, type ReceivedPhoto, receiveUploads } from './receive-uploads.ts';

interface UploadSettings {
  shop: Pick<Shop, 'addPhoto'>;
  /** Called with the file name of each new photo. */
  onAdded(file: string): void;
}

type UploadedPhoto = { name: string } & (
  | { ok: true; file: string }
  | { ok: false; reason: PhotoRejection }
);

/**
 * `POST /owner/photos`: adds the photos of a form. Scripts get JSON, a browser the screen of photos.
 * Behind the check of the session.
 */
export function createUploadRoute({ shop, onAdded }: UploadSettings) {
  const route = new Hono<{ Bindings: Connection }>();
  route.post('/photos', async (c) => {
    const personId = c.get('staff')?.session?.person.id;
    if (personId === undefined) throw new Error('A request came past the check of its session.');
    if (c.env?.incoming instanceof IncomingMessage) allowSlowBody(c.env.incoming);
    const folder = await mkdtemp(path.join(tmpdir(), 'battenberg-upload-'));
    try {
      const photos: UploadedPhoto[] = [];
      for (const received of await receiveUploads(c.req.raw, folder)) {
        const photo = await add(received, personId);
        if (photo.ok) onAdded(photo.file);
        photos.push(photo);
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
    return { name: received.name, ...(await shop.addPhoto(received.path, personId)) };
  }
}

/** `added=<file>` for each new photo, `refused=<reason>:<name>` for each other. */
function resultQuery(photos: UploadedPhoto[]): URLSearchParams {
  return new URLSearchParams(
    photos.map((photo) =>
      photo.ok ? ['added', photo.file] : ['refused', `${photo.reason}:${photo.name}`],
    ),
  );
}
