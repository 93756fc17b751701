import { Hono } from 'hono';
import { PHOTO_REJECTIONS, type PhotoRejection } from '#domain/catalogue/photo-rejection.ts';
import { addPhoto } from '#server/content/photos.ts';
import { reject } from '#server/http/errors.ts';
import type { Log } from '#server/log.ts';
import type { Shop } from '#server/shop.ts';
import { encodePhoto, sentFiles, shownName } from './encode.ts';
import { readPhotoForm } from './read-form.ts';

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
    const form = await readPhotoForm(c.req);
    if (!form) {
      return reject(
        c,
        'invalid-request',
        'The photos did not arrive whole. Please send them again.',
      );
    }
    const photos: UploadedPhoto[] = [];
    for (const file of sentFiles(form.values())) photos.push(await add(file, personId));
    if (c.req.header('Accept') === 'application/json') return c.json({ photos });
    if (photos.length > 0) staff?.keepFlash({ words: resultInWords(photos) });
    return c.redirect('/owner/photos', 303);
  });
  return route;

  async function add(file: File, personId: string): Promise<UploadedPhoto> {
    const name = shownName(file);
    const encoded = await encodePhoto(file, log);
    if (encoded.ok) return { name, ok: true, file: await addPhoto(shop, encoded.photo, personId) };
    log.info({ reason: encoded.reason, person: personId }, 'a photo was rejected');
    return { name, ...encoded };
  }
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
