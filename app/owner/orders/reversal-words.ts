import type { OrderEvent } from '#domain/book/trail.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import { reversedInWords } from '#domain/orders/order-text.ts';
import {
  disputeStateInWords,
  isGivenAtCounter,
  isMade,
  isReturned,
  needsAnswer,
  type Reversal,
} from '#domain/orders/reversal.ts';
import { reasonInWords } from './email-words.ts';

// On the server: refunds and disputes in words.

const STATES_OF_REFUNDS: Record<string, string> = {
  pending: 'on its way',
  requires_action: 'on its way',
  succeeded: 'sent back',
  failed: 'returned by the bank: the customer does not have it',
  canceled: 'stopped: the customer does not have it',
};

/** Refunds and disputes, for the owner: what each is, and its amount. */
export function moneyBack(
  reversals: Reversal[],
): { id: string; what: string; amount: string; mayTakeBack: boolean }[] {
  return reversals.map((reversal) => {
    const { id, state, amount } = reversal;
    return {
      id,
      what: `${reversalName(reversal)}${reversalState(reversal)}`,
      amount: isMade(reversal) ? reversedInWords(reversal) : formatPence(amount),
      mayTakeBack: isGivenAtCounter(reversal) && !isReturned(state),
    };
  });
}

function reversalName(reversal: Reversal): string {
  const day = dayInWords(londonDay(reversal.at), 'short');
  if (reversal.kind === 'dispute') return `Disputed, ${day}`;
  return isGivenAtCounter(reversal) ? `Given back at the counter, ${day}` : `Refund, ${day}`;
}

function reversalState(reversal: Reversal): string {
  const { kind, state, reason, answerBy } = reversal;
  if (kind === 'dispute') {
    const until =
      answerBy && needsAnswer(state) ? `, answer by ${dayInWords(londonDay(answerBy))}` : '';
    return `: ${disputeStateInWords(state)}${until}`;
  }
  if (isGivenAtCounter(reversal)) return isReturned(state) ? ': entered by mistake' : '';
  if (state === 'refused') return `: refused by Stripe (${reasonInWords(reason ?? null)})`;
  return `: ${STATES_OF_REFUNDS[state] ?? state}`;
}

/** What Stripe said that it had not said before. */
export function reversalsInWords(
  { id: eventId, facts }: Extract<OrderEvent, { kind: 'reversed' }>,
  trail: OrderEvent[],
  seesAmounts: boolean,
): string {
  const before = trail.findLast(({ id, kind }) => kind === 'reversed' && id < eventId);
  const known = before?.kind === 'reversed' ? before.facts.reversals : [];
  const news = facts.reversals.filter(
    ({ id, state, isPending }) =>
      !known.some((each) => each.id === id && each.state === state && each.isPending === isPending),
  );
  const words = news.map((reversal) => {
    const { kind, state } = reversal;
    const amount = reversedInWords(reversal);
    if (isGivenAtCounter(reversal)) {
      const what = seesAmounts ? amount : 'Money';
      return isReturned(state)
        ? `${what} not given back after all`
        : `${what} given back at the counter`;
    }
    const of = seesAmounts ? ` of ${amount}` : '';
    return kind === 'refund'
      ? `Refund${of} ${STATES_OF_REFUNDS[state] ?? state}`
      : `Dispute${of} by the customer’s bank: ${disputeStateInWords(state)}`;
  });
  return words.length > 0 ? words.join('; ') : 'Stripe’s refunds and disputes checked again';
}
