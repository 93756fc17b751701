import type { OrderEvent } from '#domain/book/trail.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { Note } from '#domain/orders/order-request.ts';
import type { Shop } from '#server/shop.ts';
import { lockBookedOrder } from './lock-order.ts';
import { updateSearchTexts } from './rows.ts';
import { actorOf, eventsSince, recordEvent } from './trail.ts';

interface NoteChange {
  orderId: OrderId;
  /** Empty: no note. */
  to: string;
  /** The event of its last change, as the page showed it. */
  version: number;
  /** The person's id. */
  by: string;
}

/**
 * `unchanged`: it reads so already. `conflict`: it was changed since the page was shown. `unknown`: the order is not in
 * the book, or was anonymised.
 */
export type NoteChanged = 'changed' | 'unchanged' | 'conflict' | 'unknown' | { problem: string };

/** Changes the note of staff, at any time and of a cancelled order too. Nobody is notified. Idempotent. */
export async function changeNote(
  { db, log }: Pick<Shop, 'db' | 'log'>,
  { orderId, to: typed, version, by }: NoteChange,
): Promise<NoteChanged> {
  const { data: to, error } = Note.safeParse(typed);
  if (to === undefined) return { problem: error.issues[0]?.message ?? '' };
  const result = await db.transaction().execute(async (trx): Promise<NoteChanged> => {
    const order = await lockBookedOrder(trx, orderId);
    if (!order) return 'unknown';
    const before = order.staff_note ?? '';
    if (before === to) return 'unchanged';
    if ((await eventsSince(trx, orderId, version, ['note-changed'])).length > 0) return 'conflict';
    await trx
      .updateTable('orders')
      .set({ staff_note: to || null })
      .where('id', '=', orderId)
      .execute();
    await updateSearchTexts(trx, orderId);
    await recordEvent(trx, [orderId], {
      kind: 'note-changed',
      ...actorOf(by),
      facts: {},
      texts: { before, after: to },
    });
    return 'changed';
  });
  if (result === 'changed') log.info({ orderId }, 'note of an order changed');
  return result;
}

type NoteEvent = Extract<OrderEvent, { kind: 'note-changed' }>;

/** Makes the note what it was, unless it has been changed since. @param event of the change. */
export async function undoNoteChange(
  shop: Pick<Shop, 'db' | 'log'>,
  { orderId, event, by }: { orderId: OrderId; event: NoteEvent; by: string },
): Promise<NoteChanged> {
  const { id: version, texts } = event;
  return texts ? changeNote(shop, { orderId, to: texts.before, version, by }) : 'unknown';
}
