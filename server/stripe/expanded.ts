import type Stripe from 'stripe';

/** In which the cafe sells and keeps its books. */
export const POUNDS = 'gbp';

/** @returns undefined for an object that is missing or was not expanded. */
export function expanded<Item extends object>(
  value: string | Item | null | undefined,
): Item | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Of a paid session with its charge expanded. */
export function chargeOf({ payment_intent }: Stripe.Checkout.Session): Stripe.Charge | undefined {
  return expanded(expanded(payment_intent)?.latest_charge);
}

export function idOf(object: string | { id: string } | null): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

export function unixTime(text: string): number {
  return Math.floor(Date.parse(text) / 1000);
}
