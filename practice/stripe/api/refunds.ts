import { z } from 'zod';
import { refundObject, refundReasons } from '../records/refund.ts';
import { refundPayment } from '../refund-lifecycle.ts';
import { noSuch } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { listOfPayment } from './list-of-payment.ts';
import { metadata } from './metadata.ts';
import { integer, oneOf, text } from './parameter-types.ts';
import { parseParameters } from './parameters.ts';

const creation = z.strictObject({
  payment_intent: text(),
  amount: integer({ minimum: 1, maximum: 99_999_999 }).optional(),
  metadata: metadata.optional(),
  reason: oneOf(refundReasons).optional(),
});

/** Gives back all that is left of a payment, or the amount asked for. */
export const createRefund: Endpoint = (account, { parameters, requestId, idempotencyKey }) => {
  const { payment_intent, ...sent } = parseParameters(creation, parameters);
  const payment = account.payments.find(payment_intent);
  if (payment === undefined) throw noSuch('payment_intent', payment_intent, 'payment_intent');
  const cause = { id: requestId, idempotency_key: idempotencyKey };
  return refundObject(refundPayment(account, payment, { ...sent, cause }));
};

export const listRefunds = listOfPayment({
  kind: 'refund',
  url: '/v1/refunds',
  collection: (account) => account.refunds,
  present: refundObject,
});
