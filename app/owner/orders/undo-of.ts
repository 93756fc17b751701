import type { BookedOrder } from '#domain/book/book-ports.ts';
import type { OrderEvent } from '#domain/book/trail.ts';

/**
 * The fields of the form that takes back what the customer has changed, while nothing has changed it since.
 * On the server.
 */
export function undoOf(
  event: OrderEvent,
  { id, trail, textChanges, days }: BookedOrder,
): { undo?: { text: string; moved: string } } {
  if (event.actor !== 'customer') return {};
  if (event.kind === 'moved') {
    const { from, to } = event.facts;
    const isLast = trail.findLast(({ kind }) => kind === 'moved') === event;
    const made = days.find(({ day }) => day === to)?.made;
    const canUndo = isLast && made !== 'ready' && made !== 'collected';
    return canUndo ? { undo: { text: '', moved: [id, from, to].join('~') } } : {};
  }
  if (event.kind !== 'text-changed') return {};
  const { number, position } = event.facts;
  const last = textChanges.findLast((change) => change.position === position);
  return last?.number === number ? { undo: { text: `${id}~${number}`, moved: '' } } : {};
}
