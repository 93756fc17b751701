import { href } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Route } from './+types/owner-manifest';
import { manifestResponse } from './manifest-response.ts';

/** `/owner.webmanifest`: the owner's side as an app. On an iPhone only an app gets notifications. */
export async function loader({ context }: Route.LoaderArgs) {
  const { name } = (await currentWords(context.get(shopContext))).name;
  return manifestResponse({
    id: href('/owner'),
    name: `${name}: orders and kitchen`,
    short_name: name,
    start_url: href('/owner'),
    scope: href('/owner'),
    display: 'standalone',
    shortcuts: [
      { name: 'Week', url: href('/owner/week') },
      { name: 'Orders', url: href('/owner/orders') },
      { name: 'An order on the phone', url: href('/owner/orders/new') },
    ],
  });
}
