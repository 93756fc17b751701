import { z } from 'zod';

// What the practice Stripe stores. `resources/` turns records into the objects of the API.
// A default is the value of records that were stored before the field existed.

const metadata = z.record(z.string(), z.string());

export const productRecord = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  /** The id of one of its prices, which cannot be archived then. */
  default_price: z.string().nullable(),
  description: z.string().nullable(),
  images: z.array(z.string()),
  metadata,
  url: z.string().nullable(),
  created: z.number(),
  updated: z.number(),
});
export type ProductRecord = z.infer<typeof productRecord>;

export const priceRecord = z.object({
  id: z.string(),
  product: z.string(),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.number().int(),
  lookup_key: z.string().nullable(),
  nickname: z.string().nullable(),
  metadata,
  created: z.number(),
});
export type PriceRecord = z.infer<typeof priceRecord>;

const lineItem = z.object({
  id: z.string(),
  description: z.string(),
  price: z.string(),
  quantity: z.number().int(),
  amount_total: z.number().int(),
});
export type LineItemRecord = z.infer<typeof lineItem>;

const payer = z.object({
  email: z.string(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  /** Of the card's number; null for a bank debit. */
  last4: z.string().nullable().default(null),
});
export type Payer = z.infer<typeof payer>;

const customText = z.object({ message: z.string() }).nullable();

export const sessionTroubles = ['none', 'error-500'] as const;

export const sessionRecord = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid']),
  created: z.number(),
  expires_at: z.number(),
  currency: z.string(),
  amount_total: z.number().int(),
  line_items: z.array(lineItem),
  success_url: z.string(),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  customer_email: z.string().nullable(),
  customer: payer.nullable(),
  metadata,
  locale: z.string().nullable(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).nullable(),
  custom_text: z.object({
    after_submit: customText,
    shipping_address: customText,
    submit: customText,
    terms_of_service_acceptance: customText,
  }),
  phone_number_collection: z.boolean(),
  /** On unless the request says otherwise, as in new accounts. */
  adaptive_pricing: z.boolean(),
  payment_intent: z.string().nullable(),
  /** Null for sessions created through the API. */
  payment_link: z.string().nullable().default(null),
  payment_intent_data: z.object({
    description: z.string().nullable(),
    metadata,
  }),
  /** Who pays once authentication succeeds; null while no card has required it. */
  awaiting_authentication: payer.nullable(),
  /** How every API request for this session fails. */
  trouble: z.enum(sessionTroubles).default('none'),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

/** The names are Stripe's payment method types. */
export const paymentMethodType = z.enum(['card', 'bacs_debit']);
export type PaymentMethodType = z.infer<typeof paymentMethodType>;

export const paymentIntentRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  created: z.number(),
  /** The payment's only charge, which has no record of its own. */
  charge: z.string(),
  status: z.enum(['succeeded', 'processing', 'requires_payment_method']).default('succeeded'),
  payment_method_type: paymentMethodType.default('card'),
  payment_method: z.string(),
  /** Of the card's number; null for a bank debit. */
  last4: z.string().nullable().default(null),
  /** Null until the money has come. */
  balance_transaction: z.string().nullable().default(null),
  description: z.string().nullable(),
  metadata,
});
export type PaymentIntentRecord = z.infer<typeof paymentIntentRecord>;

export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export const refundRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  charge: z.string(),
  created: z.number(),
  currency: z.string(),
  metadata,
  payment_intent: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']).default('succeeded'),
  reason: z.enum(refundReasons).nullable(),
  balance_transaction: z.string().nullable().default(null),
  /** Null unless the refund failed. */
  failure_balance_transaction: z.string().nullable().default(null),
});
export type RefundRecord = z.infer<typeof refundRecord>;

export const disputeReasons = [
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'unrecognized',
] as const;

export const disputeStatuses = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'prevented',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
] as const;

export const disputeRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  charge: z.string(),
  created: z.number(),
  currency: z.string(),
  payment_intent: z.string(),
  /** What leaves the balance, in the payment's currency; null until it has been withdrawn. */
  withdrawn: z.number().int().nullable(),
  reason: z.enum(disputeReasons),
  status: z.enum(disputeStatuses),
  due_by: z.number(),
});
export type DisputeRecord = z.infer<typeof disputeRecord>;

export const balanceTransactionTypes = [
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'adjustment',
] as const;

/** A change of the account's balance, which is never changed itself. */
export const balanceTransactionRecord = z.object({
  id: z.string(),
  /** Negative for money that left. */
  amount: z.number().int(),
  created: z.number(),
  currency: z.string(),
  type: z.enum(balanceTransactionTypes),
  reporting_category: z.enum(['charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal']),
  /** The id of the charge, refund or dispute. */
  source: z.string(),
});
export type BalanceTransactionRecord = z.infer<typeof balanceTransactionRecord>;
