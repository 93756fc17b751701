import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { paidByBankInWords, payingInWords } from '#app/owner/collections/words.ts';
import { agreeQuote } from '#server/orders/quotes.ts';
import type { Route } from './+types/quote-agree';

/** Puts a quote into the book that the customer has accepted without paying. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, z.object({}), async ({ shop, by, orderId, name }) => {
    switch (await agreeQuote(shop, { orderId, by })) {
      case 'agreed':
        return { words: `The order of ${name} is in the book.` };
      case 'unchanged':
      case 'paid':
        return { words: `${name} has accepted it already.` };
      case 'full':
        return {
          words: 'Not booked: that day is full by now. Change the quote to take it all the same.',
        };
      case 'over':
        return { words: 'Not booked: the quote has ended. Make another one.' };
      case 'processing':
        return { words: paidByBankInWords(name) };
      case 'unavailable':
        return { words: payingInWords(name) };
    }
  });
}
