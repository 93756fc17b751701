import { href } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { nameOrNumber } from '#app/owner/collections/words.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { undoOfLast } from '#app/owner/frame/undoable.ts';
import { formatPence } from '#domain/money.ts';
import { payAtCounter } from '#server/orders/at-counter.ts';
import type { Route } from './+types/paid';

export { toOrder as loader } from '#app/owner/collections/find-order.ts';

/** Records that an order is paid at the counter. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const { order } = args.params;
    const booked = await findOrder(shop, order);
    const name = nameOrNumber(booked);
    const result = await payAtCounter(shop, booked.id, by);
    switch (result) {
      case 'paid':
        return {
          words: `${name} paid ${formatPence(booked.total)}.`,
          undo: await undoOfLast(shop, booked.id, 'counter-paid'),
        };
      case 'unchanged':
        return { words: `${name} had paid before.` };
      case 'processing':
        return { words: `${name} has paid by bank; the money is on its way.` };
      case 'unavailable':
        return {
          words: `${name} may be paying by card just now, and Stripe does not answer. Try again in a moment.`,
        };
      case 'unknown':
        // It was cancelled on another device: the order says so.
        return { to: href('/owner/orders/:order', { order }) };
    }
  });
}
