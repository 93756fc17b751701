import type { Pence } from './pence.ts';

/** `4800` → `£48`, `4850` → `£48.50`. */
export function formatPence(amount: Pence): string {
  const pounds = String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const pence = amount % 100;
  return pence === 0 ? `£${pounds}` : `£${pounds}.${String(pence).padStart(2, '0')}`;
}

export function sumPence(amounts: Pence[]): Pence {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
