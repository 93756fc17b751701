import type { Kysely } from 'kysely';
import { isQuote, type OrderId, wasBooked } from '#domain/orders/order.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import { closeIncident, incidentKey } from '#server/orders/incidents.ts';
import { readOrders } from '#server/orders/rows.ts';
import { actorOf, recordEvent } from '#server/orders/trail.ts';
import type { Shop } from '#server/shop.ts';
import { mainEmail, type Recipient } from './kinds.ts';
import { lockOrderWithEmail, planEmails, requeueEmails } from './queue.ts';

/** A form that is sent twice sends one e-mail. */
const RESEND_PAUSE_SECONDS = 60;

interface Resend {
  orderId: OrderId;
  to: Recipient;
  /** The person's id. */
  by: string;
}

/**
 * Sends the order's main e-mail again, and those to the same recipient that have failed, but none that is being sent or
 * was just sent. A customer who has not had it gets it.
 * @returns `no-email` if the cafe has none because the order was not paid by card, or the customer has no address.
 */
export async function resendEmail(
  shop: Shop,
  { orderId, to, by }: Resend,
): Promise<'requeued' | 'just-sent' | 'no-email'> {
  const [order] = await readOrders(shop.db, [orderId]);
  const hasMain = order && (wasBooked(order.state) || isQuote(order.state));
  const kind = to === 'cafe' ? 'cafe' : hasMain && mainEmail(order);
  if (!kind) return 'no-email';
  const result = await shop.db.transaction().execute(async (trx) => {
    if (!(await (to === 'cafe' ? findCafes : lockOrderWithEmail)(trx, orderId))) return 'no-email';
    // An order that was paid at the counter has no confirmation yet.
    const isAdded = to === 'customer' && (await planEmails(trx, orderId, [{ kind }]));
    const requeued = await requeueEmails(trx, orderId, to, kind)
      .where(({ eb, or }) =>
        or([
          eb('sent_at', '<=', dbTime(trx, -RESEND_PAUSE_SECONDS)),
          eb('dropped_at', 'is not', null),
          eb('last_error', 'is not', null),
        ]),
      )
      .execute();
    if (!isAdded && requeued.length === 0) return 'just-sent';
    await recordEvent(trx, [orderId], { kind: 'resent', ...actorOf(by), facts: { to } });
    if (to === 'customer') await forgetRefusal(trx, orderId);
    return 'requeued';
  });
  if (result === 'requeued') shop.log.info({ orderId, to }, 'e-mail sent again, as staff asked');
  return result;
}

function findCafes(trx: Kysely<Tables>, orderId: OrderId) {
  return trx
    .selectFrom('emails')
    .select('kind')
    .where('about', '=', orderId)
    .where('kind', '=', 'cafe')
    .executeTakeFirst();
}

/** Tries the order's own address again. If it still does not work, the incident is raised again. */
async function forgetRefusal(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  await trx.updateTable('orders').set({ email_refused: 0 }).where('id', '=', orderId).execute();
  const incident = incidentKey({ kind: 'customer-not-reached', subject: orderId });
  await closeIncident(trx, incident);
}
