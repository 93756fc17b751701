import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { NewEvent } from '#domain/book/trail.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { RefundKind } from '#domain/emails/email-kinds.ts';
import { UNDO_SECONDS } from '#domain/emails/email-ports.ts';
import { parseJson } from '#domain/guard.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import {
  AT_COUNTER,
  isGivenAtCounter,
  isReturned,
  type OrderId,
  Reversal,
  refundedAmount,
} from '#domain/orders/order.ts';
import type { CounterRefund, CounterRefundTakenBack, Orders } from '#domain/orders/order-ports.ts';
import type { AskedRefund, AskResult } from '#domain/refunds/refund-ports.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { enter, ledgerRows } from './ledger.ts';
import { changeOrders } from './order-events.ts';
import { lockOrder } from './order-statements.ts';
import { planEmails, requeueCafes } from './plan-emails.ts';
import type { Tables } from './tables.ts';

/** As `Orders.setReversals`. Call it in a transaction. */
export async function setReversals(
  trx: Kysely<Tables>,
  settings: DatabaseSettings,
  ...[id, reversals, entries = [], seen]: Parameters<Orders['setReversals']>
): ReturnType<Orders['setReversals']> {
  const known = await readReversals(trx, id);
  if (seen && known && JSON.stringify(known) !== JSON.stringify(seen)) return 'stale';
  const isChanged = await storeReversals(trx, id, reversals, { actor: 'stripe' }, settings);
  await enter(trx, ledgerRows(id, entries));
  if (!isChanged) return 'unchanged';
  await requeueCafes(trx, id, settings);
  await tellOfRefunds(trx, id, newRefunds(known, reversals), settings);
  return 'changed';
}

/** As `Orders.refundAtCounter`. Call it in a transaction. */
export async function refundAtCounter(
  trx: Kysely<Tables>,
  settings: DatabaseSettings,
  { id, orderId, amount, seen, by }: AskedRefund,
  at: Instant,
): Promise<AskResult> {
  const known = await readReversals(trx, orderId);
  const order = await trx
    .selectFrom('orders')
    .select('total')
    .where('id', '=', orderId)
    .where('state', '=', 'paid')
    .where('checkout_id', 'is', null)
    .executeTakeFirst();
  if (!order || !known) return 'unknown';
  const given: Reversal = { id: AT_COUNTER + id, kind: 'refund', amount, state: 'succeeded', at };
  const earlier = known.find((each) => each.id === given.id);
  if (earlier) {
    return isReturned(earlier.state) || earlier.amount !== amount ? 'stale' : 'known';
  }
  if (refundedAmount(known) !== seen) return 'stale';
  if (amount > order.total - seen) return 'too-much';
  const reversals = [...known, given];
  await storeReversals(trx, orderId, reversals, { actor: 'staff', personId: by }, settings);
  const entry = counterEntry('cash-refund', given, at);
  await enter(trx, ledgerRows(orderId, [entry]));
  const undoneUntil = plusSeconds(at, UNDO_SECONDS);
  await tellOfRefunds(trx, orderId, newRefunds(known, reversals), settings, undoneUntil);
  return 'asked';
}

/** As `Orders.takeBackCounterRefund`. Call it in a transaction. */
export async function takeBackCounterRefund(
  trx: Kysely<Tables>,
  settings: DatabaseSettings,
  { orderId, reversalId, by }: CounterRefund,
  at: Instant,
): Promise<CounterRefundTakenBack> {
  const known = await readReversals(trx, orderId);
  const given = known?.find(({ id }) => id === reversalId);
  if (!known || !given || !isGivenAtCounter(given)) return 'unknown';
  if (isReturned(given.state)) return 'unchanged';
  const reversals = known.map((each) => (each === given ? { ...each, state: 'canceled' } : each));
  await storeReversals(trx, orderId, reversals, { actor: 'staff', personId: by }, settings);
  const entry = counterEntry('cash-refund-undone', given, at);
  await enter(trx, ledgerRows(orderId, [entry]));
  return 'taken-back';
}

function counterEntry(
  kind: 'cash-refund' | 'cash-refund-undone',
  { id, amount }: Reversal,
  at: Instant,
): LedgerEntry {
  return { kind, id, paymentId: null, amount, at, isEstimate: false };
}

/** @returns false if they are what is stored. */
async function storeReversals(
  trx: Kysely<Tables>,
  id: OrderId,
  reversals: Reversal[],
  by: Pick<NewEvent, 'actor' | 'personId'>,
  settings: DatabaseSettings,
): Promise<boolean> {
  const json = JSON.stringify(reversals);
  const changed = await changeOrders(
    trx,
    (query) =>
      query
        .updateTable('orders')
        .set({ reversals: json })
        .where('id', '=', id)
        .where('reversals', '!=', json)
        .returning('id'),
    { ...by, kind: 'reversed', facts: { reversals } },
    settings,
  );
  return changed.length > 0;
}

/** Locks the order. @returns undefined if they cannot be read. */
export async function readReversals(
  trx: Kysely<Tables>,
  id: OrderId,
): Promise<Reversal[] | undefined> {
  const row = await lockOrder(trx, id).select('reversals').executeTakeFirst();
  return z.array(Reversal).safeParse(parseJson(row?.reversals ?? '')).data;
}

function newRefunds(known: Reversal[] | undefined, reversals: Reversal[]): RefundKind[] {
  if (known === undefined) return [];
  return (
    reversals
      .filter(({ kind, state, isPending }) => kind === 'refund' && !isPending && !isReturned(state))
      // The customer is told once the money is on its way.
      .filter(({ id }) => !known.some((each) => each.id === id && !each.isPending))
      .map(({ id }): RefundKind => `refund ${id}`)
  );
}

/** Plans the e-mails that tell the customer, who may have no address any more. */
async function tellOfRefunds(
  trx: Kysely<Tables>,
  id: OrderId,
  kinds: RefundKind[],
  settings: DatabaseSettings,
  notBefore?: Instant,
): Promise<void> {
  if (kinds.length === 0) return;
  const { email } = await trx
    .selectFrom('orders')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (email === '') return;
  const emails = kinds.map((kind) => ({ kind, ...(notBefore && { notBefore }) }));
  await planEmails(trx, id, emails, settings);
}
