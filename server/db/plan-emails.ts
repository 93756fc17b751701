import type { ExpressionBuilder, Kysely, RawBuilder } from 'kysely';
import type { Instant } from '#domain/clock.ts';
import { NOT_SENT_IF_CANCELLED } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Recipient } from '#server/emails/email-ports.ts';
import { type EmailKind, recipientOf } from '#server/emails/email-table.ts';
import { dbTime } from './db-time.ts';
import { lockOrder } from './order-statements.ts';
import type { Tables } from './tables.ts';

/** @returns undefined for an order without an address. */
export function lockToWrite(trx: Kysely<Tables>, orderId: OrderId) {
  return lockOrder(trx, orderId)
    .select('id')
    .where('email', '!=', '')
    .where('anonymised_at', 'is', null)
    .executeTakeFirst();
}

/** Takes back e-mails of the order: one that was tried may have arrived. */
export function deleteUntried(trx: Kysely<Tables>, orderId: OrderId) {
  return trx.deleteFrom('emails').where('order_id', '=', orderId).where('attempts', '=', 0);
}

interface NewEmail {
  kind: EmailKind;
  /** Default: at once. */
  notBefore?: Instant | RawBuilder<string>;
}

/** Plans those that the order does not have. @returns whether there are any. */
export async function planEmails(
  trx: Kysely<Tables>,
  id: OrderId,
  emails: NewEmail[],
): Promise<boolean> {
  // PostgreSQL rejects an empty list.
  if (emails.length === 0) return false;
  const { numInsertedOrUpdatedRows: added } = await trx
    .insertInto('emails')
    .values(
      emails.map(({ kind, notBefore = '' }) => ({
        order_id: id,
        kind,
        recipient: recipientOf(kind),
        ...waiting(trx),
        not_before: notBefore,
      })),
    )
    // The reminders of an agreed order are planned before it is funded.
    .onConflict((planned) => planned.columns(['order_id', 'kind']).doNothing())
    .executeTakeFirstOrThrow();
  return added !== 0n;
}

/** Of an e-mail that waits to be sent. */
export function waiting(db: Kysely<Tables>) {
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
export function isWaiting({ and, eb }: ExpressionBuilder<Tables, 'emails'>) {
  return and([eb('sent_at', 'is', null), eb('dropped_at', 'is', null)]);
}

/**
 * Makes the order's e-mail of this kind due again, and the others to the same recipient that have failed.
 * @returns whether there are any.
 */
export async function requeueEmails(
  trx: Kysely<Tables>,
  id: OrderId,
  which: { recipient: Recipient; kind?: EmailKind | undefined },
): Promise<boolean> {
  const again = await updateToRequeue(trx, id, which).returning('kind').execute();
  return again.length > 0;
}

/** The cafe's e-mail about the order, if it has one. */
export async function requeueCafes(trx: Kysely<Tables>, id: OrderId): Promise<void> {
  await requeueEmails(trx, id, { recipient: 'cafe', kind: 'cafe' });
}

export function updateToRequeue(
  trx: Kysely<Tables>,
  id: OrderId,
  { recipient, kind = '' }: { recipient: Recipient; kind?: EmailKind | '' | undefined },
) {
  return trx
    .updateTable('emails')
    .set(({ eb }) => ({ ...waiting(trx), revision: eb('revision', '+', 1), sent_at: null }))
    .where('order_id', '=', id)
    .where('recipient', '=', recipient)
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
