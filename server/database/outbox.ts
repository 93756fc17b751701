import { setTimeout as pause } from 'node:timers/promises';
import { type ExpressionBuilder, type Kysely, type QueryCreator, sql } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Claim, Notification, Outbox } from '#domain/orders/order-ports.ts';
import { batch } from './batch.ts';
import type { DatabaseClock, DatabaseSettings } from './database-settings.ts';
import { changeOrders, insertEvents, recordEvent } from './order-events.ts';
import { applyTransition } from './order-statements.ts';
import type { Tables } from './tables.ts';

/** The pauses between them add up to that (`pauseAfterAttempt`). */
export const ATTEMPTS_IN_A_QUARTER_OF_AN_HOUR = 9;
/** The pause between attempts to record a delivery. */
const RETRY_PAUSE_MS = 200;
/** A statement that started earlier reads an earlier clock than the row it finds. */
const CLOCK_MARGIN_SECONDS = 60;

export function createOutbox(db: Kysely<Tables>, settings: DatabaseSettings): Outbox {
  const { clock } = settings;
  const deliverInBatches = batch<Delivered>((delivered) => deliver(db, delivered, settings));
  return {
    claim: (wanted) =>
      throttled(db, wanted, settings, (trx, most) => lease(trx, { ...wanted, most }, settings)),

    delivered: (orderId, revision) => untilRecorded(() => deliverInBatches({ orderId, revision })),

    async postpone({ orderId, revision, attempt }, pauseSeconds, reason) {
      await db
        .updateTable('outbox')
        .set({ next_attempt_at: clock(pauseSeconds), last_error: reason })
        .where('order_id', '=', orderId)
        .where('revision', '=', revision)
        .where('attempts', '=', attempt)
        .where('delivered_at', 'is', null)
        .execute();
    },

    async requeue(orderId, { personId, pauseSeconds }) {
      const changed = await changeOrders(
        db,
        (query) =>
          updateToRequeue(query, orderId, clock)
            .where(({ eb, or, and }) =>
              or([
                eb('delivered_at', '<=', clock(-pauseSeconds)),
                and([eb('delivered_at', 'is', null), eb('last_error', 'is not', null)]),
              ]),
            )
            .returning('order_id as id'),
        { kind: 'resent', actor: 'staff', ...(personId && { personId }), facts: { to: 'cafe' } },
        settings,
      );
      if (changed.length > 0) return 'requeued';
      const known = await db
        .selectFrom('outbox')
        .select('order_id')
        .where('order_id', '=', orderId)
        .executeTakeFirst();
      return known ? 'just-sent' : 'no-email';
    },

    async failing(limit) {
      const rows = await db
        .selectFrom('outbox')
        // Keeps SQLite from reading all orders by `placed_at` and looking for their e-mails.
        .crossJoin('orders')
        .whereRef('orders.id', '=', 'order_id')
        .select(['order_id as orderId', 'attempts', 'last_error', 'placed_at as since'])
        .where('delivered_at', 'is', null)
        .where('attempts', '>=', ATTEMPTS_IN_A_QUARTER_OF_AN_HOUR)
        .orderBy('placed_at')
        .limit(limit)
        .execute();
      return rows.map(({ last_error, ...row }) => ({ ...row, reason: last_error ?? 'none' }));
    },
  };
}

/** Repeats the record of an accepted e-mail until it is written: without it the e-mail would be sent again. */
export async function untilRecorded(record: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await record();
    } catch {
      // Other queries log the outage.
      await pause(RETRY_PAUSE_MS, undefined, { ref: false });
    }
  }
}

/**
 * Claims e-mails: with a throttle at most one, and only in its turn among the e-mails of all servers.
 * @param claim claims so many.
 */
export function throttled<Claimed>(
  db: Kysely<Tables>,
  { most, throttleSeconds }: Claim,
  { clock }: DatabaseSettings,
  claim: (db: Kysely<Tables>, most: number) => Promise<Claimed[]>,
): Promise<Claimed[]> {
  if (throttleSeconds === 0) return claim(db, most);
  return db.transaction().execute(async (trx) => {
    const turn = await trx
      .selectFrom('email_throttle')
      .select('id')
      .where((eb) => isDue(eb, 'next_email_at', clock, throttleSeconds))
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!turn) return [];
    const claimed = await claim(trx, 1);
    if (claimed.length > 0) {
      await trx
        .updateTable('email_throttle')
        .set({ next_email_at: clock(throttleSeconds) })
        .execute();
    }
    return claimed;
  });
}

function lease(
  db: Kysely<Tables>,
  { most, leaseSeconds, longestWaitSeconds }: Claim,
  { clock }: DatabaseSettings,
): Promise<Notification[]> {
  return (
    db
      // A common table expression, so that no more rows are locked than are claimed.
      .with('due', (query) =>
        query
          .selectFrom('outbox')
          .select('order_id')
          .where('delivered_at', 'is', null)
          .where((eb) => isDue(eb, 'next_attempt_at', clock, longestWaitSeconds))
          .orderBy('next_attempt_at')
          .orderBy('order_id')
          .limit(most)
          // Skips rows that another server is claiming.
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('outbox')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: clock(leaseSeconds) }))
      .where('order_id', 'in', ({ selectFrom }) => selectFrom('due').select('order_id'))
      .returning(['order_id as orderId', 'revision', 'attempts as attempt'])
      .returning('last_error as lastReason')
      .execute()
  );
}

/** The time has come, or is later than any pause allows: a clock was set back. */
export function isDue<Table extends keyof Tables, Column extends string & keyof Tables[Table]>(
  eb: ExpressionBuilder<Tables, Table>,
  column: Column,
  clock: DatabaseClock,
  longestSeconds: number,
) {
  const time = sql.ref<string>(column);
  return eb.or([
    eb(time, '<=', clock(0)),
    eb(time, '>', clock(longestSeconds + CLOCK_MARGIN_SECONDS)),
  ]);
}

/** Makes the order's notification due again, if it has one. */
export async function requeueNotification(
  trx: Kysely<Tables>,
  id: OrderId,
  clock: DatabaseClock,
): Promise<void> {
  await updateToRequeue(trx, id, clock).execute();
}

function updateToRequeue(query: QueryCreator<Tables>, id: OrderId, clock: DatabaseClock) {
  return query
    .updateTable('outbox')
    .set(({ eb }) => ({
      revision: eb('revision', '+', 1),
      attempts: 0,
      next_attempt_at: clock(0),
      last_error: null,
      delivered_at: null,
    }))
    .where('order_id', '=', id);
}

const TOLD: NewEvent = { kind: 'told', actor: 'shop', facts: {} };

interface Delivered {
  orderId: OrderId;
  revision: number;
}

/**
 * Makes orders paid and their notifications delivered in one transaction, so that concurrent deliveries
 * wait for the disk once. Locks orders before the outbox, as every other transaction does.
 */
async function deliver(
  db: Kysely<Tables>,
  delivered: Delivered[],
  { clock, isPostgres }: DatabaseSettings,
): Promise<void> {
  const ids = delivered.map(({ orderId }) => orderId);
  const markDelivered = (query: QueryCreator<Tables>) =>
    query
      .updateTable('outbox')
      .set({ delivered_at: clock(0) })
      .where('delivered_at', 'is', null)
      .where(({ eb, or, and }) =>
        or(
          delivered.map(({ orderId, revision }) =>
            and([eb('order_id', '=', orderId), eb('revision', '=', revision)]),
          ),
        ),
      );
  if (isPostgres) {
    await db
      .with('changed', (query) => applyTransition(query, ids, 'deliver'))
      .with('recorded', (query) => insertEvents(query, TOLD, clock))
      .with('delivered', markDelivered)
      .selectFrom('changed')
      .select('id')
      .execute();
    return;
  }
  await db.transaction().execute(async (trx) => {
    const paid = await applyTransition(trx, ids, 'deliver').execute();
    const paidIds = paid.map(({ id }) => id);
    await recordEvent(trx, paidIds, TOLD, clock);
    await markDelivered(trx).execute();
  });
}
