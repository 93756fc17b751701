import { data } from 'react-router';
import * as z from 'zod';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { resendEmail } from '#server/emails/resend.ts';
import type { Route } from './+types/resend';

const SENT_AGAIN = {
  cafe: 'The e-mail to the cafe is sent again.',
  customer: 'The e-mails to the customer are sent again.',
};

const NOT_SENT = {
  'no-email': 'There is no e-mail to send: the order is not paid by card, or has no address.',
  'just-sent': 'It waits to be sent, or was sent a moment ago.',
};

/** Sends the e-mails about an order again, to the cafe or the customer. */
export function action(args: Route.ActionArgs) {
  return orderAction(args, z.object({}), async ({ shop, by, orderId }) => {
    const { recipient: to } = args.params;
    if (to !== 'cafe' && to !== 'customer') throw data(null, { status: 404 });
    const result = await resendEmail(shop, { orderId, to, by });
    return { words: result === 'requeued' ? SENT_AGAIN[to] : NOT_SENT[result] };
  });
}
