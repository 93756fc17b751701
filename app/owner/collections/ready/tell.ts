import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { NO_EMAIL } from '#app/owner/collections/words.ts';
import { ChosenDay } from '#app/owner/frame/form-fields.ts';
import { tellReady } from '#server/orders/ready.ts';
import type { Route } from './+types/tell';

const Form = z.object({ day: ChosenDay });

/** Tells a customer that their order is ready. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, Form, async ({ shop, by, form: { day }, orderId, name, undoOf }) => {
    const result = await tellReady(shop, { orderId, day, by });
    switch (result) {
      case 'planned':
        return { words: `${name} is told that it is ready.`, undo: await undoOf('ready-told') };
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
