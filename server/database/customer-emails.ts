import type {
  ExpressionBuilder,
  Kysely,
  OnConflictBuilder,
  QueryCreator,
  RawBuilder,
} from 'kysely';
import type { NewEvent } from '#domain/book/trail.ts';
import type { Instant } from '#domain/clock.ts';
import {
  type CustomerEmailKind,
  NOT_SENT_IF_CANCELLED,
  type WrittenKind,
} from '#domain/emails/email-kinds.ts';
import type {
  ClaimedEmail,
  CustomerEmails,
  EmailRevision,
  EmailTakenBack,
  EmailWritten,
  WrittenEmail,
} from '#domain/emails/email-ports.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Claim, Resend } from '#domain/orders/order-ports.ts';
import { batch } from './batch.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { changeOrders, countEvents, recordEvent } from './order-events.ts';
import { lockOrder } from './order-statements.ts';
import { ATTEMPTS_IN_A_QUARTER_OF_AN_HOUR, isDue, throttled, untilRecorded } from './outbox.ts';
import type { Tables } from './tables.ts';

export function createCustomerEmails(
  db: Kysely<Tables>,
  settings: DatabaseSettings,
): CustomerEmails {
  const { clock } = settings;
  /** The e-mail, unless it has been requeued or has ended since it was claimed. */
  const updateClaimed = (query: QueryCreator<Tables>, { orderId, kind, revision }: EmailRevision) =>
    query
      .updateTable('customer_emails')
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .where('revision', '=', revision)
      .where(isWaiting);
  const recordInBatches = batch<ClaimedEmail>((sent) => recordSent(db, sent, settings));
  return {
    claim: (wanted) =>
      throttled(db, wanted, settings, (trx, most) => lease(trx, { ...wanted, most }, settings)),

    sent: (email) => untilRecorded(() => recordInBatches(email)),

    async postpone(email, pauseSeconds, reason) {
      await updateClaimed(db, email)
        .set({ next_attempt_at: clock(pauseSeconds), last_error: reason })
        .where('attempts', '=', email.attempt)
        .execute();
    },

    async drop(email, reason) {
      await changeOrders(
        db,
        (query) =>
          updateClaimed(query, email)
            .set({ dropped_at: clock(0), last_error: reason })
            .returning('order_id as id'),
        { kind: 'email-dropped', actor: 'shop', facts: { email: email.kind, reason } },
        settings,
      );
    },

    requeue: (orderId, kind, resend) =>
      db.transaction().execute((trx) => requeue(trx, orderId, kind, resend, settings)),

    write: (email, afterSeconds) =>
      db.transaction().execute((trx) => write(trx, email, afterSeconds, settings)),

    takeBack: (written) => db.transaction().execute((trx) => takeBack(trx, written, settings)),

    async failing(limit) {
      const rows = await db
        .selectFrom('customer_emails')
        // Keeps SQLite from reading all orders by `placed_at` and looking for their e-mails.
        .crossJoin('orders')
        .whereRef('orders.id', '=', 'order_id')
        .select(['order_id as orderId', 'kind', 'revision', 'attempts', 'last_error'])
        .select('placed_at as since')
        .where(isWaiting)
        .where('attempts', '>=', ATTEMPTS_IN_A_QUARTER_OF_AN_HOUR)
        .orderBy('placed_at')
        .limit(limit)
        .execute();
      return rows.map(({ last_error, ...row }) => ({ ...row, reason: last_error ?? 'none' }));
    },
  };
}

/** Once for all that were accepted at the same time, so that concurrent e-mails wait for the disk once. */
async function recordSent(
  db: Kysely<Tables>,
  sent: ClaimedEmail[],
  settings: DatabaseSettings,
): Promise<void> {
  for (const [kind, emails] of Map.groupBy(sent, (email) => email.kind)) {
    await changeOrders(
      db,
      (query) =>
        query
          .updateTable('customer_emails')
          .set({ sent_at: settings.clock(0) })
          .where('kind', '=', kind)
          .where(({ eb, or, and }) =>
            or(
              emails.map(({ orderId, revision }) =>
                and([eb('order_id', '=', orderId), eb('revision', '=', revision)]),
              ),
            ),
          )
          .where(isWaiting)
          .returning('order_id as id'),
      { kind: 'email-sent', actor: 'shop', facts: { email: kind } },
      settings,
    );
  }
}

async function requeue(
  trx: Kysely<Tables>,
  orderId: OrderId,
  kind: CustomerEmailKind,
  { personId, pauseSeconds }: Resend,
  settings: DatabaseSettings,
): Promise<boolean> {
  const { clock } = settings;
  if (!(await lockToWrite(trx, orderId))) return false;
  // One that was paid at the counter has no confirmation yet.
  const isAdded = await planEmails(trx, orderId, [{ kind }]);
  const again = await updateToRequeue(trx, orderId, kind)
    .where(({ eb, or }) =>
      or([
        eb('sent_at', '<=', clock(-pauseSeconds)),
        eb('dropped_at', 'is not', null),
        eb('last_error', 'is not', null),
      ]),
    )
    .returning('kind')
    .execute();
  if (!isAdded && again.length === 0) return false;
  const event: NewEvent = { kind: 'resent', actor: 'staff', facts: { to: 'customer' } };
  await recordEvent(trx, [orderId], { ...event, ...(personId && { personId }) }, clock);
  return true;
}

async function write(
  trx: Kysely<Tables>,
  { orderId, kind, words, seen, by }: WrittenEmail,
  afterSeconds: number,
  settings: DatabaseSettings,
): Promise<EmailWritten> {
  const { clock } = settings;
  if (!(await lockToWrite(trx, orderId))) return 'unknown';
  const count = await countEvents(trx, orderId, 'email-written');
  if (count !== seen) {
    const [last] = await selectWritten(trx, orderId, count).select('words').execute();
    return count === seen + 1 && last?.words === words ? 'unchanged' : 'conflict';
  }
  const email = `${kind} ${count + 1}` as const;
  await trx
    .insertInto('customer_emails')
    .values({
      order_id: orderId,
      kind: email,
      words,
      ...waiting,
      not_before: clock(afterSeconds),
    })
    .execute();
  const event = { kind: 'email-written', actor: 'staff', personId: by, facts: { email } } as const;
  await recordEvent(trx, [orderId], event, clock);
  return 'written';
}

async function takeBack(
  trx: Kysely<Tables>,
  { orderId, number, by }: { orderId: OrderId; number: number; by: string },
  settings: DatabaseSettings,
): Promise<EmailTakenBack> {
  if (!(await lockToWrite(trx, orderId))) return 'unknown';
  if (number < 1 || number > (await countEvents(trx, orderId, 'email-written'))) return 'unknown';
  const [email] = await selectWritten(trx, orderId, number).select(['kind', 'attempts']).execute();
  if (!email) return 'unchanged';
  const { numDeletedRows } = await deleteUntried(trx, orderId)
    .where('kind', '=', email.kind)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return 'sent';
  await recordEvent(
    trx,
    [orderId],
    { kind: 'email-taken-back', actor: 'staff', personId: by, facts: { email: email.kind } },
    settings.clock,
  );
  return 'taken-back';
}

/** The e-mail of this number that staff have written, unless it was taken back. */
function selectWritten(trx: Kysely<Tables>, orderId: OrderId, number: number) {
  const kinds: WrittenKind[] = ['written', 'missed'];
  return trx
    .selectFrom('customer_emails')
    .where('order_id', '=', orderId)
    .where(
      'kind',
      'in',
      kinds.map((kind) => `${kind} ${number}`),
    );
}

/** @returns undefined for an order without an address. */
function lockToWrite(trx: Kysely<Tables>, orderId: OrderId) {
  return lockOrder(trx, orderId)
    .select('id')
    .where('email', '!=', '')
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
}

/** Takes back e-mails of the order: one that was tried may have arrived. */
export function deleteUntried(trx: Kysely<Tables>, orderId: OrderId) {
  return trx
    .deleteFrom('customer_emails')
    .where('order_id', '=', orderId)
    .where('attempts', '=', 0);
}

interface NewEmail {
  kind: CustomerEmailKind;
  /** Default: at once. */
  notBefore?: Instant | RawBuilder<string>;
}

/** Plans those that the order does not have. @returns whether there are any. */
export async function planEmails(
  trx: Kysely<Tables>,
  id: OrderId,
  emails: NewEmail[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('customer_emails')
    .values(emailRows(id, emails))
    .onConflict(keepPlanned)
    .executeTakeFirstOrThrow();
  return added !== 0n;
}

/** The reminders of an agreed order are planned before it is funded. */
export function keepPlanned(planned: OnConflictBuilder<Tables, 'customer_emails'>) {
  return planned.columns(['order_id', 'kind']).doNothing();
}

export function emailRows(id: OrderId, emails: NewEmail[]) {
  return emails.map(({ kind, notBefore = '' }) => ({
    order_id: id,
    kind,
    ...waiting,
    not_before: notBefore,
  }));
}

/** Of an e-mail that waits to be sent. */
export const waiting = {
  attempts: 0,
  // Empty sorts first: due as soon as `not_before` allows.
  next_attempt_at: '',
  revision: 0,
  last_error: null,
  dropped_at: null,
};

/** Whether an e-mail is neither sent nor dropped. */
export function isWaiting({ and, eb }: ExpressionBuilder<Tables, 'customer_emails'>) {
  return and([eb('sent_at', 'is', null), eb('dropped_at', 'is', null)]);
}

/** Makes the order's e-mail of this kind due again, and the others that have failed. @returns whether there are any. */
export async function requeueCustomerEmails(
  trx: Kysely<Tables>,
  id: OrderId,
  kind?: CustomerEmailKind,
): Promise<boolean> {
  return (await updateToRequeue(trx, id, kind).returning('kind').execute()).length > 0;
}

function updateToRequeue(query: QueryCreator<Tables>, id: OrderId, kind = '') {
  return query
    .updateTable('customer_emails')
    .set(({ eb }) => ({ ...waiting, revision: eb('revision', '+', 1), sent_at: null }))
    .where('order_id', '=', id)
    .where(({ eb, or, and }) =>
      or([
        // One that was not tried is due as it is.
        and([eb('kind', '=', kind), eb('attempts', '>', 0)]),
        and([
          eb('sent_at', 'is', null),
          eb('last_error', 'is not', null),
          eb('last_error', '!=', NOT_SENT_IF_CANCELLED),
        ]),
      ]),
    );
}

function lease(
  db: Kysely<Tables>,
  { most, leaseSeconds, longestWaitSeconds }: Claim,
  { clock }: DatabaseSettings,
): Promise<ClaimedEmail[]> {
  return (
    db
      // A common table expression, so that no more rows are locked than are claimed.
      .with('due', (query) =>
        query
          .selectFrom('customer_emails')
          .select(['order_id', 'kind'])
          .where(isWaiting)
          .where((eb) => eb('not_before', '<=', clock(0)))
          .where((eb) => isDue(eb, 'next_attempt_at', clock, longestWaitSeconds))
          .orderBy('not_before')
          .orderBy('order_id')
          .limit(most)
          // Skips rows that another server is claiming.
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('customer_emails')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: clock(leaseSeconds) }))
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('order_id', 'kind'),
          'in',
          selectFrom('due').select(['order_id', 'kind']).$asTuple('order_id', 'kind'),
        ),
      )
      .returning(['order_id as orderId', 'kind', 'revision', 'attempts as attempt', 'words'])
      .execute()
  );
}
