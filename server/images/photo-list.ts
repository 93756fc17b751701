import type { Photo } from '#domain/catalogue/photo.ts';
import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#domain/catalogue/photo-variants.ts';

/** One file that can be asked for. */
export interface PhotoVariant {
  file: string;
  width: number;
  quality: number;
  format: PhotoFormat;
}

/**
 * Every file that can be asked for, by what its address says. The allow-list is literally a list:
 * an address is looked up and never taken apart, so it cannot name another file or another size.
 */
export function listVariants(photos: Photo[]): Map<string, PhotoVariant> {
  const variants = photos.flatMap((photo) =>
    photoWidths(photo).flatMap((width) => formats.map((format) => describe(photo, width, format))),
  );
  return new Map(variants.map((variant) => [variantKey(variant), variant]));
}

const formats: PhotoFormat[] = ['avif', 'webp', 'jpeg'];

function describe({ file }: Photo, width: number, format: PhotoFormat): PhotoVariant {
  return { file, width, quality: PHOTO_QUALITY[format], format };
}

/** As ipx writes it: `w_400,q_70,f_webp/hero.jpg`. */
export function variantKey({ file, width, quality, format }: PhotoVariant): string {
  return `w_${width},q_${quality},f_${format}/${encodeURI(file)}`;
}
