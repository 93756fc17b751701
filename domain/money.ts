import type { Pence } from './pence.ts';

/** `4800` → `£48`, `4850` → `£48.50`. */
export function formatPence(amount: Pence): string {
  const pounds = String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const pence = amount % 100;
  return pence === 0 ? `£${pounds}` : `£${pounds}.${String(pence).padStart(2, '0')}`;
}

/** As it is typed: `52` or `52.50`. */
export function typedPounds(amount: Pence): string {
  return formatPence(amount).replaceAll(/[£,]/g, '');
}

/**
 * `5760`, `eur` → `€57.60`. Currencies without hundredths stay in the unit that Stripe counts in, which is not
 * always that of everyday use.
 */
export function formatAmount(amount: number, currency: string): string {
  if (currency === 'gbp') return formatPence(amount);
  const hundredths = /^[a-z]{3}$/.test(currency)
    ? new Intl.NumberFormat('en-GB', { style: 'currency', currency })
    : undefined;
  return hundredths?.resolvedOptions().maximumFractionDigits === 2
    ? hundredths.format(amount / 100)
    : `${amount} ${currency}, as Stripe counts it`;
}

export function sumPence(amounts: Pence[]): Pence {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
