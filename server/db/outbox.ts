import { setTimeout as pause } from 'node:timers/promises';
import { type ExpressionBuilder, type Kysely, type QueryCreator, sql } from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type {
  Backlog,
  Claim,
  ClaimedEmail,
  EmailRevision,
  Outbox,
  Requeued,
  Resend,
} from '#server/emails/email-ports.ts';
import { type EmailKind, recipientOf } from '#server/emails/email-table.ts';
import { changeOrders, recordEvent } from '#server/orders/trail.ts';
import { dbTime } from './db-time.ts';
import { applyTransition } from './order-statements.ts';
import { isWaiting, lockToWrite, planEmails, updateToRequeue } from './plan-emails.ts';
import type { Tables } from './tables.ts';
import { takeBackWritten, writeEmail } from './written-emails.ts';

const LONG_FAILURE_SECONDS = 15 * 60;
/** The pause between attempts to record that an e-mail was accepted. */
const RETRY_PAUSE_MS = 200;
/** A statement that started earlier reads an earlier clock than the row it finds. */
const CLOCK_MARGIN_SECONDS = 60;

export function createOutbox(db: Kysely<Tables>): Outbox {
  /** The e-mail, unless it has been requeued or has ended since it was claimed. */
  const updateClaimed = (query: QueryCreator<Tables>, { orderId, kind, revision }: EmailRevision) =>
    query
      .updateTable('emails')
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .where('revision', '=', revision)
      .where(isWaiting);
  return {
    claim: (wanted) => lease(db, wanted),

    sent: (email) =>
      untilRecorded(() =>
        db.transaction().execute(async (trx) => {
          // Orders are locked before e-mails, as in every other transaction.
          if (email.kind === CAFES) await markPaid(trx, email.orderId);
          const [isMarked] = await updateClaimed(trx, email)
            .set({ sent_at: dbTime(trx) })
            .returning('order_id')
            .execute();
          if (isMarked && email.kind !== CAFES) {
            const facts = { email: email.kind };
            const event: NewEvent = { kind: 'email-sent', actor: 'shop', facts };
            await recordEvent(trx, [email.orderId], event);
          }
        }),
      ),

    async postpone(email, pauseSeconds, reason) {
      await updateClaimed(db, email)
        .set(({ fn, ref }) => ({
          next_attempt_at: dbTime(db, pauseSeconds),
          claimed_until: null,
          last_error: reason,
          failing_since: fn.coalesce(ref('failing_since'), dbTime(db)),
          failed_at: dbTime(db),
        }))
        .where('attempts', '=', email.attempt)
        .execute();
    },

    async release(email) {
      await updateClaimed(db, email)
        .set(({ eb }) => ({
          attempts: eb('attempts', '-', 1),
          next_attempt_at: dbTime(db),
          claimed_until: null,
        }))
        .where('attempts', '=', email.attempt)
        .execute();
    },

    async drop(email, reason) {
      await changeOrders(
        db,
        (query) =>
          updateClaimed(query, email)
            .set({ dropped_at: dbTime(db), last_error: reason })
            .returning('order_id as id'),
        { kind: 'email-dropped', actor: 'shop', facts: { email: email.kind, reason } },
      );
    },

    requeue: (orderId, kind, resend) =>
      db.transaction().execute((trx) => requeue(trx, orderId, kind, resend)),

    write: (email, afterSeconds) =>
      db.transaction().execute((trx) => writeEmail(trx, email, afterSeconds)),

    takeBack: (written) => db.transaction().execute((trx) => takeBackWritten(trx, written)),

    backlog: (limit) => readBacklog(db, limit),

    async retryAll() {
      await db
        .updateTable('emails')
        .set({ next_attempt_at: dbTime(db) })
        .where(isWaiting)
        .where(isPlannedUntilNow(db))
        .where(({ eb, or }) =>
          or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', dbTime(db))]),
        )
        .execute();
    },
  };
}

/** Repeats the record of an accepted e-mail until it is written: without it the e-mail would be sent again. */
async function untilRecorded(record: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await record();
    } catch {
      // Other queries log the outage.
      await pause(RETRY_PAUSE_MS, undefined, { ref: false });
    }
  }
}

function lease(
  db: Kysely<Tables>,
  { most, leaseSeconds, longestWaitSeconds }: Claim,
): Promise<ClaimedEmail[]> {
  return (
    db
      // A common table expression, so that no more rows are locked than are claimed.
      .with('due', (query) =>
        query
          .selectFrom('emails')
          .select(['order_id', 'kind'])
          .where(isWaiting)
          .where(isPlannedUntilNow(db))
          .where((eb) => isDue(db, eb, 'next_attempt_at', longestWaitSeconds))
          // `cafe` sorts before `customer`, and false before true.
          .orderBy('recipient')
          .orderBy(sql`kind like 'reminder %'`)
          .orderBy('next_attempt_at')
          .orderBy('not_before')
          .orderBy('order_id')
          .limit(most)
          // Skips rows that another server is claiming.
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('emails')
      .set(({ eb }) => ({
        attempts: eb('attempts', '+', 1),
        next_attempt_at: dbTime(db, leaseSeconds),
        claimed_until: dbTime(db, leaseSeconds),
      }))
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('order_id', 'kind'),
          'in',
          selectFrom('due').select(['order_id', 'kind']).$asTuple('order_id', 'kind'),
        ),
      )
      .returning(['order_id as orderId', 'kind', 'revision', 'attempts as attempt'])
      .returning(['last_error as lastReason', 'words'])
      .execute()
  );
}

function isPlannedUntilNow(db: Kysely<Tables>) {
  return ({ eb }: ExpressionBuilder<Tables, 'emails'>) => eb('not_before', '<=', dbTime(db));
}

async function readBacklog(db: Kysely<Tables>, limit: number): Promise<Backlog> {
  const waiting = db.selectFrom('emails').where(isWaiting).where(isPlannedUntilNow(db));
  const { due, failing } = await waiting
    .select(({ fn }) => [
      fn.countAll<number>().as('due'),
      fn.count<number>('failing_since').as('failing'),
    ])
    .executeTakeFirstOrThrow();
  const accepted = await db
    .selectFrom('emails')
    .select('sent_at')
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rows = await waiting
    .select(['order_id as orderId', 'kind', 'revision', 'recipient', 'attempts'])
    .select(['failing_since', 'failed_at', 'last_error'])
    .select(({ eb, exists, selectFrom }) => [
      // PostgreSQL returns a boolean, SQLite a number.
      eb
        .case()
        .when('failing_since', '<=', dbTime(db, -LONG_FAILURE_SECONDS))
        .then(1)
        .else(0)
        .end()
        .as('is_long'),
      eb
        .case()
        .when(
          exists(
            selectFrom('emails as others')
              .select('others.kind')
              .whereRef('others.sent_at', '>', 'emails.failing_since')
              .whereRef('others.sent_at', '<', 'emails.failed_at'),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('is_alone'),
    ])
    // Both databases sort null last in this way.
    .orderBy((eb) => eb('failing_since', 'is', null))
    .orderBy('failing_since')
    .orderBy('recipient')
    .orderBy('order_id')
    .limit(limit)
    .execute();
  return {
    due,
    failing,
    emails: rows.map(({ failing_since, failed_at, last_error, is_long, is_alone, ...email }) => ({
      ...email,
      ...(failing_since !== null && {
        failure: {
          since: failing_since,
          reason: last_error ?? 'none',
          isLong: is_long === 1,
          isAlone: is_alone === 1,
          isOver: (accepted?.sent_at ?? '') > (failed_at ?? ''),
        },
      }),
    })),
  };
}

/** The time has come, or is later than any pause allows: a clock was set back. */
export function isDue<Table extends keyof Tables, Column extends string & keyof Tables[Table]>(
  db: Kysely<Tables>,
  eb: ExpressionBuilder<Tables, Table>,
  column: Column,
  longestSeconds: number,
) {
  const time = sql.ref<string>(column);
  return eb.or([
    eb(time, '<=', dbTime(db)),
    eb(time, '>', dbTime(db, longestSeconds + CLOCK_MARGIN_SECONDS)),
  ]);
}

const CAFES: EmailKind = 'cafe';

async function markPaid(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  const [paid] = await applyTransition(trx, orderId, 'deliver').execute();
  if (paid) await recordEvent(trx, [orderId], { kind: 'told', actor: 'shop', facts: {} });
}

async function requeue(
  trx: Kysely<Tables>,
  orderId: OrderId,
  kind: EmailKind,
  { personId, pauseSeconds }: Resend,
): Promise<Requeued> {
  const recipient = recipientOf(kind);
  if (!(await (recipient === 'cafe' ? hasEmail : lockToWrite)(trx, orderId))) return 'no-email';
  // One that was paid at the counter has no confirmation yet.
  const isAdded = recipient === 'customer' && (await planEmails(trx, orderId, [{ kind }]));
  const again = await updateToRequeue(trx, orderId, { recipient, kind })
    .where(({ eb, or }) =>
      or([
        eb('sent_at', '<=', dbTime(trx, -pauseSeconds)),
        eb('dropped_at', 'is not', null),
        eb('last_error', 'is not', null),
      ]),
    )
    .returning('kind')
    .execute();
  if (!isAdded && again.length === 0) return 'just-sent';
  const event: NewEvent = { kind: 'resent', actor: 'staff', facts: { to: recipient } };
  await recordEvent(trx, [orderId], { ...event, ...(personId && { personId }) });
  return 'requeued';
}

/** Whether the cafe was ever to be told of the order. */
function hasEmail(trx: Kysely<Tables>, orderId: OrderId) {
  return trx
    .selectFrom('emails')
    .select('order_id as id')
    .where('order_id', '=', orderId)
    .where('kind', '=', CAFES)
    .executeTakeFirst();
}
