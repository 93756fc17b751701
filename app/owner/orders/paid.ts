import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { paidByBankInWords, payingInWords } from '#app/owner/collections/words.ts';
import { formatPence } from '#domain/money.ts';
import { Pence } from '#domain/pence.ts';
import { payAtCounter } from '#server/orders/at-counter.ts';
import type { Route } from './+types/paid';

const Amount = z.coerce.number().pipe(Pence);

const Form = z.object({ amount: Amount, left: Amount });

/** Records that an order is paid at the counter. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, Form, async ({ shop, by, form, orderId, screen, name, undoOf }) => {
    switch (await payAtCounter(shop, orderId, by, form)) {
      case 'paid': {
        const words = `${name} paid ${formatPence(form.amount)}.`;
        return { words, undo: await undoOf('counter-paid') };
      }
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
        return { to: screen };
    }
  });
}
