import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { ChosenDay } from '#app/owner/frame/form-fields.ts';
import { tellReady } from '#server/orders/ready.ts';
import type { Route } from './+types/tell';

const Form = z.object({ day: ChosenDay });

/** Tells a customer that their order is ready. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, Form, async ({ shop, by, form: { day }, orderId, name, undoOf }) => {
    if (await tellReady(shop, { orderId, day, by })) {
      return { words: `${name} is told that it is ready.`, undo: await undoOf('ready-told') };
    }
    return { words: `Nothing was sent to ${name} now. Please look at the order.` };
  });
}
