import { putWithToken } from '#app/buy/bot-check/put-with-token.ts';
import { MAX_PHOTO_BYTES, PHOTO_REJECTIONS } from '#domain/catalogue/photo-rejection.ts';

/** By field; under `''` of the whole form. */
export type FormProblems = Partial<Record<string, string>>;

interface Attempt {
  id: string;
  linkToken: string;
}

/** Three photos on a slow connection. */
const MAX_ANSWER_MS = 5 * 60_000;

const UNREACHABLE =
  'It did not reach us. Please check your connection and send it again: nothing is lost.';

/**
 * Sends a request with its photos to `PUT /requests/{id}`.
 * @returns what is wrong with it; undefined once the cafe has it.
 */
export async function sendRequest(
  { id, linkToken }: Attempt,
  typed: FormData,
): Promise<FormProblems | undefined> {
  const body = new FormData();
  for (const [field, value] of typed) {
    if (typeof value === 'string') body.append(field, value);
    else if (value.size > 0) {
      const photo = await shrink(value);
      if (photo.size > MAX_PHOTO_BYTES) {
        return { photos: `${value.name}: ${PHOTO_REJECTIONS['too-large']}` };
      }
      body.append(field, photo, value.name);
    }
  }
  body.append('linkToken', linkToken);
  const problem = await putWithToken(`/requests/${id}`, body, MAX_ANSWER_MS);
  if (!problem) return undefined;
  if (problem === 'unreachable') return { '': UNREACHABLE };
  const { detail, errors = [] } = problem;
  return errors.length > 0
    ? Object.fromEntries(errors.map((error) => [error.pointer.replace('#/', ''), error.detail]))
    : { '': detail };
}

/** What the server makes of a photo (server/photos/encode-process.ts). */
const MAX_EDGE = 1920;
const QUALITY = 0.9;
const SMALL_BYTES = 500_000;

/**
 * Makes a photo of a phone as small as the server would, which sends a tenth of it. A photo that the browser cannot read
 * is sent as it is: the server says what is wrong.
 */
async function shrink(photo: File): Promise<Blob> {
  if (photo.size < SMALL_BYTES) return photo;
  try {
    const picture = await createImageBitmap(photo);
    const scale = Math.min(1, MAX_EDGE / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return photo;
    // Of a transparent picture.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const shrunk = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    return shrunk && shrunk.size < photo.size ? shrunk : photo;
  } catch {
    return photo;
  }
}
