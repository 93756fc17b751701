import {
  isPhotoRejection,
  MAX_PHOTO_BYTES,
  PHOTO_REJECTIONS,
  type PhotoRejection,
} from '#domain/catalogue/photo-rejection.ts';
import { isString, objectOf, parseJson } from '#domain/guard.ts';

/** Either the file name of the new photo, or what is wrong with it. */
type UploadResult = { file: string } | { problem: string };

const NOT_SENT = 'It did not arrive. Please check your connection, and send it again.';
const SIGNED_OUT = 'You are signed out. Please sign in in another tab, and send it again.';
const UNAUTHORIZED = 401;

/**
 * Sends one photo to `POST /owner/photos`. `fetch` does not tell how much has been sent.
 * @param onProgress gets what part has been sent, from 0 to 1.
 */
export function uploadPhoto(
  address: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<UploadResult> {
  if (file.size > MAX_PHOTO_BYTES)
    return Promise.resolve({ problem: PHOTO_REJECTIONS['too-large'] });
  const { promise, resolve } = Promise.withResolvers<UploadResult>();
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  request.onload = () => resolve(readResult(request));
  request.onerror = () => resolve({ problem: NOT_SENT });
  request.open('POST', address);
  request.setRequestHeader('Accept', 'application/json');
  const form = new FormData();
  form.append('photo', file);
  request.send(form);
  return promise;
}

const hasPhotos = objectOf<{ photos: unknown[] }>({ photos: (value) => Array.isArray(value) });
const hasFile = objectOf<{ file: string }>({ file: isString });
const hasReason = objectOf<{ reason: PhotoRejection }>({ reason: isPhotoRejection });

function readResult({ status, responseText }: XMLHttpRequest): UploadResult {
  if (status === UNAUTHORIZED) return { problem: SIGNED_OUT };
  const answer = parseJson(responseText);
  const [photo] = hasPhotos(answer) ? answer.photos : [];
  if (hasFile(photo)) return { file: photo.file };
  return { problem: hasReason(photo) ? PHOTO_REJECTIONS[photo.reason] : NOT_SENT };
}
