import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { markSeen } from '#server/orders/tick-off.ts';
import type { Route } from './+types/seen';

const Form = z.object({ event: z.coerce.number().int() });

/** Marks what the customer of an order has changed as seen, as far as the screen showed it. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { event } }) => {
    const { id: orderId } = await findOrder(shop, args.params.order);
    await markSeen(shop, { orderId, event, by });
    return {};
  });
}
