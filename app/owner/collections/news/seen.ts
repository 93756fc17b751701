import { data, href, redirect } from 'react-router';
import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { markSeen } from '#server/orders/tick-off.ts';
import type { Route } from './+types/seen';

const Form = z.object({ event: z.coerce.number().int() });

/** Marks what the customer of an order has changed as seen, as far as the screen showed it. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { event } }) => {
    const booked = await bookedOrder(shop, args.params.order);
    if (!booked) throw data(null, { status: 404 });
    await markSeen(shop, { orderId: booked.id, event, by });
    return {};
  });
}

/** The address is only for the form. */
export function loader({ params }: Route.LoaderArgs) {
  throw redirect(href('/owner/orders/:order', { order: params.order }));
}
