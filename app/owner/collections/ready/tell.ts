import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { NO_EMAIL, nameOrNumber } from '#app/owner/collections/words.ts';
import { ChosenDay } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { undoOfLast } from '#app/owner/frame/undoable.ts';
import { tellReady } from '#server/orders/ready.ts';
import type { Route } from './+types/tell';

const Form = z.object({ day: ChosenDay });

/** Tells a customer that their order is ready. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { day } }) => {
    const booked = await findOrder(shop, args.params.order);
    const name = nameOrNumber(booked);
    const result = await tellReady(shop, { orderId: booked.id, day, by });
    switch (result) {
      case 'planned':
        return {
          words: `${name} is told that it is ready.`,
          undo: await undoOfLast(shop, booked.id, 'ready-told'),
        };
      case 'known':
        return { words: `${name} was told before.` };
      case 'no address':
        return { words: NO_EMAIL };
      case 'off':
        return { words: 'Customers are no longer told that it is ready.' };
      case 'unknown':
        return { words: `${name} is not told: please look at the order.` };
      default:
        return {
          words: `${name} is not told: ${REASONS[result.reason] ?? 'please look at the order'}.`,
        };
    }
  });
}

const REASONS: Record<string, string> = {
  'not ready': 'tick it Ready first',
  collected: 'it was collected',
  'paid back': 'all was paid back',
  'too late': 'you have closed',
};
