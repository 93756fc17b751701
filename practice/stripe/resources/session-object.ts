import type { JsonObject } from '../api/protocol.ts';
import type { SessionRecord } from '../records.ts';

/** A session in the API's format; `line_items` must be expanded. */
export function sessionObject(session: SessionRecord, origin: string): JsonObject {
  return {
    ...fieldsOfPlainPayments,
    id: session.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: session.adaptive_pricing },
    amount_subtotal: session.amount_total,
    amount_total: session.amount_total,
    cancel_url: session.cancel_url,
    client_reference_id: session.client_reference_id,
    created: session.created,
    currency: session.currency,
    custom_text: session.custom_text,
    customer_details: customerDetails(session),
    customer_email: session.customer_email,
    expires_at: session.expires_at,
    locale: session.locale,
    metadata: session.metadata,
    payment_intent: session.payment_intent,
    payment_link: session.payment_link,
    payment_status: session.payment_status,
    phone_number_collection: { enabled: session.phone_number_collection },
    status: session.status,
    submit_type: session.submit_type,
    success_url: session.success_url,
    url: session.status === 'open' ? `${origin}/c/pay/${session.id}` : null,
  };
}

/** The shop's success URL with the id of the paid session filled in. */
export function successUrl(session: SessionRecord): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function customerDetails({ customer, customer_email }: SessionRecord): JsonObject | null {
  const email = customer?.email ?? customer_email;
  if (email === null) return null;
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    tax_exempt: 'none',
    tax_ids: customer === null ? null : [],
  };
}

/** Constant here: all payments are one-time, without tax, shipping or discounts. */
const fieldsOfPlainPayments = {
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card', 'bacs_debit'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  wallet_options: null,
};
