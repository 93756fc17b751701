import { data } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { FULFILMENT_WORDS, nameOrNumber } from '#app/owner/collections/words.ts';
import { ChosenDay, Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { undoOfLast } from '#app/owner/frame/undoable.ts';
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
  return ownerAction(args, Form, async ({ shop, by, form: { back, ...change } }) => {
    const booked = await findOrder(shop, args.params.order);
    const result = await setFulfilment(shop, { orderId: booked.id, ...change, by });
    const isQueued = back === '';
    if (result === 'conflict' || result === 'unknown') {
      const { status, words } = NOT_DONE[result];
      if (isQueued) throw data(null, { status });
      return { words };
    }
    if (isQueued) return {};
    return {
      words: `${FULFILMENT_WORDS[change.fulfilment]}: ${nameOrNumber(booked)}.`,
      undo: await undoOfLast(shop, booked.id, 'fulfilment'),
    };
  });
}
