import type Stripe from 'stripe';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { Reversal } from '#domain/orders/order.ts';

const POUNDS = 'gbp';

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
    // Stripe may add the balance transaction of a card payment moments later.
    at: instant((moved ?? charge)?.created ?? created),
  };
}

/**
 * What left the balance for a refund or dispute, by its own transactions: its `amount` may be in the customer's
 * currency, and another one than was charged. In another currency than pounds both are unknown.
 * @returns undefined while nothing has left.
 */
function poundsMoved(
  moved: Stripe.BalanceTransaction[],
  of: { amount: number; currency: string },
): number | undefined {
  if (moved.length === 0) return undefined;
  if (moved.every(({ currency }) => currency === POUNDS)) {
    return Math.abs(moved.reduce((total, { amount }) => total + amount, 0));
  }
  // The account is kept in another currency.
  return of.currency === POUNDS ? of.amount : undefined;
}

/** The amount of a refund or dispute as an order stores it. */
export function reversedAmount(
  of: { amount: number; currency: string },
  out: Stripe.BalanceTransaction[],
): Pick<Reversal, 'amount' | 'isPending' | 'claimed'> {
  const { amount, currency } = of;
  const pounds = poundsMoved(out, of);
  const isForeign = currency !== POUNDS;
  return {
    amount: pounds ?? (isForeign ? 0 : amount),
    ...(pounds === undefined && { isPending: true }),
    ...(isForeign && { claimed: { amount, currency } }),
  };
}

/** Needs a refund with its balance transactions expanded. @returns none while it waits for money in the account. */
export function refundMoved({ balance_transaction }: Stripe.Refund): Stripe.BalanceTransaction[] {
  const moved = expanded(balance_transaction);
  return moved ? [moved] : [];
}

/** Needs refunds with their balance transactions expanded. */
export function refundEntries(refund: Stripe.Refund): LedgerEntry[] {
  const { id, payment_intent, failure_balance_transaction } = refund;
  const returned = expanded(failure_balance_transaction);
  const entry = { id, paymentId: idOf(payment_intent) ?? null };
  return [
    ...entriesOf({ ...entry, kind: 'refund' }, refundMoved(refund), refund),
    ...entriesOf({ ...entry, kind: 'refund-failed' }, returned ? [returned] : [], refund),
  ];
}

/** An inquiry has no balance transactions, and a dispute at most two: withdrawn and reinstated. */
export function disputeMoved({ balance_transactions }: Stripe.Dispute) {
  return {
    out: balance_transactions.filter(({ amount }) => amount < 0),
    back: balance_transactions.filter(({ amount }) => amount > 0),
  };
}

export function disputeEntries(dispute: Stripe.Dispute): LedgerEntry[] {
  const { id, payment_intent } = dispute;
  const { out, back } = disputeMoved(dispute);
  const entry = { id, paymentId: idOf(payment_intent) ?? null };
  return [
    ...entriesOf({ ...entry, kind: 'dispute' }, out, dispute),
    ...entriesOf({ ...entry, kind: 'dispute-won' }, back, dispute),
  ];
}

function entriesOf(
  entry: Pick<LedgerEntry, 'id' | 'kind' | 'paymentId'>,
  moved: Stripe.BalanceTransaction[],
  of: { amount: number; currency: string },
): LedgerEntry[] {
  const [first] = moved;
  const amount = poundsMoved(moved, of);
  if (first === undefined || amount === undefined) return [];
  return [{ ...entry, amount, at: instant(first.created) }];
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
