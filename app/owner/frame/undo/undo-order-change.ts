import { nameOrNumber } from '#app/owner/collections/customer-name.ts';
import { type OrderId, parseOrderId } from '#domain/orders/order.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { Shop } from '#server/shop.ts';

/** What a form has just done, for the notice on the next screen. */
export interface UndoNotice {
  text: string;
  /** The fields of the form that takes it back; none if there is nothing to take back. */
  fields: [name: string, value: string][];
}

const KINDS = ['kept'] as const;

/** What a form has done to one order: in an address, and in the form that takes it back. */
export interface OrderDone {
  kind: (typeof KINDS)[number];
  orderId: OrderId;
  /** Of a text or a written e-mail its number among those of the order, from 1. */
  detail: string;
}

/** `text~<id of the order>~2` */
export function writeOrderDone({ kind, orderId, detail }: OrderDone): string {
  return [kind, orderId, detail].join('~');
}

export function readOrderDone(text: string): OrderDone | undefined {
  const [first, second = '', detail] = text.split('~');
  const kind = KINDS.find((each) => each === first);
  const orderId = parseOrderId(second);
  return kind && orderId && detail !== undefined ? { kind, orderId, detail } : undefined;
}

/** By the order as it is now. @returns undefined if that does not fit what was done. */
export async function orderNotice(shop: Shop, done: OrderDone): Promise<UndoNotice | undefined> {
  const booked = await bookedOrder(shop, done.orderId);
  return booked && NOTICES[done.kind](booked, done);
}

type Notice = (booked: BookedOrder, done: OrderDone) => UndoNotice | undefined;

const NOTICES: Record<OrderDone['kind'], Notice> = {
  kept(booked, done) {
    const name = nameOrNumber(booked);
    const last = booked.trail.findLast(({ kind }) => kind.startsWith('cancel-'));
    if (last?.kind !== 'cancel-declined')
      return noticeWithoutUndo(`${name} waits for your answer.`);
    const email = booked.emails.find(({ kind }) => kind === `cancel-declined ${last.facts.number}`);
    const text = `The order of ${name} stays.`;
    return email && email.attempts > 0
      ? noticeWithoutUndo(`${text} The customer has been told.`)
      : noticeWithUndo(text, done);
  },
};

function noticeWithUndo(text: string, done: OrderDone): UndoNotice {
  return { text, fields: [['done', writeOrderDone(done)]] };
}

/** With nothing to take back. */
function noticeWithoutUndo(text: string): UndoNotice {
  return { text, fields: [] };
}
