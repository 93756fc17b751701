import type Stripe from 'stripe';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';

// The shop books in pounds, at the times of Stripe's balance transactions: then its months are Stripe's.

/** Needs a paid session with its charge and balance transaction expanded. */
export function chargeEntry({
  id,
  amount_total,
  created,
  payment_intent: payment,
}: Stripe.Checkout.Session): LedgerEntry {
  const charge = expanded(expanded(payment)?.latest_charge);
  const moved = expanded(charge?.balance_transaction);
  return {
    kind: 'charge',
    id,
    paymentId: idOf(payment) ?? null,
    amount: charge?.amount ?? amount_total ?? 0,
    at: instant((moved ?? charge)?.created ?? created),
    // Stripe adds the balance transaction of a card payment moments later.
    isEstimate: moved === undefined,
  };
}

/** Needs refunds with their balance transactions expanded. */
export function refundEntries({
  id,
  amount,
  status,
  created,
  payment_intent,
  balance_transaction,
  failure_balance_transaction,
}: Stripe.Refund): LedgerEntry[] {
  const moved = expanded(balance_transaction);
  const returned = expanded(failure_balance_transaction);
  const entry = { id, paymentId: idOf(payment_intent) ?? null, amount };
  // A pending refund without one waits for money in the account.
  const at = moved?.created ?? (status === 'succeeded' || returned ? created : undefined);
  if (at === undefined) return [];
  return [
    { ...entry, kind: 'refund', at: instant(at), isEstimate: moved === undefined },
    ...(returned
      ? [
          {
            ...entry,
            kind: 'refund-failed' as const,
            at: instant(returned.created),
            isEstimate: false,
          },
        ]
      : []),
  ];
}

/** An inquiry has no balance transactions. */
export function disputeEntries(dispute: Stripe.Dispute): LedgerEntry[] {
  const { id, amount, currency, payment_intent, balance_transactions } = dispute;
  const entries = [
    { kind: 'dispute' as const, moved: balance_transactions.filter((each) => each.amount < 0) },
    { kind: 'dispute-won' as const, moved: balance_transactions.filter((each) => each.amount > 0) },
  ];
  return entries.flatMap(({ kind, moved }) => {
    const [first] = moved;
    if (first === undefined) return [];
    const sum = Math.abs(moved.reduce((total, each) => total + each.amount, 0));
    return {
      kind,
      id,
      paymentId: idOf(payment_intent) ?? null,
      // The account may be kept in another currency.
      amount: first.currency === currency ? sum : amount,
      at: instant(first.created),
      isEstimate: false,
    };
  });
}

export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

export function idOf(object: string | { id: string } | null): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

/** @returns undefined for an object that is missing or was not expanded. */
function expanded<Item extends object>(value: string | Item | null | undefined): Item | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}
