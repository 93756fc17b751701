import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { NewEvent } from '#domain/book/trail.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import type { Order, OrderId } from '#domain/orders/order.ts';
import {
  isMade,
  isReturned,
  needsAnswer,
  Reversal,
  refundedAmount,
} from '#domain/orders/reversal.ts';
import type { Tables } from '#server/db/tables.ts';
import type { EmailKind } from '#server/emails/kinds.ts';
import { planEmails, requeueCafes } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { step } from '#server/step.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { FoundReversal } from '#server/stripe/reversals.ts';
import { cancelBooked } from './cancel.ts';
import { closeIncident, incidentKey, raiseIncident } from './incidents.ts';
import { enter, paymentsOf } from './ledger.ts';
import { lockOrder, lockUncancelledOrder } from './lock-order.ts';
import { syncPaymentStatus } from './pay.ts';
import { readFulfilments } from './ready.ts';
import { orderOfCheckout, READ_REVERSAL, readOrder, reversalsOf } from './rows.ts';
import { eventsOf, recordEvent } from './trail.ts';

// Transactions lock the order before its reversals.

/** The maximum number of requests to the provider while other servers store its responses. */
const MOST_READS = 5;

/**
 * Stores refunds and disputes of an order from the payment provider, and requeues the cafe's notification
 * if they changed.
 * @throws {PaymentsUnavailable}
 */
export async function syncReversals(shop: Shop, order: Order): Promise<void> {
  const { result, reversals } = await readAndStore(shop, order);
  for (const reversal of reversals) {
    await followDispute(shop, order, reversal);
    await followRefund(shop, order, reversal);
  }
  // The payment may have been missed. Last, so that the first e-mail names the refund.
  await syncPaymentStatus(shop, order);
  await cancelPaidBack(shop, order, reversals);
  if (result !== 'changed') return;
  shop.log.info({ orderId: order.id, reversals: reversals.length }, 'refunds or disputes changed');
}

/** Ignores payments that were made in no checkout of the shop's: the account may sell other things. */
export async function syncReversalsOf(shop: Shop, paymentId: string): Promise<void> {
  const checkoutId = await shop.payments.checkoutOfPayment(paymentId);
  const order = checkoutId && (await orderOfCheckout(shop.db, checkoutId));
  if (order) await syncReversals(shop, order);
}

/**
 * Cancels an order that was refunded in full at the payment provider, where nobody could say whether it is still made.
 * Keeps one whose last day has come, because such a refund is rather for a complaint, and tells the owner unless it was
 * handed over. Keeps one whose cancellation staff have taken back since. Idempotent.
 */
async function cancelPaidBack(
  shop: Shop,
  { id, items }: Order,
  found: FoundReversal[],
): Promise<void> {
  const { db, clock, log } = shop;
  const refunds = found.filter((each) => each.kind === 'refund' && !isReturned(each.state));
  if (refunds.length === 0) return;
  const lastAt = refunds.reduce((last, { at }) => (at > last ? at : last), '');
  const last = refunds.flatMap(({ at, requestId }) => (at === lastAt && requestId) || []);
  const today = londonDay(clock.now());
  if (items.every(({ day }) => day < today)) return;
  const isDue = items.every(({ day }) => day <= today);
  const amount = refundedAmount(refunds);
  const result = await db.transaction().execute(async (trx) => {
    const order = await lockUncancelledOrder(trx, id);
    if (!order || amount < order.paid) return 'unchanged';
    const events = await eventsOf(trx, id, ['refund-requested', 'uncancelled']);
    const isDecided = events.some((event) =>
      event.kind === 'refund-requested'
        ? // Staff have said whether it cancels. A restored backup does not know what they said.
          last.includes(event.facts.refund)
        : event.at > lastAt,
    );
    if (isDecided) return 'unchanged';
    if (isDue) {
      const isHandedOver = (await readFulfilments(trx, id)).get(today) === 'collected';
      return isHandedOver ? 'unchanged' : 'due';
    }
    const result = await cancelBooked(trx, id, { actor: 'stripe' });
    if (result === 'cancelled') await requeueCafes(trx, id);
    return result;
  });
  if (result === 'cancelled') log.info({ orderId: id }, 'order cancelled, as it was refunded');
  if (result !== 'due') return;
  const incident = { kind: 'refunded-when-due', subject: id, orderId: id } as const;
  await raiseIncident(shop, { ...incident, facts: { amount } });
}

/** An answer that took long must not replace a newer one, which other events of the order have led to. */
async function readAndStore(shop: Shop, order: Order) {
  let known: Order | undefined = order;
  for (let reads = 0; known && reads < MOST_READS; reads += 1) {
    const found = await Promise.all(
      (await checkoutsWithMoney(shop, order)).map((checkoutId) =>
        shop.payments.reversals({ ...order, checkoutId }),
      ),
    );
    const reversals = found.flatMap((each) => each.reversals);
    const entries = found.flatMap((each) => each.entries);
    const result = await storeReversals(shop, order.id, reversals, entries, known.reversals);
    step('orders.setReversals end', order.id);
    if (result !== 'stale') return { result, reversals };
    known = await readOrder(shop.db, order.id);
  }
  // The provider sends the event again.
  throw new PaymentsUnavailable('unreachable', 'refunds keep changing');
}

/** Of the order's payments by card, and its last, which may have been missed. */
async function checkoutsWithMoney({ db }: Shop, { id, checkoutId }: Order): Promise<string[]> {
  const payments = await paymentsOf(db, id);
  const byCard = payments.flatMap((payment) => (payment.isAtCounter ? [] : payment.id));
  return [...new Set([...byCard, ...(checkoutId === null ? [] : [checkoutId])])];
}

async function followDispute(
  shop: Shop,
  { id: orderId }: Order,
  { id, kind, state, amount, claimed, answerBy = 'unknown' }: Reversal,
): Promise<void> {
  if (kind !== 'dispute') return;
  const stage = needsAnswer(state) ? stageOf(state) : undefined;
  for (const other of Object.values(STAGES)) {
    if (other !== stage) await closeIncident(shop.db, incidentKey({ kind, subject: id + other }));
  }
  if (stage === undefined) return;
  const facts = { dispute: id, amount, ...claimed, answerBy };
  await raiseIncident(shop, { kind, subject: id + stage, orderId, facts });
}

/**
 * A dispute keeps its id in its next stage. The stage is in the incident's key, so that a new one is shown also
 * after the owner has closed the last, and with its own deadline.
 */
const STAGES = { inquiry: ' inquiry', chargeback: '', appeal: ' appeal' };

function stageOf(state: string): string {
  if (state.startsWith('warning_')) return STAGES.inquiry;
  return state.startsWith('appeal_') ? STAGES.appeal : STAGES.chargeback;
}

/** Also a refund that was made at the provider. */
async function followRefund(
  shop: Shop,
  order: Order,
  { id, kind, amount, state }: Reversal,
): Promise<void> {
  if (kind !== 'refund' || !isReturned(state)) return;
  const facts = { refund: id, amount, reason: state };
  await raiseIncident(shop, { kind: 'refund-failed', subject: id, orderId: order.id, facts });
}

/**
 * Stores refunds and disputes, and enters the money that they have moved in the ledger. If they changed,
 * requeues the cafe's notification; all or nothing.
 * @param seen those of the order before the provider was asked. If it has others now, its answer may be older
 * than theirs, and nothing is stored.
 */
export function storeReversals(
  { db }: Pick<Shop, 'db'>,
  id: OrderId,
  found: FoundReversal[],
  entries: LedgerEntry[] = [],
  seen?: Reversal[],
): Promise<'changed' | 'unchanged' | 'stale'> {
  return db.transaction().execute(async (trx) => {
    const known = await lockReversals(trx, id);
    if (!known) return 'unchanged';
    if (seen && !areEqual(known, seen)) return 'stale';
    await store(trx, id, found);
    await enter(trx, id, entries);
    const stored = await readReversals(trx, id);
    if (!stored || areEqual(known, stored)) return 'unchanged';
    await recordReversals(trx, id, stored, { actor: 'stripe' });
    await requeueCafes(trx, id);
    await notifyOfRefunds(trx, id, { known, stored });
    return 'changed';
  });
}

/** What the provider says replaces what is stored. A refund that staff have asked for keeps the id of its form. */
async function store(trx: Kysely<Tables>, id: OrderId, found: FoundReversal[]): Promise<void> {
  const stored = new Set<string>();
  for (const { kind, payment, amount, state, at, ...each } of found) {
    const own = each.requestId ?? each.id;
    // Somebody may have copied the metadata to another refund at the provider.
    const key = stored.has(own) ? each.id : own;
    stored.add(key);
    const said = {
      ...{ provider_id: each.id, amount, state, at, is_pending: each.isPending ? 1 : 0 },
      claimed_amount: each.claimed?.amount ?? null,
      claimed_currency: each.claimed?.currency ?? null,
      answer_by: each.answerBy ?? null,
    };
    await trx
      .insertInto('reversals')
      .values({ order_id: id, id: key, kind, payment, ...said })
      .onConflict((known) =>
        known.columns(['order_id', 'id']).doUpdateSet({ ...said, reason: null }),
      )
      .execute();
  }
}

/** Locks the order. @returns undefined if there is none, or its reversals cannot be read. */
export async function lockReversals(
  trx: Kysely<Tables>,
  id: OrderId,
): Promise<Reversal[] | undefined> {
  const order = await lockOrder(trx, id).select('id').executeTakeFirst();
  return order && readReversals(trx, id);
}

export async function readReversals(
  trx: Kysely<Tables>,
  orderId: OrderId,
): Promise<Reversal[] | undefined> {
  const rows = await trx
    .selectFrom('reversals')
    .select(READ_REVERSAL)
    .where('order_id', '=', orderId)
    .execute();
  return z.array(Reversal).safeParse(reversalsOf(rows)).data;
}

/** Both as they are read. */
function areEqual(some: Reversal[], others: Reversal[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** The trail has what staff ask for as events of their own. */
export async function recordReversals(
  trx: Kysely<Tables>,
  id: OrderId,
  reversals: Reversal[],
  by: Pick<NewEvent, 'actor' | 'personId'>,
): Promise<void> {
  const facts = { reversals: reversals.filter(isMade) };
  await recordEvent(trx, [id], { ...by, kind: 'reversed', facts });
}

function newRefunds(known: Reversal[], reversals: Reversal[]): EmailKind[] {
  return (
    reversals
      .filter(({ kind, state, isPending }) => kind === 'refund' && !isPending && !isReturned(state))
      // The customer is notified once the money is on its way.
      .filter(({ id }) => !known.some((each) => each.id === id && !each.isPending))
      .map(({ id }): EmailKind => `refund ${id}`)
  );
}

/** Plans the e-mails that notify the customer of new refunds. */
export async function notifyOfRefunds(
  trx: Kysely<Tables>,
  id: OrderId,
  { known, stored }: { known: Reversal[]; stored: Reversal[] },
  isUndoable = false,
): Promise<void> {
  const emails = newRefunds(known, stored).map((kind) => ({ kind, isUndoable }));
  await planEmails(trx, id, emails);
}
