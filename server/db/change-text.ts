import type { Kysely } from 'kysely';
import { isFinished, type Made } from '#domain/book/collection.ts';
import { Day } from '#domain/calendar/day.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { EmailKind } from '#server/emails/kinds.ts';
import { deleteUntried, planEmails } from '#server/emails/queue.ts';
import type { TextChange, TextChanged } from '#server/orders/change-text.ts';
import { actorOf, countEvents, recordEvent } from '#server/orders/trail.ts';
import { dbTime } from './db-time.ts';
import { lockUncancelledOrder } from './order-statements.ts';
import { updateSearchText } from './search-texts.ts';
import type { Tables } from './tables.ts';

/** Call it in a transaction. */
export async function changeText(
  trx: Kysely<Tables>,
  { orderId, position, from, to, by }: TextChange,
  tellAfterSeconds: number,
): Promise<TextChanged> {
  const order = await lockBooked(trx, orderId);
  if (!order) return 'unknown';
  const item = position === undefined ? undefined : await readItem(trx, orderId, position);
  if (position !== undefined && !item) return 'unknown';
  const current = item ? item.message : (order.collector ?? '');
  if (current === to) return 'unchanged';
  if (current !== from) return 'conflict';

  const number = 1 + (await countEvents(trx, orderId, 'text-changed'));
  if (typeof by !== 'string') {
    if (number !== by.changes + 1) return 'conflict';
    if ((await countEvents(trx, orderId, 'text-changed', 'customer')) >= by.most)
      return 'too-often';
    if (item && (await isPrinted(trx, item.day))) return 'printed';
  }
  const ticked = item && (await readTick(trx, orderId, item.day));
  if (ticked && (typeof by !== 'string' || isFinished(ticked.made))) return ticked;

  if (position === undefined) {
    await trx
      .updateTable('orders')
      .set({ collector: to || null })
      .where('id', '=', orderId)
      .execute();
  } else {
    await trx
      .updateTable('order_items')
      .set({ message: to })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute();
  }
  await updateSearchText(trx, orderId);
  await trx
    .insertInto('text_changes')
    .values({ order_id: orderId, number, position: position ?? null, before: from, after: to })
    .execute();
  const facts = { number, ...(position !== undefined && { position }) };
  await recordEvent(trx, [orderId], { kind: 'text-changed', ...actorOf(by), facts });

  if (typeof by !== 'string') {
    const kind: EmailKind =
      position === undefined
        ? `customer-changed ${number}`
        : `customer-changed ${number} ${position}`;
    await planEmails(trx, orderId, [{ kind }]);
  }
  await deleteUntried(trx, orderId).where('kind', 'like', 'changed %').execute();
  if (order.email !== '' && (await needsNotification(trx, orderId))) {
    const notBefore = dbTime(trx, tellAfterSeconds);
    await planEmails(trx, orderId, [{ kind: `changed ${number}`, notBefore }]);
  }
  return 'changed';
}

/** Whether the customer has made a change, or reads another text, since the last e-mail about one. */
async function needsNotification(trx: Kysely<Tables>, orderId: OrderId): Promise<boolean> {
  const emails = await trx
    .selectFrom('emails')
    .select('kind')
    .where('order_id', '=', orderId)
    .where('kind', 'like', 'changed %')
    .execute();
  const told = Math.max(0, ...emails.map(({ kind }) => Number(kind.split(' ')[1])));
  const events = await trx
    .selectFrom('order_events')
    .select('actor')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'text-changed')
    .orderBy('id')
    .execute();
  // The page has promised the customer an e-mail.
  if (events.slice(told).some(({ actor }) => actor === 'customer')) return true;
  const changes = await trx
    .selectFrom('text_changes')
    .select(['position', 'before', 'after'])
    .where('order_id', '=', orderId)
    .where('number', '>', told)
    .orderBy('number')
    .execute();
  return [...Map.groupBy(changes, ({ position }) => position).values()].some(
    (ofOne) => ofOne[0]?.before !== ofOne.at(-1)?.after,
  );
}

function lockBooked(trx: Kysely<Tables>, orderId: OrderId) {
  return lockUncancelledOrder(trx, orderId).select(['email', 'collector']).executeTakeFirst();
}

function readItem(trx: Kysely<Tables>, orderId: OrderId, position: number) {
  return trx
    .selectFrom('order_items')
    .select(['message', 'day'])
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .executeTakeFirst();
}

async function isPrinted(trx: Kysely<Tables>, day: string): Promise<boolean> {
  const row = await trx
    .selectFrom('printed_sheets')
    .select('day')
    .where('day', '=', day)
    .executeTakeFirst();
  return row !== undefined;
}

async function readTick(
  trx: Kysely<Tables>,
  orderId: OrderId,
  day: string,
): Promise<{ day: Day; made: Made } | undefined> {
  const row = await trx
    .selectFrom('collections')
    .select('made')
    .where('order_id', '=', orderId)
    .where('day', '=', day)
    .where('made', '!=', 'to-make')
    .executeTakeFirst();
  return row && { day: Day.parse(day), made: row.made };
}
