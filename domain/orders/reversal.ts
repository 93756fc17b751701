import * as z from 'zod';
import { sumPence } from '#domain/money.ts';
import { Pence } from '#domain/pence.ts';

/** A refund, or a dispute opened by the customer's bank. */
export const Reversal = z.object({
  /**
   * The payment provider's id; of a refund that it has not accepted, the id of the form that asked for it; of money
   * given back at the counter `AT_COUNTER` and that id.
   */
  id: z.string(),
  kind: z.enum(['refund', 'dispute']),
  /** The `Payment.id` of the payment that it takes back. */
  payment: z.string(),
  /**
   * What has left the cafe's balance in pounds. While nothing has (`isPending`), what is asked for, or 0 if that is
   * in another currency.
   */
  amount: Pence,
  /** Nothing has left the cafe's balance yet. */
  isPending: z.literal(true).optional(),
  /** What is asked for if it is in another currency, counted in its smallest unit. */
  claimed: z.object({ amount: z.int().min(0), currency: z.string() }).optional(),
  /**
   * Of a refund that staff want `requested` until the provider has answered, and `refused` if it will not make it. Otherwise
   * the provider's status: for a refund `pending`, `succeeded`, `failed`, …; for a dispute `needs_response`, `won`, …
   */
  state: z.string(),
  /** A code: why the provider has refused it, or why the last attempt failed. */
  reason: z.string().optional(),
  at: z.iso.datetime(),
  /** The deadline for answering a dispute at the provider. */
  answerBy: z.iso.datetime().optional(),
});
export type Reversal = z.infer<typeof Reversal>;

export const AT_COUNTER = 'counter-';

export function isGivenAtCounter({ id }: Pick<Reversal, 'id'>): boolean {
  return id.startsWith(AT_COUNTER);
}

/** What has gone back, without refunds that failed, were cancelled or wait for money in the account. */
export function refundedAmount(reversals: Reversal[]): Pence {
  return refundedOrAwaited(reversals.filter(({ isPending }) => !isPending));
}

/** Also what staff have asked for. */
export function refundedOrAwaited(reversals: Reversal[]): Pence {
  const refunds = reversals.filter(({ kind, state }) => kind === 'refund' && !isReturned(state));
  return sumPence(refunds.map(({ amount }) => amount));
}

/** One of the payments that have come for an order. */
export interface Payment {
  /** That of its entry in the ledger: the checkout's; of money at the counter the shop's own. */
  id: string;
  isAtCounter: boolean;
  amount: Pence;
}

/** A payment with what can still be paid back of it. */
export interface RefundablePayment extends Payment {
  left: Pence;
}

/**
 * Those of which something can still be paid back. Nothing of one that the customer's bank is about to take back:
 * the payment provider refuses it too.
 * @param payments newest first.
 */
export function refundablePayments(
  payments: Payment[],
  reversals: Reversal[],
): RefundablePayment[] {
  return payments
    .map((payment) => {
      const own = reversals.filter((each) => each.payment === payment.id);
      const gone = refundedOrAwaited(own) + disputedAmount(own);
      return { ...payment, left: isDisputePending(own) ? 0 : Math.max(0, payment.amount - gone) };
    })
    .filter(({ left }) => left > 0);
}

/** Whether the cafe has the money of a refund in this state: it never left, or has come back. */
export function isReturned(state: string): boolean {
  return state === 'failed' || state === 'canceled' || state === 'refused';
}

/** Whether a refund or dispute is more than what staff have asked for. */
export function isMade({ state }: Pick<Reversal, 'state'>): boolean {
  return state !== 'requested' && state !== 'refused';
}

/** Stripe's states of a dispute, in words for staff. An inquiry moves no money; under review, the customer's bank decides. */
const DISPUTE_STATES: Record<string, string> = {
  warning_needs_response: 'an inquiry, which needs your answer',
  warning_under_review: 'an inquiry, which the bank reviews',
  warning_closed: 'an inquiry, closed',
  prevented: 'prevented',
  needs_response: 'needs your answer',
  under_review: 'answered, the bank decides',
  appeal_needs_response: 'appealed, needs your answer',
  appeal_under_review: 'appealed, the bank decides',
  won: 'won',
  lost: 'lost',
};

/** A state that Stripe adds is shown as Stripe names it. */
export function disputeStateInWords(state: string): string {
  return DISPUTE_STATES[state] ?? state.replaceAll('_', ' ');
}

/** Whether the cafe must answer a dispute in this state. A state that Stripe adds may have a deadline. */
export function needsAnswer(state: string): boolean {
  return state.endsWith('needs_response') || DISPUTE_STATES[state] === undefined;
}

/** A state that Stripe adds may take money. */
export function isInquiry({ kind, state }: Pick<Reversal, 'kind' | 'state'>): boolean {
  const isKnown = DISPUTE_STATES[state] !== undefined;
  return kind === 'dispute' && isKnown && /^(warning_|prevented$)/.test(state);
}

/** What the customers' bank has taken back, and may give back if the cafe wins. */
export function disputedAmount(reversals: Reversal[]): Pence {
  const taken = reversals.filter(
    (each) =>
      each.kind === 'dispute' && !each.isPending && each.state !== 'won' && !isInquiry(each),
  );
  return sumPence(taken.map(({ amount }) => amount));
}

/** Whether money is about to leave the cafe's balance, for a refund or in a dispute. */
export function isAwaited(reversal: Reversal): boolean {
  const { kind, state, isPending = false } = reversal;
  if (kind === 'refund') return isPending && !isReturned(state);
  return isPending && !isInquiry(reversal) && state !== 'won' && state !== 'lost';
}

/** Whether the customer's bank is about to take money back: how much is not certain yet. */
export function isDisputePending(reversals: Reversal[]): boolean {
  return reversals.some((each) => each.kind === 'dispute' && isAwaited(each));
}
