import { href } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/web-manifest';
import icon192 from './icons/icon-192.png?no-inline';
import icon512 from './icons/icon-512.png?no-inline';
import maskable512 from './icons/maskable-512.png?no-inline';
import { MARZIPAN } from './shop-icons.tsx';

/** `/site.webmanifest`: the shop on a phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name, tagline } = (await currentWords(context.get(shopContext))).name;
  const manifest = {
    id: href('/'),
    name: `${name}, cakes made to order`,
    short_name: name,
    description: tagline,
    lang: 'en-GB',
    start_url: href('/'),
    scope: href('/'),
    // Keeps the URL bar and the Back button, which customers need when paying.
    display: 'browser',
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
