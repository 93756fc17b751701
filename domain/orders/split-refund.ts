import type { Pence } from '#domain/pence.ts';
import type { RefundablePayment } from './reversal.ts';

// Without schemas: browsers say what a refund takes from which payment (decision 010).

/**
 * What goes back of which payment: the newest first.
 * @param payments newest first. @returns undefined if less than the amount is left of them.
 */
export function splitRefund(
  payments: RefundablePayment[],
  amount: Pence,
): { payment: RefundablePayment; amount: Pence }[] | undefined {
  const parts: { payment: RefundablePayment; amount: Pence }[] = [];
  let rest = amount;
  for (const payment of payments) {
    const part = Math.min(rest, payment.left);
    if (part > 0) parts.push({ payment, amount: part });
    rest -= part;
  }
  return rest === 0 ? parts : undefined;
}
