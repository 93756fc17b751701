import { data } from 'react-router';
import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import { ChosenDay, Text } from '#app/owner/frame/form-fields.ts';
import { FULFILMENTS } from '#domain/book/collection.ts';
import { setFulfilment } from '#server/orders/tick-off.ts';
import type { Route } from './+types/fulfilment';

const Form = z.object({
  day: ChosenDay,
  /** What the screen showed. */
  from: z.enum(FULFILMENTS),
  fulfilment: z.enum(FULFILMENTS),
  /** Empty from the queue of ticks, which says itself what became of one. */
  back: Text,
});

const NOT_DONE = {
  conflict: { status: 409, words: 'It was changed on another device. This is how it is now.' },
  unknown: { status: 404, words: 'It could not be ticked off.' },
};

/** Ticks a collection off. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, Form, async ({ form: { back, ...change }, ...about }) => {
    const { shop, by, orderId, name } = about;
    const result = await setFulfilment(shop, { orderId, ...change, by });
    const isQueued = back === '';
    if (result === 'conflict' || result === 'unknown') {
      const { status, words } = NOT_DONE[result];
      if (isQueued) throw data(null, { status });
      return { words };
    }
    if (isQueued) return {};
    const words = `${FULFILMENT_WORDS[change.fulfilment]}: ${name}.`;
    return { words, undo: await about.undoOf('fulfilment') };
  });
}
