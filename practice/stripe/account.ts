import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openSettings, type Settings } from '../settings.ts';
import { inTransaction, openCollection } from '../store.ts';
import {
  balanceTransactionRecord,
  disputeRecord,
  paymentRecord,
  payoutRecord,
  priceRecord,
  productRecord,
  refundRecord,
  sessionRecord,
} from './records.ts';

/** What goes wrong: `/practice/settings`. */
const stripeSettings = z.strictObject({
  webhooks: z.enum(['normal', 'never', 'thrice']),
  api: z.enum(['normal', 'down', 'error-500', 'error-after', 'refuses-key']),
  payment_methods: z.enum(['enabled', 'none']),
  balance: z.enum(['at-once', 'later']),
});
export type StripeSettings = z.infer<typeof stripeSettings>;

export type StripeEvent = { type: string; data: { object: object } };

export function openStripeSettings(): Settings<StripeSettings> {
  return openSettings(stripeSettings, {
    webhooks: 'normal',
    api: 'normal',
    payment_methods: 'enabled',
    balance: 'at-once',
  });
}

interface AccountOptions {
  origin: string;
  now: () => Date;
  settings: Settings<StripeSettings>;
  send(event: StripeEvent): void;
}

export type Account = ReturnType<typeof openAccount>;

/** The records of the only account, its settings and its clock. */
export function openAccount(
  database: DatabaseSync,
  { origin, now, settings, send }: AccountOptions,
) {
  const planned: StripeEvent[] = [];
  return {
    origin,
    now,
    settings,
    /** Rolls back when `work` throws, and sends its events afterwards. */
    transaction<Result>(work: () => Result): Result {
      planned.length = 0;
      const result = inTransaction(database, work);
      for (const event of planned) send(event);
      return result;
    },
    /** Plans an event of the running transaction. */
    emit: (type: string, object: object) => void planned.push({ type, data: { object } }),
    products: openCollection(database, 'product', productRecord),
    prices: openCollection(database, 'price', priceRecord, [['lookup_key']]),
    sessions: openCollection(database, 'checkout.session', sessionRecord, [
      ['payment_intent'],
      ['status', 'expires_at'],
      ['created'],
    ]),
    payments: openCollection(database, 'payment_intent', paymentRecord, [['charge']]),
    refunds: openCollection(database, 'refund', refundRecord, [['payment_intent']]),
    disputes: openCollection(database, 'dispute', disputeRecord, [['payment_intent']]),
    balanceTransactions: openCollection(database, 'balance_transaction', balanceTransactionRecord, [
      ['source'],
      ['payout'],
      ['created'],
    ]),
    payouts: openCollection(database, 'payout', payoutRecord, [['created']]),
  };
}

/** A new id in Stripe's format: `price_…`, `cs_test_…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** Stripe's timestamps are whole seconds. */
export function unixTime(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000);
}

/** Formats minor units: `5600`, `gbp` → `£56.00`. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
