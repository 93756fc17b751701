import type { Fulfilment } from '#domain/book/collection.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';

/** The customer's name, where the number of the order is shown beside it. It is empty once it was removed. */
export function customerName({ name }: { name: string }): string {
  return name || 'Name removed';
}

/** The customer's name, or the number of the order in its place: `Order 4KX7WP`. */
export function nameOrNumber({ name, number }: { name: string; number: string }): string {
  return name || `Order ${number}`;
}

/** What is done with a collection. */
export const FULFILMENT_WORDS: Record<Fulfilment, string> = {
  'to-make': 'To make',
  ready: 'Ready',
  collected: 'Collected',
  missed: 'Not collected',
};

/** Nothing of an order can change while nobody knows whether it is being paid. */
export function payingInWords(name: string): string {
  return `${name} may be paying by card just now, and Stripe does not answer. Try again in a moment.`;
}

export function paidByBankInWords(name: string): string {
  return `${name} has paid by bank; the money is on its way.`;
}

/** Instead of saying that the customer gets an e-mail. */
export const NO_EMAIL = 'There is no e-mail address: please ring the customer.';

/** How the customer learns of a change that Undo takes back. */
export function howCustomerLearns(hasEmail: boolean): string {
  return hasEmail
    ? `The customer gets an e-mail after ${UNDO_SECONDS} seconds, unless you press Undo.`
    : NO_EMAIL;
}

export function noteInWords(staffNote: string): string {
  return staffNote === '' ? 'No note of ours.' : `Our note: ${staffNote}`;
}

/**
 * What is written on a cake now, or who collects the order: `On Victoria Sponge: “For Ada”.`
 * @param position of the item; undefined: who collects the order.
 */
export function textInWords(
  { items, name }: Pick<BookedOrder, 'items' | 'name'>,
  position: number | undefined,
  text: string,
): string {
  if (position === undefined) return `${text || name || 'The customer'} collects it.`;
  return `On ${itemAt(items, position)?.title ?? 'the cake'}: ${text === '' ? 'nothing' : `“${text}”`}.`;
}
