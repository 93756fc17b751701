import { noParameters, parseParameters } from '../api/parameters.ts';
import { type Endpoint, existing, type JsonObject } from '../api/protocol.ts';
import type { PaymentIntentRecord } from '../records.ts';

export const retrievePaymentIntent: Endpoint = (account, { id, parameters }) => {
  parseParameters(noParameters, parameters);
  return paymentIntentObject(existing('payment_intent', id, account.payments.find(id)));
};

export function paymentIntentObject({
  balance_transaction: _,
  charge,
  last4: __,
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

/** The bank rejected the debit; Stripe's other fields are optional. */
function debitFailure(paymentMethod: string): JsonObject {
  return {
    type: 'invalid_request_error',
    code: 'payment_method_provider_decline',
    message: 'The payment fails because the customer has insufficient funds.',
    payment_method: { id: paymentMethod, object: 'payment_method', type: 'bacs_debit' },
  };
}
