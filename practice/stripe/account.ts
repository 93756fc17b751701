import type { DatabaseSync } from 'node:sqlite';
import { type Collection, openCollection } from '../collection.ts';
import { inTransaction } from '../database.ts';
import { openSettings, type Settings } from '../settings.ts';
import { type DisputeRecord, disputeRecord } from './records/dispute.ts';
import { type PaymentIntentRecord, paymentIntentRecord } from './records/payment-intent.ts';
import { type PriceRecord, priceRecord } from './records/price.ts';
import { type ProductRecord, productRecord } from './records/product.ts';
import { type RefundRecord, refundRecord } from './records/refund.ts';
import { type SessionRecord, sessionRecord } from './records/session.ts';
import { type StripeSettings, stripeSettings, usualSettings } from './settings.ts';
import { type EventLog, openEventLog } from './webhooks/event-log.ts';

/** Everything the one practice account holds, and the clock it goes by. */
export type Account = {
  origin: string;
  now: () => Date;
  /** Whether there is anybody to tell of what happens here. */
  hasWebhook: boolean;
  transaction: <Result>(work: () => Result) => Result;
  products: Collection<ProductRecord>;
  prices: Collection<PriceRecord>;
  sessions: Collection<SessionRecord>;
  payments: Collection<PaymentIntentRecord>;
  refunds: Collection<RefundRecord>;
  disputes: Collection<DisputeRecord>;
  events: EventLog;
  settings: Settings<StripeSettings>;
};

export function openAccount(
  database: DatabaseSync,
  { origin, now, hasWebhook }: Pick<Account, 'origin' | 'now' | 'hasWebhook'>,
): Account {
  return {
    origin,
    now,
    hasWebhook,
    transaction: (work) => inTransaction(database, work),
    products: openCollection(database, 'product', productRecord),
    prices: openCollection(database, 'price', priceRecord),
    sessions: openCollection(database, 'checkout.session', sessionRecord),
    payments: openCollection(database, 'payment_intent', paymentIntentRecord),
    refunds: openCollection(database, 'refund', refundRecord),
    disputes: openCollection(database, 'dispute', disputeRecord),
    events: openEventLog(database),
    settings: openSettings(database, stripeSettings, usualSettings),
  };
}
