import { sumPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';

// Without schemas: browsers say what taking items off comes to (decision 010).

export interface MoneyOfOrder {
  total: Pence;
  /** What was paid of it (`paidOfTotal`). */
  paid: Pence;
  /** What the terms promise of what was taken off before, less all that has gone back: it may be negative. */
  owed: number;
  /** The most that can be paid back. */
  most: Pence;
}

interface TakenPrice {
  price: Pence;
  /** Then the terms promise nothing for it. */
  isBegun: boolean;
}

/** What is paid too much without these items, and what of it the terms promise and has not gone back. */
export function backFor(
  { total, paid, owed, most }: MoneyOfOrder,
  items: TakenPrice[],
): { total: Pence; surplus: Pence; promised: Pence } {
  const left = total - sumPence(items.map(({ price }) => price));
  const surplus = Math.max(0, paid - left);
  const begun = sumPence(items.flatMap(({ price, isBegun }) => (isBegun ? price : [])));
  const promised = owed + surplus - Math.min(surplus, begun);
  return { total: left, surplus, promised: Math.min(most, Math.max(0, promised)) };
}
