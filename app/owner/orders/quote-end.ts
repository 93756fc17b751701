import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { paidByBankInWords, payingInWords } from '#app/owner/collections/words.ts';
import { withdrawQuote } from '#server/orders/quotes.ts';
import type { Route } from './+types/quote-end';

/** Ends a quote that the cafe does not want to make any more. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, z.object({}), async ({ shop, by, orderId, name }) => {
    switch (await withdrawQuote(shop, { orderId, by })) {
      case 'withdrawn':
      case 'unchanged':
        return {
          words: `The quote for ${name} has ended. Its link says so; nobody is written to.`,
        };
      case 'paid':
        return { words: `Too late: ${name} has accepted and paid.` };
      case 'processing':
        return { words: `Too late: ${paidByBankInWords(name)}` };
      case 'unavailable':
        return { words: payingInWords(name) };
    }
  });
}
