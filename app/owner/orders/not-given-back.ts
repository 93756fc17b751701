import { data } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { refundOf } from '#domain/emails/email-kinds.ts';
import { takeBackCounterRefund } from '#server/orders/at-counter.ts';
import type { Route } from './+types/not-given-back';

/** Corrects that money was given back at the counter. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const { order, refund: reversalId } = args.params;
    const booked = await findOrder(shop, order);
    const result = await takeBackCounterRefund(shop, { orderId: booked.id, reversalId, by });
    if (result === 'unknown') throw data(null, { status: 404 });
    const email = booked.emails.find(({ kind }) => refundOf(kind) === reversalId);
    const isNotified = email !== undefined && email.attempts > 0;
    return {
      words: isNotified
        ? 'Written down: not given back after all. The customer may have had the e-mail about it: please tell them.'
        : 'Written down: not given back after all.',
    };
  });
}
