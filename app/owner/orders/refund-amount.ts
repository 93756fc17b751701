import { formatPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import { readPounds } from '#domain/read-pounds.ts';

// The amount of a refund as it is typed, for the browser and the server.

export const NO_AMOUNT = 'Please type an amount, such as 12.50.';

export function atMost(most: Pence): string {
  return `At most ${formatPence(most)} can be paid back.`;
}

/** @returns `12.50` */
export function numeral(pence: Pence): string {
  return (pence / 100).toFixed(2);
}

/** @returns undefined if it cannot be read, or is nothing. */
export function readAmount(typed: string): Pence | undefined {
  return readPounds(typed) || undefined;
}

export function amountProblem(typed: string, most: Pence): string | undefined {
  const amount = readAmount(typed);
  if (amount === undefined) return NO_AMOUNT;
  return amount > most ? atMost(most) : undefined;
}
