import type { Made } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { CUSTOMER_FIELDS, tooLongText } from '#domain/orders/customer-details.ts';
import { messageProblem } from '#domain/orders/message.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import { lineProblem } from '#domain/orders/plain-text.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Ports } from '#server/ports.ts';
import { findBooked } from './book.ts';

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

interface CustomerChange {
  /** How many texts of the order had been changed when the page was shown. */
  changes: number;
  /** How many the customer may change. */
  most: number;
}

/**
 * `unchanged`: it reads so already. `conflict`: it is not what the page showed. `printed`: the customer is too
 * late, because the bake sheet has been printed. `made`: the item is ready or collected; for the customer, staff
 * have ticked off its day in any way.
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

export type TextChangedByStaff = TextChanged | { problem: string };

/** Changes a text that staff have typed: also after the bake sheet was printed. */
export async function changeTextByStaff(
  ports: Pick<Ports, 'orders' | 'log'>,
  { to, ...change }: TextChange & { by: string },
): Promise<TextChangedByStaff> {
  const text = to.trim();
  const problem = textProblem(change.position, text);
  return problem ? { problem } : changeText(ports, { ...change, to: text });
}

/** Whether something can be written on the item, by the catalogue as it is now. */
export async function takesMessage(
  { catalogue }: Pick<Ports, 'catalogue'>,
  { cakeId, message }: Pick<OrderItem, 'cakeId' | 'message'>,
): Promise<boolean> {
  const entry = await catalogue.entry(cakeId);
  return entry ? !entry.cake.offMessage : message !== '';
}

/** @returns why the text cannot be a message, or say who collects; undefined if it can. */
export function textProblem(position: number | undefined, text: string): string | undefined {
  if (position !== undefined) return messageProblem(text);
  const { max } = CUSTOMER_FIELDS.name;
  return lineProblem(text) ?? (text.length > max ? tooLongText('name') : undefined);
}

/** Makes a text what it was, unless it has been changed since. @param number of the change. */
export async function undoTextChange(
  ports: Pick<Ports, 'db' | 'orders' | 'log'>,
  { orderId, number, by }: { orderId: OrderId; number: number; by: string },
): Promise<TextChanged> {
  const booked = await findBooked(ports, { id: orderId });
  const change = booked?.textChanges.find((each) => each.number === number);
  if (!change) return 'unknown';
  const { position, before, after } = change;
  return changeText(ports, { orderId, position, from: after, to: before, by });
}
