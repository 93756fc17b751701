import type { Kysely } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import { NOT_SENT_IF_CANCELLED } from '#domain/emails/email-kinds.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Cancellation, CancelResult, UncancelResult } from '#server/orders/cancel-order.ts';
import { recordEvent } from '#server/orders/trail.ts';
import { bookDays, freeDays } from './bookings.ts';
import { reopenCancelRequest } from './change-text.ts';
import type { DatabaseSettings } from './database-settings.ts';
import { lockDaysOf } from './lock-days.ts';
import { lockBookedOrder } from './order-statements.ts';
import { deleteUntried, planEmails, waiting } from './plan-emails.ts';
import type { Tables } from './tables.ts';

/** Call it in a transaction. */
export async function cancelOrder(
  trx: Kysely<Tables>,
  { orderId, by }: Cancellation,
  tellAfterSeconds: number,
  settings: DatabaseSettings,
): Promise<CancelResult> {
  const { clock } = settings;
  const order = await lockBooked(trx, orderId);
  if (!order) return 'unknown';
  if (order.cancelled_at !== null) return 'unchanged';
  if (order.state === 'paying') return 'paying';
  const collected = await trx
    .selectFrom('collections')
    .select(['day', 'made'])
    .where('order_id', '=', orderId)
    .where('made', '=', 'collected')
    .executeTakeFirst();
  if (collected) return { day: Day.parse(collected.day), made: collected.made };

  await trx
    .updateTable('orders')
    .set({ cancelled_at: clock(0) })
    .where('id', '=', orderId)
    .execute();
  await recordEvent(trx, [orderId], { kind: 'cancelled', actor: 'staff', personId: by, facts: {} });
  await freeDays(trx, orderId);
  if (order.email === '') return 'cancelled';
  const notBefore = clock(tellAfterSeconds);
  await planEmails(trx, orderId, [{ kind: 'cancelled', notBefore }], settings);
  return 'cancelled';
}

/** Call it in a transaction. */
export async function uncancelOrder(
  trx: Kysely<Tables>,
  { orderId, by }: Cancellation,
  now: Instant,
  settings: DatabaseSettings,
): Promise<UncancelResult> {
  const days = await lockDaysOf(trx, orderId, now);
  const order = await lockBooked(trx, orderId);
  if (!order) return 'unknown';
  if (order.cancelled_at === null) return 'unchanged';
  const { numDeletedRows: takenBack } = await deleteUntried(trx, orderId)
    .where('kind', '=', 'cancelled')
    // One that was made due again was tried before.
    .where('revision', '=', 0)
    .executeTakeFirstOrThrow();
  if (takenBack === 0n && order.email !== '') return 'told';
  // Of an address that was removed: the next cancellation may have another to write to.
  await trx
    .deleteFrom('emails')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'cancelled')
    .execute();

  await trx.updateTable('orders').set({ cancelled_at: null }).where('id', '=', orderId).execute();
  await trx
    .updateTable('emails')
    .set(({ eb }) => ({ ...waiting(settings), revision: eb('revision', '+', 1) }))
    .where('order_id', '=', orderId)
    .where('dropped_at', 'is not', null)
    .where('last_error', '=', NOT_SENT_IF_CANCELLED)
    .execute();
  await recordEvent(trx, [orderId], {
    kind: 'uncancelled',
    actor: 'staff',
    personId: by,
    facts: {},
  });
  await reopenCancelRequest(trx, orderId);
  await bookDays(trx, orderId, days, settings);
  return 'uncancelled';
}

function lockBooked(trx: Kysely<Tables>, orderId: OrderId) {
  return lockBookedOrder(trx, orderId)
    .select(['email', 'cancelled_at', 'state'])
    .executeTakeFirst();
}
