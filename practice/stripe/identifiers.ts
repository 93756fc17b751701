import { randomUUID } from 'node:crypto';

/** A new id in Stripe's manner: `price_…`, `cs_test_…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** Stripe counts time in whole seconds. */
export function unixTime(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}
