import type { ExpressionBuilder, Kysely } from 'kysely';
import * as z from 'zod';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { parseJson } from '#domain/guard.ts';
import { OrderedOption, type OrderId, transitions } from '#domain/orders/order.ts';
import { dbTime } from '#server/db/db-time.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { recordEvent } from './trail.ts';

/**
 * Removes the personal data of orders whose last collection day is more than `retentionDays` ago, paid or
 * not. Several servers may run it at once.
 */
export async function anonymiseOldOrders(
  { db, clock, log }: Pick<Shop, 'db' | 'clock' | 'log'>,
  retentionDays: number,
): Promise<void> {
  const keptFrom = addDays(londonDay(clock.now()), -retentionDays);
  let anonymised = 0;
  for (const id of await dueForAnonymising(db, keptFrom)) {
    if (await anonymiseOrder(db, id)) anonymised += 1;
  }
  if (anonymised > 0) log.info({ anonymised, retentionDays }, 'old orders anonymised');
}

/** Orders with personal data that were placed and last collected before the day. */
export async function dueForAnonymising(db: Kysely<Tables>, day: Day): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(mayBeAnonymised)
    // Orders placed later cannot have been collected. The index on this column keeps the query short.
    .where('placed_at', '<', day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_items')
            .select('order_id')
            .whereRef('order_id', '=', 'orders.id')
            .where('day', '>=', day),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Removes the personal data of an order, its items and its e-mails.
 * @returns false, and writes nothing, when that has been done or an e-mail to the cafe is pending.
 */
export async function anonymiseOrder(db: Kysely<Tables>, id: OrderId): Promise<boolean> {
  const isDone = await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('orders')
      .set({ name: '', email: '', phone: '', payment_email: null, collector: null })
      .set({ note: null, staff_note: null, search: null, search_contact: null })
      .set({ taken_off: null, anonymised_at: dbTime(trx) })
      .where('id', '=', id)
      // In the same statement: a payment may arrive at this moment.
      .where(mayBeAnonymised)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await recordEvent(trx, [id], { kind: 'anonymised', actor: 'shop', facts: {} });
    await trx.updateTable('order_items').set({ message: '' }).where('order_id', '=', id).execute();
    await trx.updateTable('quotes').set({ message: '' }).where('order_id', '=', id).execute();
    await removeOptionTexts(trx, id);
    // Staff may have put a name into it.
    await trx
      .updateTable('order_items')
      .set({ title: 'Made as agreed' })
      .where('order_id', '=', id)
      .where('cake_id', 'is', null)
      .execute();
    await trx
      .deleteFrom('emails')
      .where('about', '=', id)
      .where('recipient', '=', 'customer')
      .execute();
    // The mail service's error may contain the address.
    await trx.updateTable('emails').set({ last_error: null }).where('about', '=', id).execute();
    await trx.deleteFrom('pay_links').where('order_id', '=', id).execute();
    await trx
      .updateTable('order_events')
      .set({ texts: null })
      .where('order_id', '=', id)
      .where('texts', 'is not', null)
      .execute();
    await trx.deleteFrom('additions').where('order_id', '=', id).execute();
    return true;
  });
  // SQLite is synchronous and there may be thousands of orders: let other requests run after each.
  await new Promise((resolve) => setImmediate(resolve));
  return isDone;
}

/** A topper may have a name on it. Options that cannot be read are removed. */
async function removeOptionTexts(trx: Kysely<Tables>, id: OrderId): Promise<void> {
  const items = await trx
    .selectFrom('order_items')
    .select(['position', 'options'])
    .where('order_id', '=', id)
    .where('options', 'is not', null)
    .execute();
  for (const { position, options } of items) {
    const read = z
      .array(OrderedOption.omit({ text: true }))
      .safeParse(parseJson(options ?? '')).data;
    await trx
      .updateTable('order_items')
      .set({ options: read ? JSON.stringify(read) : null })
      .where('order_id', '=', id)
      .where('position', '=', position)
      .execute();
  }
}

/** Has personal data, and no unsent e-mail to the cafe needs it. */
function mayBeAnonymised({
  and,
  eb,
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Tables, 'orders'>) {
  const pending = selectFrom('emails')
    .select('about')
    .whereRef('about', '=', 'orders.id')
    .where('recipient', '=', 'cafe')
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null);
  return and([
    eb('anonymised_at', 'is', null),
    eb('state', 'not in', transitions.deliver.from),
    not(exists(pending)),
  ]);
}
