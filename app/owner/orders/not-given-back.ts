import { data } from 'react-router';
import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { refundOf } from '#domain/emails/email-kinds.ts';
import { takeBackCounterRefund } from '#server/orders/at-counter.ts';
import type { Route } from './+types/not-given-back';

/** Corrects that money was given back at the counter. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, z.object({}), async ({ shop, by, booked, orderId }) => {
    const { refund: reversalId } = args.params;
    const result = await takeBackCounterRefund(shop, { orderId, reversalId, by });
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
