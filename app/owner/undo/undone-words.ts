import { countOf } from '#app/owner/collections/collection-view.ts';
import {
  customerName,
  FULFILMENT_WORDS,
  nameOrNumber,
  noteInWords,
  textInWords,
} from '#app/owner/collections/words.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { takenOffKind } from '#domain/emails/email-kinds.ts';
import { itemAt } from '#domain/orders/positions.ts';
import { refundedOrAwaited } from '#domain/orders/reversal.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { UndoneEvent } from '#server/orders/undo.ts';
import { type Shop, todayAt } from '#server/shop.ts';

/** What taking back came to. */
export interface Undone {
  /** Whether the calendar is as before; undefined if it was no part of it. */
  calendar?: boolean;
  /** Of a cake, a photo or the list of what is still the demo's. */
  words?: string;
  events: UndoneEvent[];
}

/** What was taken back, by the orders as they are now. */
export async function undoneInWords(
  shop: Shop,
  { calendar, words: known, events }: Undone,
): Promise<string> {
  if (known) return known;
  const [only] = events;
  if (only && events.length === 1 && calendar === undefined) {
    const booked = await bookedOrder(shop, only.orderId);
    return booked ? eventInWords(booked, only, todayAt(shop)) : '';
  }
  const back = new Set(events.filter(({ isUndone }) => isUndone).map(({ orderId }) => orderId));
  const stayed = new Set(events.filter(({ isUndone }) => !isUndone).map(({ orderId }) => orderId));
  const names = await Promise.all(
    [...stayed].map(async (id) => {
      const booked = await bookedOrder(shop, id);
      return booked ? `${customerName(booked)} (${booked.number})` : id;
    }),
  );
  const words = [
    calendar === true && 'Taken back. Visitors see it now.',
    calendar === false && 'Not taken back: somebody has changed it since.',
    back.size > 0 && `${countOf(back.size, 'order')} moved back.`,
    names.length > 0 && `Not moved back: ${names.join(', ')}.`,
  ];
  return words.filter(Boolean).join(' ');
}

function eventInWords(booked: BookedOrder, { event, isUndone }: UndoneEvent, today: Day): string {
  const name = nameOrNumber(booked);
  switch (event.kind) {
    case 'moved': {
      const last = booked.trail.findLast(({ kind }) => kind === 'moved');
      const day = last?.kind === 'moved' ? last.facts.to : event.facts.to;
      return `${name} is on ${dayInWords(day, 'short', today)}.`;
    }
    case 'fulfilment': {
      const { day } = event.facts;
      const fulfilment = booked.days.find((each) => each.day === day)?.fulfilment ?? 'to-make';
      return `${FULFILMENT_WORDS[fulfilment]}: ${name}.`;
    }
    case 'ready-told':
      return isUndone ? `${name} is not told.` : `The e-mail to ${name} is on its way.`;
    case 'cancelled':
      return isUndone
        ? `${name} is not cancelled.${hasRefund(booked) ? ' The refund is not taken back.' : ''}`
        : // Otherwise the money would be entered twice.
          'It stays cancelled: the customer has been told. If they want it after all, pay back what was paid, and take a new order.';
    case 'cancel-declined':
      return isUndone
        ? `${name} waits for your answer.`
        : `The order of ${name} stays. The customer has been told.`;
    case 'counter-paid':
      return !isTakenBack(booked, event.facts.payment)
        ? `${name} is still paid: money was given back, or the order has changed.`
        : `${name} has not paid.`;
    case 'text-changed': {
      const { position } = event.facts;
      const item = position === undefined ? undefined : itemAt(booked.items, position);
      return textInWords(
        booked,
        position,
        position === undefined ? booked.collector : (item?.message ?? ''),
      );
    }
    case 'added':
      if (!isUndone) return 'It stays: the order has changed since, or was paid.';
      return booked.emails.some(({ kind }) => kind === takenOffKind(event.facts.positions))
        ? 'It is not added. The customer gets an e-mail.'
        : 'It is not added.';
    case 'taken-off':
      if (isUndone) return 'It is not taken off.';
      return `It stays off: ${hasRefund(booked) ? 'money has gone back' : 'the customer has been told, or the order has changed since'}. Add it again if they want it after all.`;
    case 'note-changed':
      return noteInWords(booked.staffNote);
    case 'email-written':
      return isUndone ? 'The e-mail is not sent.' : `The e-mail to ${name} is on its way.`;
    default:
      return '';
  }
}

function isTakenBack({ trail }: BookedOrder, payment: string): boolean {
  return trail.some((event) => event.kind === 'counter-unpaid' && event.facts.payment === payment);
}

function hasRefund({ order }: BookedOrder): boolean {
  return order !== undefined && refundedOrAwaited(order.reversals) > 0;
}
