import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#app/ui/photo-variants.ts';
import type { PhotoSize } from '#domain/catalogue/photo.ts';

/** The image service that resizes the shop's pictures. */
export interface PhotoDelivery {
  cdn: 'ipx' | 'cloudinary' | 'imgix';
  /** The URL under which the service finds the originals. */
  base: string;
  /** Digits that change with the originals, so that a URL's content never changes. */
  version: string;
  /** The stylesheet of uploaded photos and of changed focal points, if there is any. */
  styles?: string;
}

interface Variant {
  width: number;
  format: PhotoFormat;
}

/** The URL of a picture in one of its widths (`photoWidths`). */
export function photoUrl(
  { cdn, base, version }: PhotoDelivery,
  file: string,
  { width, format }: Variant,
): string {
  const quality = PHOTO_QUALITY[format];
  switch (cdn) {
    case 'ipx':
      return `${base}/w_${width},q_${quality},f_${format}/v${version}/${file}`;
    case 'cloudinary': {
      // The operations and the version precede the folders: `…/upload/<operations>/v1/<folders>/`.
      const operations = `w_${width},f_${format},q_${quality},c_lfill`;
      return `${base.replace(/\/upload(?=\/|$)/, `/upload/${operations}/v${version}`)}/${file}`;
    }
    case 'imgix':
      return `${base}/${file}?v=${version}&fm=${format}&w=${width}&q=${quality}&fit=min`;
  }
}

/** Rendering repeats the same `srcset` dozens of times a page, so each is built once. */
const srcSets = new Map<string, string>();

/** All widths of a picture, as the value of `srcset`. */
export function photoSrcSet(
  delivery: PhotoDelivery,
  photo: PhotoSize,
  format: PhotoFormat,
): string {
  const key = [delivery.cdn, delivery.base, delivery.version, photo.file, format].join(' ');
  const srcSet =
    srcSets.get(key) ??
    photoWidths(photo)
      .map((width) => `${photoUrl(delivery, photo.file, { width, format })} ${width}w`)
      .join(', ');
  srcSets.set(key, srcSet);
  return srcSet;
}
