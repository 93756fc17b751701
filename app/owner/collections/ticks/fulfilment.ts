import { data, href, redirect } from 'react-router';
import { ownPath } from '#app/owner/frame/own-path.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { isFulfilment } from '#domain/book/collection.ts';
import { isDay } from '#domain/calendar/days.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import type { Route } from './+types/fulfilment';

const STATUS = { changed: 200, unchanged: 200, conflict: 409, unknown: 404 };

/** Ticks a collection off: answers a script with a status, a form with a redirect. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const [day, from, fulfilment] = [field('day'), field('from'), field('fulfilment')];
  if (!isDay(day) || !isFulfilment(from) || !isFulfilment(fulfilment))
    throw data(null, { status: 400 });
  const { id: by } = context.get(personContext);
  const shop = context.get(shopContext);
  const booked = await bookedOrder(shop, params.order);
  const change = booked && { orderId: booked.id, day, from, fulfilment, by };
  const result = change ? await setFulfilment(shop, change) : 'unknown';
  if (request.headers.get('Accept') === 'application/json') {
    return Response.json({ result }, { status: STATUS[result] });
  }
  const target = new URL(ownPath(field('back')), request.url);
  const isDone = result === 'changed' || result === 'unchanged';
  target.searchParams.set(
    'ticked',
    isDone ? [params.order, day, from, fulfilment].join('~') : result,
  );
  throw redirect(`${target.pathname}${target.search}`, 303);
}

/** The address is only for the form. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(href('/owner/orders/:order', { order: params.order }));
}
