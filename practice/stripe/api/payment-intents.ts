import { z } from 'zod';
import { paymentIntentObject } from '../records/payment-intent.ts';
import { noSuch } from './api-error.ts';
import type { Endpoint } from './endpoint.ts';
import { parseParameters } from './parameters.ts';

export const retrievePaymentIntent: Endpoint = (account, { id, parameters }) => {
  parseParameters(z.strictObject({}), parameters);
  const payment = account.payments.find(id);
  if (payment === undefined) throw noSuch('payment_intent', id);
  return paymentIntentObject(payment);
};
