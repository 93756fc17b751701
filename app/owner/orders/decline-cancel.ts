import { href } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { nameOrNumber } from '#app/owner/collections/words.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { undoOfLast } from '#app/owner/frame/undoable.ts';
import { declineCancel } from '#server/orders/cancel-request.ts';
import type { Route } from './+types/decline-cancel';

/** Keeps an order whose customer asks to cancel it. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const { order } = args.params;
    const booked = await findOrder(shop, order);
    const result = await declineCancel(shop, booked.id, by);
    // It was cancelled on another device: the order says so.
    if (result === 'unknown') return { to: href('/owner/orders/:order', { order }) };
    return {
      words: `The order of ${nameOrNumber(booked)} stays.`,
      undo: await undoOfLast(shop, booked.id, 'cancel-declined'),
    };
  });
}
