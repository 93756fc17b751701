import { writeMoves } from '#app/owner/frame/undo/undo-address.ts';
import { type UndoNotice, writeOrderDone } from '#app/owner/frame/undo/undo-order-change.ts';
import { isFinished } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';

/**
 * The field of the form that takes back what the customer has changed, while nothing has changed it since.
 * On the server.
 */
export function undoOf(
  event: OrderEvent,
  { id, trail, textChanges, items, days }: BookedOrder,
): { undo?: UndoNotice['fields'][number] } {
  if (event.actor !== 'customer') return {};
  if (event.kind === 'moved') {
    const { from, to } = event.facts;
    const isLast = trail.findLast(({ kind }) => kind === 'moved') === event;
    const fulfilment = days.find(({ day }) => day === to)?.fulfilment;
    const canUndo = isLast && !isFinished(fulfilment);
    return canUndo ? { undo: ['moved', writeMoves([{ orderId: id, from, to }])] } : {};
  }
  if (event.kind !== 'text-changed') return {};
  const { number, position } = event.facts;
  const last = textChanges.findLast((change) => change.position === position);
  const day = position === undefined ? undefined : items[position]?.day;
  const isMade = days.some((each) => each.day === day && isFinished(each.fulfilment));
  if (last?.number !== number || isMade) return {};
  const done = { kind: 'text', orderId: id, detail: String(number) } as const;
  return { undo: ['done', writeOrderDone(done)] };
}
