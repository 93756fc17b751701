import { data } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { photoByLink } from '#server/requests/link.ts';
import type { Route } from './+types/photo';

/** A photo of a request, for who has its link; the URL is a secret, so nothing may store it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const photo = await photoByLink(context.get(shopContext), params.token, params.position);
  if (!photo) throw data(null, { status: 404 });
  return new Response(Uint8Array.from(photo), { headers: { 'Content-Type': 'image/jpeg' } });
}
