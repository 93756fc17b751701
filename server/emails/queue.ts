import { setTimeout as pause } from 'node:timers/promises';
import { type ExpressionBuilder, type Kysely, type QueryCreator, sql } from 'kysely';
import type { Instant } from '#domain/clock.ts';
import { NOT_SENT_IF_CANCELLED } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { dbTime, isDue } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { applyTransition, lockOrder } from '#server/orders/lock-order.ts';
import { changeOrders, recordEvent } from '#server/orders/trail.ts';
import { planPushes } from '#server/push/plan.ts';
import {
  type EmailKind,
  isAboutOrder,
  type PlannedEmail,
  type Recipient,
  recipientOf,
} from './kinds.ts';
import { LONGEST_PAUSE_SECONDS } from './mailer.ts';

// The queue of all e-mails to the cafe and to customers: the table `emails`, with one row for each kind that an order,
// an entry of the waiting list or a request has. The cafe's come first. Delivery is at least once. All times are the
// database's, so that servers with different clocks agree.

const CAFES: EmailKind = 'cafe';
/** The pause between attempts to record that an e-mail was accepted. */
const RECORD_PAUSE_MS = 200;
const LONG_FAILURE_SECONDS = 15 * 60;

interface NewEmail extends PlannedEmail {
  /** What staff have written. */
  words?: string;
}

/**
 * Adds those that it does not have, and with each to the cafe a push; none to the customer of an order without an address.
 * Call it in the transaction of what they are about.
 * @param about an order, an entry of the waiting list or a request.
 * @returns whether there are any.
 */
export async function planEmails(
  trx: Kysely<Tables>,
  about: string,
  planned: NewEmail[],
): Promise<boolean> {
  const emails = await withoutUnreachable(trx, about, planned);
  // PostgreSQL rejects an empty list.
  if (emails.length === 0) return false;
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('emails')
    .values(
      emails.map(({ kind, isUndoable, notBefore = '', words }) => ({
        about,
        kind,
        recipient: recipientOf(kind),
        ...queued(trx),
        not_before: isUndoable ? dbTime(trx, UNDO_SECONDS) : notBefore,
        words: words ?? null,
      })),
    )
    // The reminders of a phone order are planned before it is funded.
    .onConflict((planned) => planned.columns(['about', 'kind']).doNothing())
    .executeTakeFirstOrThrow();
  for (const { kind } of emails) {
    if (recipientOf(kind) === 'cafe') await planPushes(trx, { about, kind });
  }
  return added !== 0n;
}

async function withoutUnreachable(
  trx: Kysely<Tables>,
  about: string,
  emails: NewEmail[],
): Promise<NewEmail[]> {
  const others = emails.filter(({ kind }) => !isAboutOrder(kind) || recipientOf(kind) === 'cafe');
  if (others.length === emails.length) return emails;
  const query = trx.selectFrom('orders').select('email').where('id', '=', about);
  const { email } = await query.executeTakeFirstOrThrow();
  return email === '' ? others : emails;
}

/** The columns of an e-mail that waits for its first attempt. */
function queued(db: Kysely<Tables>) {
  return {
    attempts: 0,
    next_attempt_at: dbTime(db),
    claimed_until: null,
    revision: 0,
    last_error: null,
    failing_since: null,
    failed_at: null,
    dropped_at: null,
  };
}

/** Whether an e-mail is neither sent nor dropped. */
export function isQueued({ and, eb }: ExpressionBuilder<Tables, 'emails'>) {
  return and([eb('sent_at', 'is', null), eb('dropped_at', 'is', null)]);
}

/** Before its e-mails to the customer change. @returns undefined without an address. */
export function lockOrderWithEmail(trx: Kysely<Tables>, orderId: OrderId) {
  return lockOrder(trx, orderId)
    .select('id')
    .where('email', '!=', '')
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
}

/** The statement that takes back e-mails: one that was tried may have arrived. */
export function deleteUntried(trx: Kysely<Tables>, about: string) {
  return trx.deleteFrom('emails').where('about', '=', about).where('attempts', '=', 0);
}

/** The statement that makes an order's e-mails due again, with the next revision. */
export function requeue(trx: Kysely<Tables>, orderId: OrderId) {
  return trx
    .updateTable('emails')
    .set(({ eb }) => ({ ...queued(trx), revision: eb('revision', '+', 1), sent_at: null }))
    .where('about', '=', orderId);
}

/**
 * The statement that makes an order's e-mail of this kind due again, and the others to the same recipient that have
 * failed. It returns their kinds.
 */
export function requeueEmails(
  trx: Kysely<Tables>,
  orderId: OrderId,
  recipient: Recipient,
  kind: EmailKind | undefined,
) {
  return requeue(trx, orderId)
    .where('recipient', '=', recipient)
    .where(({ eb, or, and }) =>
      or([
        // One that was not tried is due as it is.
        and([eb('kind', '=', kind ?? ''), eb('attempts', '>', 0)]),
        and([
          eb('sent_at', 'is', null),
          eb('last_error', 'is not', null),
          eb('last_error', '!=', NOT_SENT_IF_CANCELLED),
        ]),
      ]),
    )
    .returning('kind');
}

/** Makes the cafe's e-mail about the order due again, if it has one. */
export async function requeueCafes(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  await requeueEmails(trx, orderId, 'cafe', CAFES).execute();
}

/** Makes those about the payment of an order due again that were tried with less of it paid. */
export async function requeueOfPayment(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  await requeue(trx, orderId)
    .where('kind', 'in', [CAFES, 'confirmation'])
    .where('attempts', '>', 0)
    .execute();
}

/** Makes all that are due or wait for their next attempt due now, except what is being sent. */
export async function requeueBacklog(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('emails')
    .set({ next_attempt_at: dbTime(db) })
    .where(isQueued)
    .where(isPlannedUntilNow(db))
    .where(({ eb, or }) =>
      or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', dbTime(db))]),
    )
    .execute();
}

export interface EmailRevision {
  /** The id of the order, of the entry of the waiting list or of the request. */
  about: string;
  /** An `EmailKind`, unless another version has stored it. */
  kind: string;
  revision: number;
}

export interface ClaimedEmail extends EmailRevision {
  /** Counts from 1. */
  attempt: number;
  /** Why the previous attempt failed, if there was one. */
  lastReason: string | null;
  /** What staff have written. */
  words: string | null;
}

/**
 * Leases e-mails that are due, so that no other server claims them: the cafe's first, reminders and questions how it was
 * last, otherwise those due longest.
 */
export function claimEmails(
  db: Kysely<Tables>,
  most: number,
  leaseSeconds: number,
): Promise<ClaimedEmail[]> {
  return (
    db
      // A common table expression, so that no more rows are locked than are claimed.
      .with('due', (query) =>
        query
          .selectFrom('emails')
          .select(['about', 'kind'])
          .where(isQueued)
          .where(isPlannedUntilNow(db))
          .where((eb) => isDue(db, eb, 'next_attempt_at', LONGEST_PAUSE_SECONDS))
          // `cafe` sorts before `customer`, and false before true.
          .orderBy('recipient')
          .orderBy(sql`kind like 'reminder %' or kind = 'review'`)
          .orderBy('next_attempt_at')
          .orderBy('not_before')
          .orderBy('about')
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
          refTuple('about', 'kind'),
          'in',
          selectFrom('due').select(['about', 'kind']).$asTuple('about', 'kind'),
        ),
      )
      .returning(['about', 'kind', 'revision', 'attempts as attempt'])
      .returning(['last_error as lastReason', 'words'])
      .execute()
  );
}

function isPlannedUntilNow(db: Kysely<Tables>) {
  return ({ eb }: ExpressionBuilder<Tables, 'emails'>) => eb('not_before', '<=', dbTime(db));
}

/**
 * Records that this revision was accepted. The cafe's e-mail about an order also makes it paid, both or neither. An
 * e-mail that was requeued since stays due. Repeats until it is written: otherwise the e-mail would be sent again.
 */
export async function markEmailSent(db: Kysely<Tables>, email: EmailRevision): Promise<void> {
  for (;;) {
    try {
      return await db.transaction().execute((trx) => markSent(trx, email));
    } catch {
      // Other queries log the outage.
      await pause(RECORD_PAUSE_MS, undefined, { ref: false });
    }
  }
}

async function markSent(trx: Kysely<Tables>, email: EmailRevision): Promise<void> {
  const { about, kind } = email;
  // Orders are locked before e-mails, as in every other transaction.
  if (kind === CAFES) {
    const [paid] = await applyTransition(trx, about, 'deliver').execute();
    if (paid) await recordEvent(trx, [about], { kind: 'notified', actor: 'shop', facts: {} });
  }
  const [sent] = await updateClaimed(trx, email)
    .set({ sent_at: dbTime(trx) })
    .returning('about')
    .execute();
  if (sent && kind !== CAFES && isAboutOrder(kind)) {
    await recordEvent(trx, [about], {
      kind: 'email-sent',
      actor: 'shop',
      facts: { email: kind },
    });
  }
}

/** Schedules the next attempt, unless the e-mail has been claimed again, requeued or ended since. */
export async function postponeEmail(
  db: Kysely<Tables>,
  email: ClaimedEmail,
  pauseSeconds: number,
  reason: string,
): Promise<void> {
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
}

/** Records that the e-mail will not be sent. */
export async function dropEmail(
  db: Kysely<Tables>,
  email: EmailRevision,
  reason: string,
): Promise<void> {
  const drop = (query: QueryCreator<Tables>) =>
    updateClaimed(query, email)
      .set({ dropped_at: dbTime(db), last_error: reason })
      .returning('about as id');
  if (!isAboutOrder(email.kind)) {
    await drop(db).execute();
    return;
  }
  await changeOrders(db, drop, {
    kind: 'email-dropped',
    actor: 'shop',
    facts: { email: email.kind, reason },
  });
}

/** The statement that changes the e-mail, unless it has been requeued or has ended since it was claimed. */
function updateClaimed(query: QueryCreator<Tables>, { about, kind, revision }: EmailRevision) {
  return query
    .updateTable('emails')
    .where('about', '=', about)
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .where(isQueued);
}

/** E-mails that are due and not accepted yet. */
export interface Backlog {
  /** All, also beyond the limit. */
  due: number;
  /** Of these: all whose last attempt failed. */
  failing: number;
  /** Those that fail first. */
  emails: QueuedEmail[];
}

export interface QueuedEmail extends EmailRevision {
  recipient: Recipient;
  attempts: number;
  /** Undefined for one that has not failed. */
  failure?: EmailFailure | undefined;
}

export interface EmailFailure {
  /** The first of the attempts that have failed. */
  since: Instant;
  /** A code: why the last attempt failed. */
  reason: string;
  /** It has failed for a quarter of an hour. */
  isLong: boolean;
  /** Others were accepted between its failures. */
  isAlone: boolean;
  /** Another has been accepted since it last failed. */
  isOver: boolean;
}

/** Every screen that shows e-mails that wait reads them here. */
export async function readBacklog(db: Kysely<Tables>, limit: number): Promise<Backlog> {
  const backlog = db.selectFrom('emails').where(isQueued).where(isPlannedUntilNow(db));
  const { due, failing } = await backlog
    .select(({ fn }) => [
      fn.countAll<number>().as('due'),
      fn.count<number>('failing_since').as('failing'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await backlog
    .select(['about', 'kind', 'revision', 'recipient', 'attempts'])
    .select(['failing_since', 'last_error'])
    .select(({ eb, exists, selectFrom }) => {
      const others = selectFrom('emails as others').select('others.kind');
      return [
        eb('failing_since', '<=', dbTime(db, -LONG_FAILURE_SECONDS)).as('is_long'),
        exists(
          others
            .whereRef('others.sent_at', '>', 'emails.failing_since')
            .whereRef('others.sent_at', '<', 'emails.failed_at'),
        ).as('is_alone'),
        exists(others.whereRef('others.sent_at', '>', 'emails.failed_at')).as('is_over'),
      ];
    })
    // Both databases sort null last in this way.
    .orderBy((eb) => eb('failing_since', 'is', null))
    .orderBy('failing_since')
    .orderBy('recipient')
    .orderBy('about')
    .limit(limit)
    .execute();
  return {
    due,
    failing,
    emails: rows.map(({ failing_since, last_error, is_long, is_alone, is_over, ...email }) => ({
      ...email,
      ...(failing_since !== null && {
        failure: {
          since: failing_since,
          reason: last_error ?? 'none',
          // PostgreSQL returns booleans, SQLite numbers.
          isLong: Boolean(is_long),
          isAlone: Boolean(is_alone),
          isOver: Boolean(is_over),
        },
      }),
    })),
  };
}
