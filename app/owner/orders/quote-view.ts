import { toPayView } from '#app/owner/collections/to-pay.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import { dueNow, isQuoteOver, wasBooked } from '#domain/orders/order.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';

/** A quote that is not in the book. On the server. @returns undefined for any other order. */
export function quoteView(booked: BookedOrder, today: Day) {
  const { quote, state, order, anonymisedAt } = booked;
  if (!quote || wasBooked(state)) return undefined;
  const { validUntil, holdsDay, message } = quote;
  const isOver = isQuoteOver({ quote, state }, today);
  const isReplaced = (order?.replacedBy ?? null) !== null;
  return {
    isOver,
    isReplaced,
    mayChange: !isReplaced && anonymisedAt === null,
    due: `${booked.deposit === null ? '' : 'the deposit of '}${formatPence(dueNow(booked))}`,
    rest: toPayView(booked).note,
    until: dayInWords(validUntil),
    ended:
      validUntil < today
        ? `It could be accepted until ${dayInWords(validUntil)}.`
        : `It was ended before its last day, ${dayInWords(validUntil)}.`,
    holds: holdsDay ? 'It keeps its day until then.' : 'It does not keep its day.',
    message,
    newer: order?.replacedBy ?? undefined,
  };
}
