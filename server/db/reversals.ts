import { type Kysely, sql } from 'kysely';
import * as z from 'zod';
import type { NewEvent } from '#domain/book/trail.ts';
import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { RefundKind } from '#domain/emails/email-kinds.ts';
import type { LedgerEntry } from '#domain/ledger/ledger.ts';
import {
  AT_COUNTER,
  fundedStates,
  isGivenAtCounter,
  isMade,
  isReturned,
  type OrderId,
  Reversal,
  refundedAmount,
  refundedOrAwaited,
} from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { CounterRefund, CounterRefundTakenBack, Orders } from '#server/orders/order-ports.ts';
import type { FoundReversal } from '#server/orders/payment-ports.ts';
import { refundableAmount } from '#server/orders/refund-order.ts';
import type { AskedRefund, AskRejection, Refund, Refunds } from '#server/orders/refund-ports.ts';
import { recordEvent } from '#server/orders/trail.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { enter, ledgerRows } from './ledger.ts';
import { READ_REVERSAL, reversalsOf } from './order-rows.ts';
import { lockOrder } from './order-statements.ts';
import { isDue } from './outbox.ts';
import { planEmails, requeueCafes } from './plan-emails.ts';
import type { Tables } from './tables.ts';

// Transactions lock the order before its reversals.

/** Longer than any lease or pause: a refund due later was scheduled by a wrong clock. */
const LONGEST_WAIT_SECONDS = 10 * 60;

const ASKED = ['order_id as orderId', 'id', 'amount', 'state', 'reason'] as const;

export function createRefunds(db: Kysely<Tables>, settings: DatabaseSettings): Refunds {
  const { clock } = settings;
  const updateAsked = (trx: Kysely<Tables>, { orderId, id }: Refund) =>
    trx
      .updateTable('reversals')
      .where('order_id', '=', orderId)
      .where('id', '=', id)
      .where('state', '=', 'asked');
  return {
    ask: (asked, leaseSeconds) =>
      db.transaction().execute((trx) => ask(trx, asked, leaseSeconds, settings)),

    claim: (most, leaseSeconds) =>
      db
        .with('due', (query) =>
          query
            .selectFrom('reversals')
            .select(['order_id', 'id'])
            // Literal, because SQLite does not use the partial index for a bound value.
            .where('state', '=', sql.lit('asked'))
            .where((eb) => isDue(eb, 'next_attempt_at', clock, LONGEST_WAIT_SECONDS))
            .orderBy('next_attempt_at')
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('reversals')
        .set({ next_attempt_at: clock(leaseSeconds) })
        .where(({ eb, refTuple, selectFrom }) =>
          eb(
            refTuple('order_id', 'id'),
            'in',
            selectFrom('due').select(['order_id', 'id']).$asTuple('order_id', 'id'),
          ),
        )
        .returning(ASKED)
        .execute(),

    async accepted(refund, providerId) {
      await updateAsked(db, refund)
        .set({ state: 'pending', provider_id: providerId, reason: null })
        .execute();
    },

    rejected: (refund, reason) =>
      db.transaction().execute(async (trx) => {
        const { id, orderId, amount } = refund;
        const { numUpdatedRows } = await updateAsked(trx, refund)
          .set({ state: 'refused', reason })
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        const facts = { refund: id, amount, reason };
        const event: NewEvent = { kind: 'refund-refused', actor: 'stripe', facts };
        await recordEvent(trx, [orderId], event);
      }),

    async postpone(refund, pauseSeconds, reason) {
      await updateAsked(db, refund)
        .set({ next_attempt_at: clock(pauseSeconds), reason })
        .execute();
    },
  };
}

async function ask(
  trx: Kysely<Tables>,
  { id, orderId, amount, seen, by }: AskedRefund,
  leaseSeconds: number,
  { clock }: DatabaseSettings,
): Promise<Refund | AskRejection> {
  // Two refunds of an order are checked one after the other.
  const order = await lockOrder(trx, orderId)
    .select('total')
    .where('state', 'in', fundedStates)
    .executeTakeFirst();
  const reversals = order && (await readReversals(trx, orderId));
  if (!reversals) return 'unknown';
  const known = await trx
    .selectFrom('reversals')
    .select(ASKED)
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) return known.amount === amount ? known : 'stale';
  if (refundedOrAwaited(reversals) !== seen) return 'stale';
  if (amount > refundableAmount({ total: order.total, reversals })) return 'too-much';
  const row = { order_id: orderId, id, kind: 'refund', amount, state: 'asked' };
  await trx
    .insertInto('reversals')
    .values({ ...row, is_pending: 1, at: clock(0), next_attempt_at: clock(leaseSeconds) })
    .execute();
  const facts = { refund: id, amount };
  const event: NewEvent = { kind: 'refund-asked', actor: 'staff', personId: by, facts };
  await recordEvent(trx, [orderId], event);
  return { id, orderId, amount, state: 'asked', reason: null };
}

/** As `Orders.setReversals`. Call it in a transaction. */
export async function setReversals(
  trx: Kysely<Tables>,
  settings: DatabaseSettings,
  ...[id, found, entries = [], seen]: Parameters<Orders['setReversals']>
): ReturnType<Orders['setReversals']> {
  const known = await lockReversals(trx, id);
  if (!known) return 'unchanged';
  if (seen && !areEqual(known, seen)) return 'stale';
  await store(trx, id, found);
  await enter(trx, ledgerRows(id, entries));
  const stored = await readReversals(trx, id);
  if (!stored || areEqual(known, stored)) return 'unchanged';
  await recordReversals(trx, id, stored, { actor: 'stripe' }, settings);
  await requeueCafes(trx, id, settings);
  await tellOfRefunds(trx, id, newRefunds(known, stored), settings);
  return 'changed';
}

/** As `Orders.refundAtCounter`. Call it in a transaction. */
export async function refundAtCounter(
  trx: Kysely<Tables>,
  settings: DatabaseSettings,
  { id, orderId, amount, seen, by }: AskedRefund,
  at: Instant,
): Promise<'given' | AskRejection> {
  const known = await lockReversals(trx, orderId);
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
    return isReturned(earlier.state) || earlier.amount !== amount ? 'stale' : 'given';
  }
  if (refundedAmount(known) !== seen) return 'stale';
  if (amount > order.total - seen) return 'too-much';
  await trx
    .insertInto('reversals')
    .values({ ...given, order_id: orderId, is_pending: 0 })
    .execute();
  await enterAtCounter(trx, orderId, 'cash-refund', given, at);
  const reversals = [...known, given];
  await recordReversals(trx, orderId, reversals, { actor: 'staff', personId: by }, settings);
  const undoneUntil = plusSeconds(at, UNDO_SECONDS);
  await tellOfRefunds(trx, orderId, newRefunds(known, reversals), settings, undoneUntil);
  return 'given';
}

/** As `Orders.takeBackCounterRefund`. Call it in a transaction. */
export async function takeBackCounterRefund(
  trx: Kysely<Tables>,
  settings: DatabaseSettings,
  { orderId, reversalId, by }: CounterRefund,
  at: Instant,
): Promise<CounterRefundTakenBack> {
  const known = await lockReversals(trx, orderId);
  const given = known?.find(({ id }) => id === reversalId);
  if (!known || !given || !isGivenAtCounter(given)) return 'unknown';
  if (isReturned(given.state)) return 'unchanged';
  await trx
    .updateTable('reversals')
    .set({ state: 'canceled' })
    .where('order_id', '=', orderId)
    .where('id', '=', reversalId)
    .execute();
  await enterAtCounter(trx, orderId, 'cash-refund-undone', given, at);
  const reversals = known.map((each) => (each === given ? { ...each, state: 'canceled' } : each));
  await recordReversals(trx, orderId, reversals, { actor: 'staff', personId: by }, settings);
  return 'taken-back';
}

async function enterAtCounter(
  trx: Kysely<Tables>,
  orderId: OrderId,
  kind: 'cash-refund' | 'cash-refund-undone',
  { id, amount }: Reversal,
  at: Instant,
): Promise<void> {
  const entry: LedgerEntry = { kind, id, paymentId: null, amount, at, isEstimate: false };
  await enter(trx, ledgerRows(orderId, [entry]));
}

/** What the provider says replaces what is stored. */
async function store(trx: Kysely<Tables>, id: OrderId, found: FoundReversal[]): Promise<void> {
  // PostgreSQL rejects an empty list.
  if (found.length === 0) return;
  const firsts = new Map(found.toReversed().map((each) => [each.requestId, each]));
  await trx
    .insertInto('reversals')
    .values(
      found.map((each) => ({
        order_id: id,
        // Somebody may have copied the metadata to another refund at the provider.
        id: (firsts.get(each.requestId) === each && each.requestId) || each.id,
        kind: each.kind,
        provider_id: each.id,
        amount: each.amount,
        is_pending: each.isPending ? 1 : 0,
        claimed_amount: each.claimed?.amount ?? null,
        claimed_currency: each.claimed?.currency ?? null,
        state: each.state,
        at: each.at,
        answer_by: each.answerBy ?? null,
      })),
    )
    .onConflict((known) =>
      known.columns(['order_id', 'id']).doUpdateSet((row) => ({
        provider_id: row.ref('excluded.provider_id'),
        amount: row.ref('excluded.amount'),
        is_pending: row.ref('excluded.is_pending'),
        claimed_amount: row.ref('excluded.claimed_amount'),
        claimed_currency: row.ref('excluded.claimed_currency'),
        state: row.ref('excluded.state'),
        reason: null,
        at: row.ref('excluded.at'),
        answer_by: row.ref('excluded.answer_by'),
      })),
    )
    .execute();
}

/** Locks the order. @returns undefined if there is none, or its reversals cannot be read. */
export async function lockReversals(
  trx: Kysely<Tables>,
  id: OrderId,
): Promise<Reversal[] | undefined> {
  const order = await lockOrder(trx, id).select('id').executeTakeFirst();
  return order && readReversals(trx, id);
}

async function readReversals(
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
async function recordReversals(
  trx: Kysely<Tables>,
  id: OrderId,
  reversals: Reversal[],
  by: Pick<NewEvent, 'actor' | 'personId'>,
  { clock }: DatabaseSettings,
): Promise<void> {
  const facts = { reversals: reversals.filter(isMade) };
  await recordEvent(trx, [id], { ...by, kind: 'reversed', facts });
}

function newRefunds(known: Reversal[], reversals: Reversal[]): RefundKind[] {
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
