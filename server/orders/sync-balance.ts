import { type Kysely, sql } from 'kysely';
import { addDays } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import type { Moved } from '#domain/ledger/balance.ts';
import type { Tables } from '#server/db/tables.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { FoundPayout } from '#server/stripe/balance.ts';
import { raiseIncident } from './incidents.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Read again each time: a clock of Stripe's may be behind, and a list that was just read may lack the newest. */
const AGAIN_SECONDS = DAY_SECONDS;
/** A payout takes a few days to arrive, and a bank a few more to return it. */
const PAYOUT_DAYS = 21;
const BEGINNING = '1970-01-01T00:00:00.000Z';

/**
 * Reads what is new on the payment provider's account: fees, payouts, and what each payout contains. The first time it
 * reads the whole account, so that the balance at the start of each month is Stripe's, and likewise if the newest
 * movement that is stored is not Stripe's any more, because the keys are now of another account. Idempotent.
 * @throws {PaymentsUnavailable}
 */
export async function syncBalance(shop: Shop): Promise<void> {
  const { db, payments } = shop;
  const newest = await newestMove(db);
  const since = (seconds: number) => (newest ? plusSeconds(newest.at, -seconds) : BEGINNING);
  const moves = await payments.moved(since(AGAIN_SECONDS));
  if (newest && !moves.some(({ id }) => id === newest.id)) {
    shop.log.warn(
      {},
      'the payment provider has another account: its balance is read from the beginning',
    );
    await forgetBalance(db);
    return syncBalance(shop);
  }
  await storeMoves(db, moves);
  const payouts = await payments.payouts(since(PAYOUT_DAYS * DAY_SECONDS));
  await storePayouts(db, payouts);
  await raiseFailed(shop, payouts);
  for (const payout of await incompletePayouts(db)) await complete(shop, payout);
}

function newestMove(db: Kysely<Tables>): Promise<Pick<Moved, 'id' | 'at'> | undefined> {
  return db
    .selectFrom('balance_transactions')
    .select(['id', 'at'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Before a shop opens, it has the keys of the practice Stripe or of a sandbox: what they hold is not the cafe's. */
async function forgetBalance(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('balance_transactions').execute();
    await trx.deleteFrom('payouts').execute();
  });
}

/** All or nothing, so that no older movement is missing below the newest. */
async function storeMoves(db: Kysely<Tables>, moves: Moved[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { paymentId, ...moved } of moves) {
      const { numInsertedOrUpdatedRows: added } = await trx
        .insertInto('balance_transactions')
        .values({
          ...moved,
          payment_id: paymentId,
          // Its own: a payout by hand has no other transactions.
          payout_id: moved.kind === 'payout' ? moved.source : null,
        })
        .onConflict((known) => known.column('id').doNothing())
        .executeTakeFirstOrThrow();
      if (added !== 1n || moved.kind !== 'charge' || paymentId === null) continue;
      // A charge that was booked before it reached the balance has the time of the payment. It takes that of the balance,
      // so that each month has the payments that Stripe's has.
      await trx
        .updateTable('ledger')
        .set({ at: moved.at })
        // A literal, because SQLite does not use the partial index for a bound value.
        .where('kind', '=', sql.lit('charge'))
        .where('payment_id', '=', paymentId)
        .execute();
    }
  });
}

async function storePayouts(db: Kysely<Tables>, payouts: FoundPayout[]): Promise<void> {
  for (const { isByHand, ...payout } of payouts) {
    const { arrives, state, failure } = payout;
    await db
      .insertInto('payouts')
      .values({ ...payout, is_by_hand: isByHand ? 1 : 0 })
      .onConflict((known) => known.column('id').doUpdateSet({ arrives, state, failure }))
      .execute();
  }
}

/** Of the last weeks: nobody has to act on what an account has left behind. */
async function raiseFailed(shop: Shop, payouts: FoundPayout[]): Promise<void> {
  const since = addDays(todayAt(shop), -PAYOUT_DAYS);
  for (const { id, amount, arrives, state, failure } of payouts) {
    if (state !== 'returned' || arrives < since) continue;
    const facts = { payout: id, amount: Math.abs(amount), reason: failure ?? 'unknown' };
    await raiseIncident(shop, { kind: 'payout-failed', subject: id, orderId: null, facts });
  }
}

/** Stripe makes the list of what a payout contains some time after the payout. */
async function incompletePayouts(db: Kysely<Tables>) {
  return (
    db
      .selectFrom('payouts')
      .select(['id', 'amount'])
      // Literals, because SQLite does not use the partial index for bound values.
      .where('is_complete', '=', sql.lit(0))
      .where('is_by_hand', '=', sql.lit(0))
      .where('state', '!=', 'cancelled')
      .orderBy('id')
      .execute()
  );
}

/** Stores what a payout contains, once that adds up to it. */
async function complete(
  { db, payments }: Shop,
  { id, amount }: { id: string; amount: number },
): Promise<void> {
  const found = await payments.paidOut(id);
  if (found.reduce((sum, { net }) => sum + net, 0) !== amount) return;
  await db.transaction().execute(async (trx) => {
    for (const moved of found) {
      const { numUpdatedRows: known } = await trx
        .updateTable('balance_transactions')
        .set({ payout_id: id })
        .where('id', '=', moved.id)
        .executeTakeFirstOrThrow();
      // One that came after the movements were read is read with the next.
      if (known === 0n) return;
    }
    await trx.updateTable('payouts').set({ is_complete: 1 }).where('id', '=', id).execute();
  });
}
