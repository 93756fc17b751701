import type { Pence } from './pence.ts';

/** `4800` → `£48`, `4850` → `£48.50`. */
export function formatPence(amount: Pence): string {
  const pounds = Math.floor(amount / 100).toLocaleString('en-GB');
  const pence = amount % 100;
  return pence === 0 ? `£${pounds}` : `£${pounds}.${String(pence).padStart(2, '0')}`;
}

export function sumPence(amounts: Pence[]): Pence {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
