import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import type { PhotoFormat } from '#app/ui/photo-variants.ts';
import { serveJobs } from './run-in-child.ts';

// A process of its own: encoding a wide AVIF takes more than 100 MB, and the allocator returns little of it.

export interface VariantJob {
  /** Its path or content. */
  original: string | Uint8Array;
  width: number;
  quality: number;
  format: PhotoFormat;
  avifEffort: number;
}

/** One CPU core stays free for the pages. */
sharp.concurrency(Math.max(1, availableParallelism() - 1));
// Every variant is made once, so libvips has nothing to reuse.
sharp.cache(false);

serveJobs(async (job) => {
  if (!isJob(job)) throw new TypeError('A job has another shape.');
  const { original, width, quality, format, avifEffort } = job;
  return sharp(original)
    .resize(width)
    .toFormat(format, {
      quality,
      ...(format === 'avif' && { effort: avifEffort }),
      ...(format === 'jpeg' && { progressive: true }),
    })
    .toBuffer();
});

function isJob(job: unknown): job is VariantJob {
  return typeof job === 'object' && job !== null && 'avifEffort' in job;
}
