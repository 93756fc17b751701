import { z } from 'zod';
import type { JsonObject } from '../api/json.ts';

export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;

export const refundRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  charge: z.string(),
  created: z.number(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  payment_intent: z.string(),
  /** The default is for refunds stored before there were others: all of them had succeeded. */
  status: z.enum(refundStatuses).default('succeeded'),
  reason: z.enum(refundReasons).nullable(),
});

export type RefundRecord = z.infer<typeof refundRecord>;

/** The refund as the API shows it. */
export function refundObject(refund: RefundRecord): JsonObject {
  return {
    ...refund,
    object: 'refund',
    balance_transaction: null,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...(refund.status === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
  };
}
