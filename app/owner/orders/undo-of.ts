import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { isFinished } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import { isPaidAtCounter } from '#domain/orders/order.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';

/**
 * What takes back what the customer has changed, while nothing has changed it since. On the server.
 * @returns undefined for any other event.
 */
export function undoOf(
  event: OrderEvent,
  { trail, textChanges, items, days }: BookedOrder,
): string | undefined {
  if (event.actor !== 'customer') return undefined;
  const isFinishedOn = (wanted: string | undefined) =>
    days.some(({ day, fulfilment }) => day === wanted && isFinished(fulfilment));
  const undo = writeUndoables([{ kind: 'event', id: event.id }]);
  if (event.kind === 'moved') {
    const isLast = trail.findLast(({ kind }) => kind === 'moved') === event;
    return isLast && !isFinishedOn(event.facts.to) ? undo : undefined;
  }
  if (event.kind !== 'text-changed') return undefined;
  const { number, position } = event.facts;
  const last = textChanges.findLast((change) => change.position === position);
  const day = position === undefined ? undefined : items[position]?.day;
  return last?.number === number && !isFinishedOn(day) ? undo : undefined;
}

/** What takes back that the order was paid at the counter, also later than the notice of it. On the server. */
export function undoOfCounterPayment({ order, trail, refunded }: BookedOrder): string | undefined {
  const event = trail.findLast(({ kind }) => kind === 'counter-paid');
  const isLeft = event && order && isPaidAtCounter(order) && refunded === 0;
  return isLeft ? writeUndoables([{ kind: 'event', id: event.id }]) : undefined;
}
