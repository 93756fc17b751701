import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { PhotoFormat } from '#app/ui/photo-variants.ts';

/** One picture file that a page may ask for. */
export interface PhotoVariant {
  file: string;
  width: number;
  quality: number;
  format: PhotoFormat;
  /** Not one of `cafe/`. */
  isUploaded?: boolean;
}

export type MakeVariant = (variant: PhotoVariant) => Promise<Uint8Array<ArrayBuffer>>;

/** Resizes and encodes photos. One CPU core stays free for the pages. */
export function createMakeVariant(avifEffort: number) {
  const limit = pLimit(Math.max(1, availableParallelism() - 1));
  /** @param original its path or content. */
  return (
    { width, quality, format }: PhotoVariant,
    original: string | Uint8Array,
  ): ReturnType<MakeVariant> =>
    limit(async () => {
      const sharp = await loadSharp();
      return sharp(original)
        .resize(width)
        .toFormat(format, {
          quality,
          ...(format === 'avif' && { effort: avifEffort }),
          ...(format === 'jpeg' && { progressive: true }),
        })
        .toBuffer();
    });
}

/** Loaded with the first picture that has to be made: most starts need none. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // The limit above counts pictures, so each one gets one thread.
  sharp.concurrency(1);
  // Every variant is made once, so libvips has nothing to reuse.
  sharp.cache(false);
  return sharp;
}
