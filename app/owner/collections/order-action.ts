import { href } from 'react-router';
import type * as z from 'zod';
import {
  type Args,
  type Outcome,
  ownerAction,
  type SentBy,
} from '#app/owner/frame/owner-action.ts';
import { lastEventId, writeUndoables } from '#app/owner/frame/undoable.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { type findChangeable, findOrder } from './find-order.ts';
import { nameOrNumber } from './words.ts';

export interface SentAbout<Form> extends SentBy<Form> {
  /** The order as it is before. */
  booked: BookedOrder;
  orderId: OrderId;
  /** The path of its screen. */
  screen: string;
  /** The customer's, for a notice. */
  name: string;
  /** Takes back the last event of a kind, which the form has just caused. */
  undoOf: (kind: OrderEvent['kind']) => Promise<string | undefined>;
}

interface OrderArgs extends Args {
  params: { order: string };
  /** Throws if there is no such order. */
  find?: typeof findChangeable;
}

/** `ownerAction` of a form about the order in its address. */
export function orderAction<Shape extends z.ZodRawShape>(
  { find = findOrder, ...args }: OrderArgs,
  schema: z.ZodObject<Shape>,
  run: (sent: SentAbout<z.output<z.ZodObject<Shape>>>) => Promise<Outcome>,
) {
  return ownerAction(args, schema, async (sent) => {
    const booked = await find(sent.shop, args.params.order);
    const { id: orderId } = booked;
    return run({
      ...sent,
      booked,
      orderId,
      screen: href('/owner/orders/:order', { order: orderId }),
      name: nameOrNumber(booked),
      async undoOf(kind) {
        const id = await lastEventId(sent.shop, orderId, kind);
        return id === undefined ? undefined : writeUndoables([{ kind: 'events', ids: [id] }]);
      },
    });
  });
}
