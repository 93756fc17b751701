import { Hono } from 'hono';
import { z } from 'zod';
import type { Account } from '../account.ts';
import { invalidRequest } from '../api/api-error.ts';
import { closeDispute, openDispute } from '../dispute-lifecycle.ts';
import { disputeObject, disputeReasons } from '../records/dispute.ts';
import type { PaymentIntentRecord } from '../records/payment-intent.ts';
import { refundObject, refundReasons } from '../records/refund.ts';
import { refundPayment, settleRefund } from '../refund-lifecycle.ts';
import { type ActionMaker, amount, found } from './action.ts';

const refund = z.strictObject({
  amount,
  reason: z.enum(refundReasons).optional(),
  status: z.enum(['pending', 'succeeded']).optional(),
});
const refundEnd = z.strictObject({ status: z.enum(['succeeded', 'failed']) });
const dispute = z.strictObject({ amount, reason: z.enum(disputeReasons).optional() });
const disputeEnd = z.strictObject({ status: z.enum(['won', 'lost']) });

/** What the shop's owner, the customer and the banks do after a payment. */
export function paymentActions(account: Account, action: ActionMaker): Hono {
  return new Hono()
    .post(
      '/sessions/:id/refund',
      action(refund, (id, body) =>
        refundObject(refundPayment(account, paymentIn(account, id), body)),
      ),
    )
    .post(
      '/refunds/:id/settle',
      action(refundEnd, (id, { status }) =>
        refundObject(settleRefund(account, found('refund', id, account.refunds.find(id)), status)),
      ),
    )
    .post(
      '/sessions/:id/dispute',
      action(dispute, (id, body) =>
        disputeObject(openDispute(account, paymentIn(account, id), body)),
      ),
    )
    .post(
      '/disputes/:id/close',
      action(disputeEnd, (id, { status }) =>
        disputeObject(
          closeDispute(account, found('dispute', id, account.disputes.find(id)), status),
        ),
      ),
    );
}

/** The payment made in a session. */
function paymentIn(account: Account, sessionId: string): PaymentIntentRecord {
  const { payment_intent } = found('checkout.session', sessionId, account.sessions.find(sessionId));
  const payment = payment_intent === null ? undefined : account.payments.find(payment_intent);
  if (payment === undefined) throw invalidRequest('Nothing has been paid in this session.');
  return payment;
}
