import { availableParallelism } from 'node:os';
import type { SharpOptions } from 'sharp';
import type { PhotoVariant } from './photo-list.ts';
import { createQueue } from './queue.ts';

export type MakeVariant = (variant: PhotoVariant) => Promise<Uint8Array<ArrayBuffer>>;

/** sharp's own is 4: four times the time for files that are 6 % smaller. */
const AVIF_EFFORT = 3;

/** Makes the picture from the master in `masters`, as many at once as leave a core for the pages. */
export function createMakeVariant(masters: string): MakeVariant {
  const inTurn = createQueue(Math.max(1, availableParallelism() - 1));
  let ipx: ReturnType<typeof openIpx> | undefined;

  return (variant) =>
    inTurn(async () => {
      // Loaded with the first picture that is made: no start waits for it, and most need none.
      ipx ??= openIpx(masters);
      const open = await ipx;
      const { data } = await open(variant.file, {
        w: String(variant.width),
        q: String(variant.quality),
        f: variant.format,
      }).process();
      return Buffer.from(data);
    });
}

async function openIpx(masters: string) {
  const [{ createIPX, ipxFSStorage }, { default: sharp }] = await Promise.all([
    import('ipx'),
    import('sharp'),
  ]);
  // The queue says how many work at once; one picture on several cores would get round it.
  sharp.concurrency(1);
  // Every picture is made once in its life.
  sharp.cache(false);
  // ipx lays these over sharp's settings, and offers no other way to those of a format.
  const sharpOptions: SharpOptions & { heifEffort: number } = { heifEffort: AVIF_EFFORT };
  return createIPX({ storage: ipxFSStorage({ dir: masters }), sharpOptions });
}
