import { href } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/owner-manifest';
import icon192 from './icons/icon-192.png?no-inline';
import icon512 from './icons/icon-512.png?no-inline';
import maskable512 from './icons/maskable-512.png?no-inline';
import { MARZIPAN } from './shop-icons.tsx';

/** `/owner.webmanifest`: the owner's side as an app. On an iPhone only an app gets notifications. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name } = (await currentWords(context.get(shopContext))).name;
  const manifest = {
    id: href('/owner'),
    name: `${name}: orders and kitchen`,
    short_name: name,
    lang: 'en-GB',
    start_url: href('/owner'),
    scope: href('/owner'),
    display: 'standalone',
    background_color: MARZIPAN,
    theme_color: MARZIPAN,
    icons: [
      { src: icon192, sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: icon512, sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: maskable512, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Week', url: href('/owner/week') },
      { name: 'Orders', url: href('/owner/orders') },
      { name: 'An order on the phone', url: href('/owner/orders/new') },
    ],
  };
  return new Response(JSON.stringify(manifest, null, 2), {
    headers: { 'Content-Type': 'application/manifest+json' },
  });
}
