import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { markSeen } from '#server/orders/tick-off.ts';
import type { Route } from './+types/seen';

const Form = z.object({ event: z.coerce.number().int() });

/** Marks what the customer of an order has changed as seen, as far as the screen showed it. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, Form, async ({ shop, by, form: { event }, orderId }) => {
    await markSeen(shop, { orderId, event, by });
    return {};
  });
}
