import { z } from 'zod';
import { newId, unixTime } from '../identifiers.ts';
import { formatAmount } from '../money.ts';
import { paymentIntentObject } from '../records/payment-intent.ts';
import { refundObject, refundReasons } from '../records/refund.ts';
import { invalidRequest, noSuch } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { mergeMetadata, metadata } from './metadata.ts';
import { integer, oneOf, text } from './parameter-types.ts';
import { parseParameters } from './parameters.ts';

const refundParameters = z.strictObject({
  payment_intent: text(),
  amount: integer({ minimum: 1, maximum: 99_999_999 }).optional(),
  metadata: metadata.optional(),
  reason: oneOf(refundReasons).optional(),
});

export const retrievePaymentIntent: Endpoint = (account, { id, parameters }) => {
  parseParameters(z.strictObject({}), parameters);
  const payment = account.payments.find(id);
  if (payment === undefined) throw noSuch('payment_intent', id);
  return paymentIntentObject(payment);
};

/** Gives back all that is left of a payment, or the amount asked for. */
export const createRefund: Endpoint = (account, { parameters }) => {
  const sent = parseParameters(refundParameters, parameters);
  const payment = account.payments.find(sent.payment_intent);
  if (payment === undefined) throw noSuch('payment_intent', sent.payment_intent, 'payment_intent');

  const earlier = account.refunds.list({
    where: [{ field: 'payment_intent', is: payment.id }],
    // Each gave back a penny at least, so there can be no more of them.
    limit: payment.amount,
  });
  const left = payment.amount - earlier.reduce((sum, { amount }) => sum + amount, 0);
  if (left === 0) {
    throw invalidRequest(`Charge ${payment.charge} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const amount = sent.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${formatAmount(amount, payment.currency)}) is greater than unrefunded amount on charge (${formatAmount(left, payment.currency)})`,
      { param: 'amount' },
    );
  }
  const refund = account.refunds.add({
    id: newId('re'),
    amount,
    charge: payment.charge,
    created: unixTime(account.now()),
    currency: payment.currency,
    metadata: mergeMetadata({}, sent.metadata),
    payment_intent: payment.id,
    reason: sent.reason ?? null,
  });
  return refundObject(refund);
};
