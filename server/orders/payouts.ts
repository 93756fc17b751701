import { type Kysely, type Selectable, sql } from 'kysely';
import { asDay, isDay } from '#domain/calendar/days.ts';
import type { Instant } from '#domain/clock.ts';
import type { MatchedMove, Payout } from '#domain/ledger/balance.ts';
import { addMonths, type Month } from '#domain/ledger/month.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';

// What `syncBalance` has read of the payment provider's account.

/** The movements of a time, oldest first, and what the provider held for the cafe before. */
export async function balanceBetween(
  db: Kysely<Tables>,
  from: Instant,
  before: Instant,
): Promise<{ moves: MatchedMove[]; start: number }> {
  const rows = await readMoves(db)
    .where('moved.at', '>=', from)
    .where('moved.at', '<', before)
    .orderBy('moved.at')
    .orderBy('moved.id')
    .execute();
  const { start } = await db
    .selectFrom('balance_transactions')
    .select(({ fn, eb }) =>
      fn.coalesce(fn.sum(eb('amount', '-', eb.ref('fee'))), sql.lit(0)).as('start'),
    )
    .where('at', '<', from)
    .executeTakeFirstOrThrow();
  // PostgreSQL returns sums as text.
  return { moves: rows.map(matchedMove), start: Number(start) };
}

/** The payouts that arrive in a month, newest first: those of its bank statement. */
export async function payoutsOf({ db }: Pick<Shop, 'db'>, month: Month): Promise<Payout[]> {
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where('arrives', '>=', `${month}-01`)
    .where('arrives', '<', `${addMonths(month, 1)}-01`)
    .orderBy('arrives', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(payoutOf);
}

/** A payout with what it contains, oldest first, and the payout that sends its money again if the bank has returned it. */
export async function findPayout(
  { db }: Pick<Shop, 'db'>,
  id: string,
): Promise<{ payout: Payout; moves: MatchedMove[]; next: MatchedMove['payout'] } | undefined> {
  const row = await db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const rows = await readMoves(db)
    .where('moved.payout_id', '=', id)
    // Not the payout itself.
    .where((eb) => eb.or([eb('moved.kind', '!=', 'payout'), eb('moved.source', '!=', id)]))
    .orderBy('moved.at')
    .orderBy('moved.id')
    .execute();
  const returned = await readMoves(db)
    // A literal, as above.
    .where('moved.kind', '=', sql.lit('payout_reversal'))
    .where('moved.source', '=', id)
    .executeTakeFirst();
  const next = returned && matchedMove(returned).payout;
  return { payout: payoutOf(row), moves: rows.map(matchedMove), next };
}

/** Refunds and disputes are of the order whose charge has the same payment. */
function readMoves(db: Kysely<Tables>) {
  return db
    .selectFrom('balance_transactions as moved')
    .leftJoin('payouts', 'payouts.id', 'moved.payout_id')
    .leftJoin('ledger', (join) =>
      join
        .onRef('ledger.payment_id', '=', 'moved.payment_id')
        // A literal, because SQLite does not use the partial index for a bound value.
        .on('ledger.kind', '=', sql.lit('charge')),
    )
    .leftJoin('orders', 'orders.id', 'ledger.order_id')
    .select([
      'moved.id',
      'moved.kind',
      'moved.source',
      'moved.payment_id as paymentId',
      'moved.amount',
      'moved.fee',
      'moved.words',
      'moved.at',
      'payouts.id as payoutId',
      'payouts.arrives',
      'orders.id as orderId',
      'orders.number',
    ]);
}

type MoveRow = Awaited<ReturnType<ReturnType<typeof readMoves>['execute']>>[number];

function matchedMove({ payoutId, arrives, orderId, number, ...moved }: MoveRow): MatchedMove {
  return {
    ...moved,
    order: orderId !== null && number !== null ? { id: orderId, number } : undefined,
    payout: payoutId !== null && isDay(arrives) ? { id: payoutId, arrives } : undefined,
  };
}

function payoutOf(row: Selectable<Tables['payouts']>): Payout {
  return {
    id: row.id,
    amount: row.amount,
    arrives: asDay(row.arrives),
    state: row.state,
    failure: row.failure,
    isByHand: row.is_by_hand === 1,
    isComplete: row.is_complete === 1,
  };
}
