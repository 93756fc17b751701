import type { Made } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { Ports } from '#domain/ports.ts';
import { UNDO_SECONDS } from './move-order.ts';
import type { OrderId } from './order.ts';

/** A change of the message on an item, or of who collects the order. */
export interface TextChange {
  orderId: OrderId;
  /** Of the item; undefined: who collects. */
  position: number | undefined;
  /** What the page showed. */
  from: string;
  to: string;
  /** The person's id, or the customer with what their page showed. */
  by: string | CustomerChange;
}

export interface CustomerChange {
  /** How many texts of the order had been changed when the page was shown. */
  changes: number;
  /** How many the customer may change. */
  most: number;
}

/**
 * `unchanged`: it reads so already. `conflict`: it is not what the page showed. `printed`: the customer is too
 * late, because the bake sheet has been printed. `made`: staff have ticked off the item's day.
 */
export type TextChanged =
  | 'changed'
  | 'unchanged'
  | 'conflict'
  | 'too-often'
  | 'printed'
  | 'unknown'
  | { day: Day; made: Made };

/**
 * Changes a text and tells the customer by e-mail, after the time in which it can be taken back.
 * Idempotent. The caller checks the new text.
 */
export async function changeText(
  { orders, log }: Pick<Ports, 'orders' | 'log'>,
  change: TextChange,
): Promise<TextChanged> {
  const result = await orders.changeText(change, UNDO_SECONDS);
  const { orderId, position = 'collector' } = change;
  if (result === 'changed') log.info({ orderId, position }, 'text of an order changed');
  return result;
}

/** Makes a text what it was, unless it has been changed since. @param number of the change. */
export async function undoTextChange(
  ports: Pick<Ports, 'orders' | 'book' | 'log'>,
  { orderId, number, by }: { orderId: OrderId; number: number; by: string },
): Promise<TextChanged> {
  const booked = await ports.book.order({ id: orderId });
  const change = booked?.textChanges.find((each) => each.number === number);
  if (!change) return 'unknown';
  const { position, before, after } = change;
  return changeText(ports, { orderId, position, from: after, to: before, by });
}
