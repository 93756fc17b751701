import { z } from 'zod';

// What the practice Stripe stores. `resources/` turns records into the objects of the API.

const metadata = z.record(z.string(), z.string());

export const productRecord = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  /** The id of one of its prices, which cannot be archived then. */
  default_price: z.string().nullable(),
});
export type ProductRecord = z.infer<typeof productRecord>;

export const priceRecord = z.object({
  id: z.string(),
  product: z.string(),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: z.number().int(),
  lookup_key: z.string().nullable(),
  metadata,
});
export type PriceRecord = z.infer<typeof priceRecord>;

const lineItem = z.object({
  description: z.string(),
  quantity: z.number().int(),
  amount_total: z.number().int(),
});
export type LineItemRecord = z.infer<typeof lineItem>;

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
  cancel_url: z.string(),
  client_reference_id: z.string().nullable(),
  /** Given by the shop; it cannot be changed on the card page. */
  customer_email: z.string().nullable(),
  /** Given on the card page. */
  payer_email: z.string().nullable(),
  metadata,
  /** Shown at the button of the card page. */
  submit_message: z.string().nullable(),
  /** On unless the request says otherwise, as in new accounts. */
  adaptive_pricing: z.boolean(),
  payment_metadata: metadata,
  payment_intent: z.string().nullable(),
  /** Whether every API request for this session answers 500. */
  fails: z.boolean(),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

/** The names are Stripe's payment method types. */
export const paymentMethod = z.enum(['card', 'bacs_debit']);
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const paymentRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  created: z.number(),
  /** The payment's only charge, which has no record of its own. */
  charge: z.string(),
  status: z.enum(['succeeded', 'processing', 'requires_payment_method']),
  method: paymentMethod,
  /** Of the number of the card or account. */
  last4: z.string(),
  /** Null until the money has come. */
  balance_transaction: z.string().nullable(),
  metadata,
});
export type PaymentRecord = z.infer<typeof paymentRecord>;

export const refundRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  created: z.number(),
  currency: z.string(),
  metadata,
  payment_intent: z.string(),
  status: z.enum(['pending', 'succeeded', 'failed']),
  balance_transaction: z.string().nullable(),
  /** Null unless the refund failed. */
  failure_balance_transaction: z.string().nullable(),
});
export type RefundRecord = z.infer<typeof refundRecord>;

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
  created: z.number(),
  currency: z.string(),
  payment_intent: z.string(),
  /** What leaves the balance, in the payment's currency; null until it has been withdrawn. */
  withdrawn: z.number().int().nullable(),
  status: z.enum(disputeStatuses),
  due_by: z.number(),
});
export type DisputeRecord = z.infer<typeof disputeRecord>;

/** A change of the account's balance, which is never changed itself, except by the payout that contains it. */
export const balanceTransactionRecord = z.object({
  id: z.string(),
  /** Negative for money that left. */
  amount: z.number().int(),
  created: z.number(),
  currency: z.string(),
  description: z.string().nullable(),
  /** What Stripe keeps of the amount. */
  fee: z.number().int(),
  reporting_category: z.enum([
    'charge',
    'refund',
    'refund_failure',
    'dispute',
    'dispute_reversal',
    'fee',
    'payout',
    'payout_reversal',
  ]),
  /** The id of the charge, refund, dispute or payout; null of a fee. */
  source: z.string().nullable(),
  /** The id of the payout that contains it; empty before. The API does not say it of a transaction. */
  payout: z.string(),
});
export type BalanceTransactionRecord = z.infer<typeof balanceTransactionRecord>;

export const payoutRecord = z.object({
  id: z.string(),
  /** Negative for money that was taken from the bank. */
  amount: z.number().int(),
  arrival_date: z.number(),
  /** False if it was made by hand. */
  automatic: z.boolean(),
  balance_transaction: z.string(),
  created: z.number(),
  currency: z.string(),
  /** By which the money of a failed payout has come back. */
  failure_balance_transaction: z.string().nullable(),
  failure_code: z.string().nullable(),
  /** Whether the transactions that it contains can be listed. */
  reconciliation_status: z.enum(['completed', 'in_progress', 'not_applicable']),
  status: z.enum(['in_transit', 'paid', 'failed']),
});
export type PayoutRecord = z.infer<typeof payoutRecord>;
