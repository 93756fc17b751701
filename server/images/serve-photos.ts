import type { Photo } from '#domain/catalogue/photo.ts';
import type { Log } from '#domain/ports.ts';
import { createMakeVariant, type MakeVariant } from './make-variant.ts';
import { mastersVersion } from './masters-version.ts';
import { listVariants, type PhotoVariant } from './photo-list.ts';
import { cacheVariants } from './variant-cache.ts';

/** Where the embedded image CDN stands: `/_img/w_400,q_70,f_webp/v123/hero.jpg`. */
export const PHOTOS_PATH = '/_img';

interface PhotoSettings {
  photos: Photo[];
  /** The folder of the masters. */
  masters: string;
  /** The folder where what was made of them is kept. */
  keptIn: string;
  log: Log;
}

/** The embedded image CDN, and the version that its addresses carry. */
export async function openPhotos({ photos, masters, keptIn, log }: PhotoSettings) {
  const version = await mastersVersion(masters, photos);
  const make = createMakeVariant(masters);
  const picture = cacheVariants({ folder: keptIn, version, make, log });
  return { version, serve: createServePhotos(photos, version, picture) };
}

/** Whatever is not on the list is refused before any work is done. */
export function createServePhotos(photos: Photo[], version: string, picture: MakeVariant) {
  const variants = listVariants(photos);

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Pictures can only be looked at.', {
        status: 405,
        headers: { Allow: 'GET, HEAD' },
      });
    }
    const asked = read(new URL(request.url).pathname);
    if (!asked) return new Response('There is no such picture.', { status: 404 });
    const body = await picture(asked.variant);
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        'Content-Type': `image/${asked.variant.format}`,
        'Content-Length': String(body.byteLength),
        'Cache-Control': asked.isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    });
  };

  function read(pathname: string): { variant: PhotoVariant; isCurrent: boolean } | undefined {
    const [root, mount, operations, asked, file, ...more] = pathname.split('/');
    if (root !== '' || `/${mount}` !== PHOTOS_PATH || more.length > 0) return undefined;
    const variant = variants.get(`${operations}/${file}`);
    if (!variant || !asked || !/^v\d{1,10}$/.test(asked)) return undefined;
    // A page from before, or of a server that is newer, still gets its picture: today's, not kept.
    return { variant, isCurrent: asked === `v${version}` };
  }
}
