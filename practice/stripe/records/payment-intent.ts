import { z } from 'zod';
import type { JsonObject } from '../api/json.ts';

/** How a customer pays; named as Stripe names the payment method's type. */
export const paymentMethodType = z.enum(['card', 'bacs_debit']);
export type PaymentMethodType = z.infer<typeof paymentMethodType>;

/** The defaults are for payments stored before there were bank debits: all of them had succeeded. */
export const paymentIntentRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  created: z.number(),
  charge: z.string(),
  status: z.enum(['succeeded', 'processing', 'requires_payment_method']).default('succeeded'),
  payment_method_type: paymentMethodType.default('card'),
  payment_method: z.string(),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  receipt_email: z.string().nullable(),
  statement_descriptor_suffix: z.string().nullable(),
});

export type PaymentIntentRecord = z.infer<typeof paymentIntentRecord>;

/** The payment as the API shows it. */
export function paymentIntentObject({
  charge,
  payment_method_type,
  ...payment
}: PaymentIntentRecord): JsonObject {
  const failed = payment.status === 'requires_payment_method';
  return {
    ...payment,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: payment.status === 'succeeded' ? payment.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${payment.id}_secret_practice`,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: failed ? debitFailure(payment.payment_method) : null,
    latest_charge: charge,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method: failed ? null : payment.payment_method,
    payment_method_types: ['card', 'bacs_debit'],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    transfer_data: null,
    transfer_group: null,
  };
}

/** The bank has refused the debit; the rest of a real error is optional. */
function debitFailure(paymentMethod: string): JsonObject {
  return {
    type: 'invalid_request_error',
    code: 'payment_method_provider_decline',
    message: 'The payment fails because the customer has insufficient funds.',
    payment_method: { id: paymentMethod, object: 'payment_method', type: 'bacs_debit' },
  };
}
