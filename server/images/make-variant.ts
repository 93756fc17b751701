import { availableParallelism } from 'node:os';
import type { PhotoFormat } from '#app/ui/photo-variants.ts';

/** One picture file that a page may ask for. */
export interface PhotoVariant {
  file: string;
  width: number;
  quality: number;
  format: PhotoFormat;
}

/**
 * Resizes and encodes a photo of ours: what the owner sends was decoded and encoded in a process of its own.
 * @param original its path or content.
 */
export async function makeVariant(
  { width, quality, format }: PhotoVariant,
  original: string | Uint8Array,
  avifEffort: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  // One CPU core stays free for the pages.
  sharp.concurrency(Math.max(1, availableParallelism() - 1));
  // Every variant is made once, so libvips has nothing to reuse.
  sharp.cache(false);
  const picture = await sharp(original)
    .resize(width)
    .toFormat(format, {
      quality,
      ...(format === 'avif' && { effort: avifEffort }),
      ...(format === 'jpeg' && { progressive: true }),
    })
    .toBuffer();
  return new Uint8Array(picture);
}
