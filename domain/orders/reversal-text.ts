import { formatAmount, formatPence } from '#domain/money.ts';
import { isReturned, type Reversal } from './order.ts';

/** For the cafe: the pounds that have left the balance, or what is asked for and that nothing has left. */
export function reversedInWords({ kind, amount, state, isPending, claimed }: Reversal): string {
  const asked = claimed ? formatAmount(claimed.amount, claimed.currency) : formatPence(amount);
  if (!isPending) return claimed ? `${formatPence(amount)} for ${asked}` : asked;
  if (kind === 'dispute') return `${asked}, nothing taken`;
  return isReturned(state) ? asked : `${asked}, not sent yet`;
}

const STATES: Record<string, string> = {
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
  return STATES[state] ?? state.replaceAll('_', ' ');
}
