import type { Kysely } from 'kysely';
import { type Fulfilment, isFinished } from '#domain/book/collection.ts';
import type { OrderEvent } from '#domain/book/trail.ts';
import { Day } from '#domain/calendar/day.ts';
import { CUSTOMER_FIELDS, tooLongText } from '#domain/orders/customer-details.ts';
import type { OrderId, OrderItem } from '#domain/orders/order.ts';
import { lineProblem, messageProblem } from '#domain/orders/plain-text.ts';
import type { Tables } from '#server/db/tables.ts';
import { deleteUntried, planEmails } from '#server/emails/queue.ts';
import type { Shop } from '#server/shop.ts';
import { lockUncancelledOrder } from './lock-order.ts';
import { readFulfilments } from './ready.ts';
import { updateSearchTexts } from './rows.ts';
import { actorOf, eventsOf, recordEvent } from './trail.ts';

/** A change of the message on an item, or of who collects the order. */
interface TextChange {
  orderId: OrderId;
  /** Of the item; undefined: who collects. */
  position: number | undefined;
  to: string;
  /** Of the order as the page showed it. */
  version: number;
  /** The person's id; undefined: the customer. */
  by: string | undefined;
}

/**
 * `unchanged`: it reads so already. `conflict`: it was changed since the page was shown. `fulfilment`: the item is ready
 * or collected. `problem`: why the text cannot be a message, or say who collects.
 */
export type TextChanged =
  | 'changed'
  | 'unchanged'
  | 'conflict'
  | 'unknown'
  | { day: Day; fulfilment: Fulfilment }
  | { problem: string };

/**
 * Changes a text and notifies the customer by e-mail, after the time in which it can be taken back; a change by the
 * customer also the cafe. Idempotent.
 */
export async function changeText(
  shop: Pick<Shop, 'db' | 'log'>,
  { to: typed, ...change }: TextChange,
): Promise<TextChanged> {
  const to = typed.trim();
  const problem = textProblem(change.position, to);
  if (problem) return { problem };
  const result = await shop.db.transaction().execute((trx) => applyChange(trx, { ...change, to }));
  const { orderId, position = 'collector' } = change;
  if (result === 'changed') shop.log.info({ orderId, position }, 'text of an order changed');
  return result;
}

function textProblem(position: number | undefined, text: string): string | undefined {
  if (position !== undefined) return messageProblem(text);
  const { max } = CUSTOMER_FIELDS.name;
  return lineProblem(text) ?? (text.length > max ? tooLongText('name') : undefined);
}

async function applyChange(
  trx: Kysely<Tables>,
  { orderId, position, to, version, by }: TextChange,
): Promise<TextChanged> {
  const order = await lockUncancelledOrder(trx, orderId);
  if (!order) return 'unknown';
  const item = position === undefined ? undefined : await readItem(trx, orderId, position);
  if (position !== undefined && !item) return 'unknown';
  const current = item ? item.message : (order.collector ?? '');
  if (current === to) return 'unchanged';
  const changes = await eventsOf(trx, orderId, ['text-changed']);
  if (changes.some(({ id, facts }) => id > version && facts.position === position))
    return 'conflict';

  const fulfilment = item && (await readFulfilments(trx, orderId)).get(item.day);
  if (item && fulfilment && isFinished(fulfilment)) return { day: item.day, fulfilment };

  await writeText(trx, { orderId, position, to });
  const event = {
    kind: 'text-changed' as const,
    ...actorOf(by),
    facts: { position },
    texts: { before: current, after: to },
  };
  await recordEvent(trx, [orderId], event);

  const number = 1 + changes.length;
  if (by === undefined) {
    const what = position === undefined ? `${number}` : `${number} ${position}`;
    await planEmails(trx, orderId, [{ kind: `customer-changed ${what}` }]);
  }
  await deleteUntried(trx, orderId).where('kind', 'like', 'changed %').execute();
  if (await needsNotification(trx, orderId, [...changes, event])) {
    await planEmails(trx, orderId, [{ kind: `changed ${number}`, isUndoable: true }]);
  }
  return 'changed';
}

async function writeText(
  trx: Kysely<Tables>,
  { orderId, position, to }: Pick<TextChange, 'orderId' | 'position' | 'to'>,
): Promise<void> {
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
  await updateSearchTexts(trx, orderId);
}

async function readItem(trx: Kysely<Tables>, orderId: OrderId, position: number) {
  const item = await trx
    .selectFrom('order_items')
    .select(['message', 'day'])
    .where('order_id', '=', orderId)
    .where('position', '=', position)
    .executeTakeFirst();
  return item && { ...item, day: Day.parse(item.day) };
}

/**
 * Whether the customer has made a change, or reads another text, since the last e-mail about one.
 * @param changes all of them, in their order.
 */
async function needsNotification(
  trx: Kysely<Tables>,
  orderId: OrderId,
  changes: Pick<TextEvent, 'actor' | 'facts' | 'texts'>[],
): Promise<boolean> {
  const emails = await trx
    .selectFrom('emails')
    .select('kind')
    .where('about', '=', orderId)
    .where('kind', 'like', 'changed %')
    .execute();
  const notified = Math.max(0, ...emails.map(({ kind }) => Number(kind.split(' ')[1])));
  const since = changes.slice(notified);
  // The page has promised the customer an e-mail.
  if (since.some(({ actor }) => actor === 'customer')) return true;
  return [...Map.groupBy(since, ({ facts }) => facts.position).values()].some(
    (ofOne) => ofOne[0]?.texts?.before !== ofOne.at(-1)?.texts?.after,
  );
}

type TextEvent = Extract<OrderEvent, { kind: 'text-changed' }>;

/** Makes a text what it was, unless it has been changed since. @param event of the change. */
export async function undoTextChange(
  shop: Shop,
  { orderId, event, by }: { orderId: OrderId; event: TextEvent; by: string },
): Promise<TextChanged> {
  const { id: version, facts, texts } = event;
  if (!texts) return 'unknown';
  return changeText(shop, { orderId, position: facts.position, to: texts.before, version, by });
}

/** Whether something can be written on the item, by the catalogue as it is now. */
export async function takesMessage(
  { content }: Shop,
  { cakeId, message }: Pick<OrderItem, 'cakeId' | 'message'>,
): Promise<boolean> {
  if (cakeId === null) return true;
  const entry = (await content()).catalogue.entry(cakeId);
  return entry ? !entry.cake.offMessage : message !== '';
}
