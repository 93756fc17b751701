import { data, href, redirect } from 'react-router';
import { ownPath } from '#app/owner/frame/own-path.ts';
import { withOrderDone } from '#app/owner/frame/undo/undo-address.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { payAtCounter } from '#server/orders/at-counter.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { Route } from './+types/paid';

/** Records that an order is paid at the counter. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { id: by } = context.get(personContext);
  const back = ownPath((await readForm(request))('back'));
  const shop = context.get(shopContext);
  const orderId = (await bookedOrder(shop, params.order))?.id;
  if (!orderId) throw data(null, { status: 404 });
  const result = await payAtCounter(shop, orderId, by);
  // It was cancelled on another device: the order says so.
  if (result === 'unknown') throw redirect(href('/owner/orders/:order', { order: orderId }), 303);
  throw redirect(withOrderDone(back, { kind: 'paid', orderId, detail: result }), 303);
}

/** The address is only for the form. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(href('/owner/orders/:order', { order: params.order }));
}
