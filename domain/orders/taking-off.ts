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

/**
 * The name of the field that says how many of equal items are taken off. It names them, because a form that is sent again, or
 * late, finds others of them in the order.
 */
export function takeField(positions: readonly number[]): string {
  return `take-${positions.join('.')}`;
}

/** What the fields of a form take off: of equal items the last. */
export function readTakeFields(
  values: Record<string, string[]>,
): { field: string; positions: number[] }[] {
  return Object.entries(values).flatMap(([field, [typed = '']]) => {
    const [, named] = /^take-(\d+(?:\.\d+)*)$/.exec(field) ?? [];
    const count = Number.parseInt(typed, 10) || 0;
    if (named === undefined || count <= 0) return [];
    return { field, positions: named.split('.').map(Number).slice(-count) };
  });
}
