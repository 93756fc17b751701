import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { declineCancel } from '#server/orders/cancel-request.ts';
import type { Route } from './+types/decline-cancel';

/** Keeps an order whose customer asks to cancel it. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, z.object({}), async ({ shop, by, orderId, screen, name, undoOf }) => {
    const result = await declineCancel(shop, orderId, by);
    // It was cancelled on another device: the order says so.
    if (result === 'unknown') return { to: screen };
    return { words: `The order of ${name} stays.`, undo: await undoOf('cancel-declined') };
  });
}
