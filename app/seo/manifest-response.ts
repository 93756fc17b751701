import icon192 from './icons/icon-192.png?no-inline';
import icon512 from './icons/icon-512.png?no-inline';
import maskable512 from './icons/maskable-512.png?no-inline';
import { MARZIPAN } from './shop-icons.tsx';

interface ManifestFields {
  id: string;
  name: string;
  short_name: string;
  description?: string;
  start_url: string;
  scope: string;
  display: 'browser' | 'standalone';
  shortcuts?: { name: string; url: string }[];
}

/** A web app manifest, with the icons and colours of the shop. */
export function manifestResponse(fields: ManifestFields): Response {
  const manifest = {
    ...fields,
    lang: 'en-GB',
    background_color: MARZIPAN,
    theme_color: MARZIPAN,
    icons: [
      { src: icon192, sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: icon512, sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: maskable512, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest, null, 2), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
}
