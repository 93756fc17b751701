import { countOf } from '#app/owner/collections/collection-view.ts';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import type { Fulfilment } from '#domain/book/collection.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { timeInWords } from '#domain/calendar/times.ts';
import { wasBooked } from '#domain/orders/order.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { MoveOrderResult } from '#server/orders/move.ts';

// On the server: what the forms of an order say.

/** What the form of the note of staff shows. @returns undefined if the order has none to write. */
export function writableNote({ state, anonymisedAt, staffNote, trail }: BookedOrder) {
  if (!wasBooked(state) || anonymisedAt !== null) return undefined;
  // Of the note alone: nothing else that happens to the order is a conflict.
  const version = trail.findLast(({ kind }) => kind === 'note-changed')?.id ?? 0;
  return { staffNote, version };
}

/** Why an order was not moved, and what to do. */
export function moveProblem(result: Exclude<MoveOrderResult, { ok: true }>, to: Day): string {
  switch (result.reason) {
    case 'closed':
      return `Customers cannot choose ${dayInWords(to)}: ${result.why}.`;
    case 'ticked-off':
      return tickedProblem(result);
    case 'full':
      return `${dayInWords(to)} is full: ${result.left > 0 ? `only ${countOf(result.left, 'point')} left` : 'nothing is left'}.`;
    case 'time':
      return timeProblem(result, to);
    case 'past':
      return `${dayInWords(to)} is in the past. Please choose a later day.`;
    case 'too-far':
      return `${dayInWords(to)} is more than two years ahead. Please check the year.`;
    case 'conflict':
      return 'It was moved on another device.';
    case 'unknown':
      return 'It cannot be moved: it was never paid, or its name has been removed.';
  }
}

export function timeProblem(
  { isFull, offered }: Pick<Extract<MoveOrderResult, { reason: 'time' }>, 'isFull' | 'offered'>,
  to: Day,
): string {
  const day = dayInWords(to, 'short');
  if (offered.length === 0) return `All collection times of ${day} are taken.`;
  const times = offered.map(timeInWords).join(', ');
  return isFull
    ? `That collection time is full. On ${day} there is room at ${times}.`
    : `Please choose a collection time. On ${day} there is ${times}.`;
}

export function tickedProblem({ day, fulfilment }: { day: Day; fulfilment: Fulfilment }): string {
  return `It is marked as “${FULFILMENT_WORDS[fulfilment]}” for ${dayInWords(day)}. Untick that on the order first.`;
}

/** @param problem what a customer reads. */
export function unpipedProblem(problem: string): string {
  return `A customer would read: “${problem}”`;
}
