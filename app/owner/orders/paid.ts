import { href } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { nameOrNumber, paidByBankInWords, payingInWords } from '#app/owner/collections/words.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { undoOfLast } from '#app/owner/frame/undoable.ts';
import { formatPence } from '#domain/money.ts';
import { Pence } from '#domain/pence.ts';
import { payAtCounter } from '#server/orders/at-counter.ts';
import type { Route } from './+types/paid';

const Amount = z.coerce.number().pipe(Pence);

const Form = z.object({ amount: Amount, left: Amount });

/** Records that an order is paid at the counter. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { amount, left } }) => {
    const { order } = args.params;
    const booked = await findOrder(shop, order);
    const name = nameOrNumber(booked);
    const result = await payAtCounter(shop, booked.id, by, { amount, left });
    switch (result) {
      case 'paid':
        return {
          words: `${name} paid ${formatPence(amount)}.`,
          undo: await undoOfLast(shop, booked.id, 'counter-paid'),
        };
      case 'unchanged':
        return { words: `${name} had paid before.` };
      case 'stale':
        return {
          words: `Nothing was saved: ${name} has paid meanwhile, or has another amount to pay. Please look at the order.`,
        };
      case 'processing':
        return { words: paidByBankInWords(name) };
      case 'unavailable':
        return { words: payingInWords(name) };
      case 'unknown':
        // It was cancelled on another device: the order says so.
        return { to: href('/owner/orders/:order', { order }) };
    }
  });
}
