import { z } from 'zod';
import type { JsonObject } from '../api/json.ts';

/** A payment exists here only once it has gone through, so its status needs no column. */
export const paymentIntentRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  created: z.number(),
  charge: z.string(),
  payment_method: z.string(),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  receipt_email: z.string().nullable(),
  statement_descriptor_suffix: z.string().nullable(),
});

export type PaymentIntentRecord = z.infer<typeof paymentIntentRecord>;

/** The payment as the API shows it. */
export function paymentIntentObject({ charge, ...payment }: PaymentIntentRecord): JsonObject {
  return {
    ...payment,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: payment.amount,
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
    last_payment_error: null,
    latest_charge: charge,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}
