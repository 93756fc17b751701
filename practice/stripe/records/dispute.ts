import { z } from 'zod';
import type { JsonObject } from '../api/json.ts';

export const disputeReasons = [
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'unrecognized',
] as const;

export const disputeRecord = z.object({
  id: z.string(),
  amount: z.number().int(),
  charge: z.string(),
  created: z.number(),
  currency: z.string(),
  payment_intent: z.string(),
  reason: z.enum(disputeReasons),
  status: z.enum(['needs_response', 'won', 'lost']),
  due_by: z.number(),
});

export type DisputeRecord = z.infer<typeof disputeRecord>;

/** The dispute as the API shows it. */
export function disputeObject({ due_by, ...dispute }: DisputeRecord): JsonObject {
  return {
    ...dispute,
    object: 'dispute',
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_method_details: { card: { brand: 'visa' }, type: 'card' },
  };
}
