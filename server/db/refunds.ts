import { type Kysely, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { parseJson } from '#domain/guard.ts';
import { fundedStates, type OrderId, Reversal } from '#domain/orders/order.ts';
import { refundableAmount, refundedOrAsked } from '#domain/refunds/refund-order.ts';
import {
  type AskedRefund,
  type AskResult,
  type Refund,
  RefundState,
  type Refunds,
} from '#domain/refunds/refund-ports.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { recordEvent } from './order-events.ts';
import { lockOrder } from './order-statements.ts';
import { isDue } from './outbox.ts';
import type { Tables } from './tables.ts';

/** Longer than any lease or pause: a refund due later was scheduled by a wrong clock. */
const LONGEST_WAIT_SECONDS = 10 * 60;

export function createRefunds(db: Kysely<Tables>, settings: DatabaseSettings): Refunds {
  const { clock } = settings;
  return {
    ask: (asked, leaseSeconds) =>
      db.transaction().execute((trx) => ask(trx, asked, leaseSeconds, settings)),

    async find(id) {
      const row = await db
        .selectFrom('refunds')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && refundOf(row);
    },

    of: (orderId) => refundsOf(db, orderId),

    async claim(most, leaseSeconds) {
      const rows = await db
        .with('due', (query) =>
          query
            .selectFrom('refunds')
            .select('id')
            // Literal, because SQLite does not use the partial index for a bound value.
            .where('state', '=', sql.lit('asked'))
            .where((eb) => isDue(eb, 'next_attempt_at', clock, LONGEST_WAIT_SECONDS))
            .orderBy('next_attempt_at')
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('refunds')
        .set(({ eb }) => ({
          attempts: eb('attempts', '+', 1),
          next_attempt_at: clock(leaseSeconds),
        }))
        .where('id', 'in', ({ selectFrom }) => selectFrom('due').select('id'))
        .returningAll()
        .execute();
      return rows.map(refundOf);
    },

    async accepted(id, providerId) {
      await db
        .updateTable('refunds')
        .set({ state: 'accepted', provider_id: providerId, reason: null })
        .where('id', '=', id)
        .where('state', '=', 'asked')
        .execute();
    },

    rejected: (id, reason) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('refunds')
          .set({ state: 'refused', reason })
          .where('id', '=', id)
          .where('state', '=', 'asked')
          .returning(['order_id', 'amount'])
          .executeTakeFirst();
        if (!row) return;
        const facts = { refund: id, amount: row.amount, reason };
        await recordEvent(
          trx,
          [row.order_id],
          { kind: 'refund-refused', actor: 'stripe', facts },
          clock,
        );
      }),

    async postpone(id, pauseSeconds, reason) {
      await db
        .updateTable('refunds')
        .set({ next_attempt_at: clock(pauseSeconds), reason })
        .where('id', '=', id)
        .where('state', '=', 'asked')
        .execute();
    },
  };
}

async function ask(
  trx: Kysely<Tables>,
  { id, orderId, amount, seen, by }: AskedRefund,
  leaseSeconds: number,
  settings: DatabaseSettings,
): Promise<AskResult> {
  const { clock } = settings;
  // Two refunds of an order are checked one after the other.
  const row = await lockOrder(trx, orderId)
    .select(['total', 'reversals'])
    .where('state', 'in', fundedStates)
    .executeTakeFirst();
  const reversals = z.array(Reversal).safeParse(parseJson(row?.reversals ?? '')).data;
  if (!row || !reversals) return 'unknown';
  const known = await trx
    .selectFrom('refunds')
    .select('amount')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) return known.amount === amount ? 'known' : 'stale';
  const earlier = await refundsOf(trx, orderId);
  if (refundedOrAsked(reversals, earlier) !== seen) return 'stale';
  if (amount > refundableAmount({ total: row.total, reversals }, earlier)) return 'too-much';
  await trx
    .insertInto('refunds')
    .values({
      id,
      order_id: orderId,
      amount,
      asked_at: clock(0),
      person_id: by,
      state: 'asked',
      next_attempt_at: clock(leaseSeconds),
    })
    .execute();
  const facts = { refund: id, amount };
  await recordEvent(
    trx,
    [orderId],
    { kind: 'refund-asked', actor: 'staff', personId: by, facts },
    clock,
  );
  return 'asked';
}

async function refundsOf(db: Kysely<Tables>, orderId: OrderId): Promise<Refund[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
  return rows.map(refundOf);
}

function refundOf(row: Selectable<Tables['refunds']>): Refund {
  const { id, order_id, amount, asked_at, person_id, state, provider_id, reason } = row;
  return {
    id,
    orderId: order_id,
    amount,
    askedAt: asked_at,
    by: person_id,
    // An unreadable state may mean that the money is on its way: it is not asked for again.
    state: RefundState.catch('accepted').parse(state),
    providerId: provider_id,
    reason,
  };
}
