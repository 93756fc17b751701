import { data } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { requestPhoto } from '#server/requests/rows.ts';
import type { Route } from './+types/photo';
import { requestWith } from './find-request.ts';

/** A photo of a request, for those who may read it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { id } = await requestWith(shop, params.request);
  const photo = await requestPhoto(shop, id, params.position);
  if (!photo) throw data(null, { status: 404 });
  return new Response(Uint8Array.from(photo), { headers: { 'Content-Type': 'image/jpeg' } });
}
