import { transform as cloudinary } from 'unpic/providers/cloudinary';
import { transform as imgix } from 'unpic/providers/imgix';
import { transform as ipx } from 'unpic/providers/ipx';
import type { Photo } from '#domain/catalogue/photo.ts';
import { PHOTO_QUALITY, type PhotoFormat, photoWidths } from '#domain/catalogue/photo-variants.ts';
import type { PhotoDelivery } from './photo-delivery.ts';

type Operations = { width: number; quality: number; format: PhotoFormat };

type Address = (delivery: PhotoDelivery, file: string, operations: Operations) => string;

/** All three weigh 1.7 kB together, one alone 1.1: not worth a request of its own. */
const addresses: Record<PhotoDelivery['cdn'], Address> = {
  ipx: ({ base, version }, file, operations) =>
    ipx(`v${version}/${file}`, operations, { baseURL: base }),
  // Cloudinary wants its version before the folders, right behind the word "upload".
  cloudinary: ({ base, version }, file, operations) =>
    cloudinary(`${base.replace(/\/upload(?=\/|$)/, `/upload/v${version}`)}/${file}`, operations),
  imgix: ({ base, version }, file, operations) => imgix(`${base}/${file}?v=${version}`, operations),
};

/** Where a picture is found in one of its widths (`photoWidths`). */
export function photoUrl(
  delivery: PhotoDelivery,
  file: string,
  { width, format }: { width: number; format: PhotoFormat },
): string {
  return addresses[delivery.cdn](delivery, file, {
    width,
    quality: PHOTO_QUALITY[format],
    format,
  });
}

/** A page has dozens of them, which were a quarter of the work of rendering it: each is made once. */
const srcSets = new Map<string, string>();

/** All widths of a picture, for the browser to choose from. */
export function photoSrcSet(delivery: PhotoDelivery, photo: Photo, format: PhotoFormat): string {
  const name = [delivery.cdn, delivery.base, delivery.version, photo.file, format].join(' ');
  const made =
    srcSets.get(name) ??
    photoWidths(photo)
      .map((width) => `${photoUrl(delivery, photo.file, { width, format })} ${width}w`)
      .join(', ');
  srcSets.set(name, made);
  return made;
}
