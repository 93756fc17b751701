import { href } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/web-manifest';
import { manifestResponse } from './manifest-response.ts';

/** `/site.webmanifest`: the shop on a phone's home screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name, tagline } = (await currentWords(context.get(shopContext))).name;
  return manifestResponse({
    id: href('/'),
    name: `${name}, cakes made to order`,
    short_name: name,
    description: tagline,
    start_url: href('/'),
    scope: href('/'),
    // Keeps the URL bar and the Back button, which customers need when paying.
    display: 'browser',
  });
}
