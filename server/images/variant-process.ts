import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import type { PhotoVariant } from './make-variant.ts';

// A process of its own (make-variant.ts): encoding a wide AVIF takes more than 100 MB, and the
// allocator returns little of it. Resizes and encodes one photo for each message.

export interface VariantJob extends Pick<PhotoVariant, 'width' | 'quality' | 'format'> {
  /** Its path or content. */
  original: string | Uint8Array;
  avifEffort: number;
}

/** One CPU core stays free for the pages. */
sharp.concurrency(Math.max(1, availableParallelism() - 1));
// Every variant is made once, so libvips has nothing to reuse.
sharp.cache(false);

// The server has ended.
process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  if (!isJob(message)) return;
  process.send?.(await make(message).catch((error: unknown) => String(error)));
});

function make({ original, width, quality, format, avifEffort }: VariantJob): Promise<Uint8Array> {
  return sharp(original)
    .resize(width)
    .toFormat(format, {
      quality,
      ...(format === 'avif' && { effort: avifEffort }),
      ...(format === 'jpeg' && { progressive: true }),
    })
    .toBuffer();
}

function isJob(message: unknown): message is VariantJob {
  return typeof message === 'object' && message !== null && 'avifEffort' in message;
}
