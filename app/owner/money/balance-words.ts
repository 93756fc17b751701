import type { BalanceSums, Payout } from '#domain/ledger/balance.ts';
import { formatPence } from '#domain/money.ts';

/** `-1250` → `−£12.50` */
export function signed(pence: number): string {
  return pence < 0 ? `−${formatPence(-pence)}` : formatPence(pence);
}

/** What has moved, without what has not. @param paidOut what payouts are called. */
export function balanceLines(sums: BalanceSums, paidOut: string) {
  return [
    { name: 'Payments', pence: sums.payments },
    { name: 'Refunds', pence: sums.refunds },
    { name: 'Disputes', pence: sums.disputes },
    { name: 'Stripe’s fees', pence: sums.fees },
    { name: 'Other', pence: sums.others },
    { name: paidOut, pence: sums.paidOut },
  ].flatMap(({ name, pence }) => (pence === 0 ? [] : [{ name, amount: signed(pence) }]));
}

export function payoutInWords({ state, amount }: Pick<Payout, 'state' | 'amount'>): string {
  const isTaken = amount < 0;
  switch (state) {
    case 'on-its-way':
      return isTaken ? 'Stripe will take it from your bank' : 'On its way';
    case 'arrived':
      return isTaken ? 'Stripe took it from your bank' : 'Arrived';
    case 'returned':
      return isTaken ? 'Your bank did not pay it' : 'Your bank has returned it';
    case 'cancelled':
      return 'Cancelled at Stripe';
  }
}
