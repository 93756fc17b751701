import type { BookedOrder } from '#domain/book/book-ports.ts';
import { isFinished } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';

/**
 * The fields of the form that takes back what the customer has changed, while nothing has changed it since.
 * On the server.
 */
export function undoOf(
  event: OrderEvent,
  { id, trail, textChanges, items, days }: BookedOrder,
): { undo?: { text: string; moved: string } } {
  if (event.actor !== 'customer') return {};
  if (event.kind === 'moved') {
    const { from, to } = event.facts;
    const isLast = trail.findLast(({ kind }) => kind === 'moved') === event;
    const made = days.find(({ day }) => day === to)?.made;
    const canUndo = isLast && !isFinished(made);
    return canUndo ? { undo: { text: '', moved: [id, from, to].join('~') } } : {};
  }
  if (event.kind !== 'text-changed') return {};
  const { number, position } = event.facts;
  const last = textChanges.findLast((change) => change.position === position);
  const day = position === undefined ? undefined : items[position]?.day;
  const isMade = days.some((each) => each.day === day && isFinished(each.made));
  return last?.number === number && !isMade ? { undo: { text: `${id}~${number}`, moved: '' } } : {};
}
