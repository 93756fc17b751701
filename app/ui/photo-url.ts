import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#app/ui/photo-variants.ts';
import type { PhotoSize } from '#domain/catalogue/photo.ts';

/** The image service that resizes the shop's pictures. */
export interface PhotoDelivery {
  cdn: 'ipx' | 'cloudinary' | 'imgix';
  /** The URL of each picture, with `{file}`, `{width}`, `{format}` and `{quality}`: `server/images/photo-address.ts`. */
  url: string;
  /** The stylesheet of uploaded photos and of changed focal points, if there is any. */
  styles?: string;
}

interface Variant {
  width: number;
  format: PhotoFormat;
}

/** The URL of a picture in one of its widths (`photoWidths`). */
export function photoUrl(
  { url }: Pick<PhotoDelivery, 'url'>,
  file: string,
  { width, format }: Variant,
): string {
  const parts: Record<string, string | number> = {
    file,
    width,
    format,
    quality: PHOTO_QUALITY[format],
  };
  return url.replace(/{(\w+)}/g, (_, part: string) => `${parts[part]}`);
}

/** Rendering repeats the same `srcset` dozens of times a page, so each is built once. */
const srcSets = new Map<string, string>();

/** All widths of a picture, as the value of `srcset`. */
export function photoSrcSet(
  delivery: Pick<PhotoDelivery, 'url'>,
  photo: PhotoSize,
  format: PhotoFormat,
): string {
  const key = [delivery.url, photo.file, format].join(' ');
  const srcSet =
    srcSets.get(key) ??
    photoWidths(photo)
      .map((width) => `${photoUrl(delivery, photo.file, { width, format })} ${width}w`)
      .join(', ');
  srcSets.set(key, srcSet);
  return srcSet;
}
