import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { isFinished } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import { formatPence } from '#domain/money.ts';
import { canTransition } from '#domain/orders/order.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { isReturned } from '#domain/orders/reversal.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { hasMoneyRested } from '#server/orders/take-off.ts';

/**
 * What takes back what the customer has changed, while nothing has changed it since. On the server.
 * @returns undefined for any other event.
 */
export function undoOf(event: OrderEvent, { trail, items, days }: BookedOrder): string | undefined {
  if (event.actor !== 'customer') return undefined;
  const isFinishedOn = (wanted: string | undefined) =>
    days.some(({ day, fulfilment }) => day === wanted && isFinished(fulfilment));
  const undo = writeUndoables([{ kind: 'events', ids: [event.id] }]);
  if (event.kind === 'moved') {
    const isLast = trail.findLast(({ kind }) => kind === 'moved') === event;
    return isLast && !isFinishedOn(event.facts.to) ? undo : undefined;
  }
  if (event.kind !== 'text-changed') return undefined;
  const { position } = event.facts;
  const last = trail.findLast(
    (each) => each.kind === 'text-changed' && each.facts.position === position,
  );
  const day = position === undefined ? undefined : itemAt(items, position)?.day;
  return event.texts && last === event && !isFinishedOn(day) ? undo : undefined;
}

/**
 * What was paid at the counter of an order, unless something of it was given back, and what takes it back, also later
 * than the notice of it. On the server.
 */
export function counterPayments({ order, state, trail }: BookedOrder) {
  if (!order || !canTransition('unpayAtCounter', state)) return [];
  const gone = new Set([
    ...trail.flatMap((event) => (event.kind === 'counter-unpaid' ? event.facts.payment : [])),
    ...order.reversals.flatMap((each) => (isReturned(each.state) ? [] : each.payment)),
  ]);
  return trail.flatMap((event) => {
    if (event.kind !== 'counter-paid' || gone.has(event.facts.payment)) return [];
    const amount = formatPence(event.facts.amount);
    return { amount, undo: writeUndoables([{ kind: 'events', ids: [event.id] }]) };
  });
}

/** What takes off what staff have added last, also later than the notice of it. On the server. */
export function undoOfAddition({ state, items, trail }: BookedOrder) {
  const at = trail.findLastIndex(({ kind }) => kind === 'added');
  const event = trail[at];
  if (event?.kind !== 'added' || event.actor !== 'staff' || !canTransition('payAtCounter', state))
    return undefined;
  const titles = event.facts.positions.flatMap((position) => itemAt(items, position)?.title ?? []);
  if (titles.length === 0 || !hasMoneyRested(trail, at)) return undefined;
  return { titles: titles.join(', '), undo: writeUndoables([{ kind: 'events', ids: [event.id] }]) };
}
