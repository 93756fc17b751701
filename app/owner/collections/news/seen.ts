import { data, href, redirect } from 'react-router';
import { ownPath } from '#app/owner/frame/own-path.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { markSeen } from '#server/orders/tick-off.ts';
import type { Route } from './+types/seen';

/**
 * Marks what the customer of an order has changed as seen, as far as the screen showed it: answers a script
 * with a status, a form with a redirect.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const event = Number(field('event'));
  if (!Number.isSafeInteger(event)) throw data(null, { status: 400 });
  const shop = context.get(shopContext);
  const orderId = (await bookedOrder(shop, params.order))?.id;
  if (!orderId) throw data(null, { status: 404 });
  await markSeen(shop, { orderId, event, by: context.get(personContext).id });
  if (request.headers.get('Accept') === 'application/json') return Response.json({ seen: true });
  throw redirect(ownPath(field('back')), 303);
}

/** The address is only for the form. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(href('/owner/orders/:order', { order: params.order }));
}
