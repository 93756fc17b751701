import * as z from 'zod';
import type { OrderEvent } from '#domain/book/trail.ts';
import { parseJson } from '#domain/guard.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { eventsOf } from '#server/orders/trail.ts';
import type { Shop } from '#server/shop.ts';

const Version = z.int().positive();

/** What can be taken back. */
const Undoable = z.union([
  /** Events of orders, which are taken back together: of 200 orders they still fit the cookie of a notice. */
  z.object({ kind: z.literal('events'), ids: z.array(Version) }),
  /** The version of the calendar that a change has made. */
  z.object({ kind: z.literal('calendar'), version: Version }),
  /** The version of a cake that a change has made, or the answer to a request, by its number among the messages. */
  z.object({ kind: z.enum(['cake', 'request']), id: z.string(), version: Version }),
  /** The prices that one form has changed, by its time. */
  z.object({ kind: z.literal('prices'), at: z.iso.datetime() }),
  /** An incident that was closed, a photo that was deleted, or what was confirmed of the demo's content. */
  z.object({ kind: z.enum(['incident', 'photo', 'confirmed']), key: z.string() }),
]);
export type Undoable = z.infer<typeof Undoable>;

/** What one form has done, as text for the form of Undo. */
export function writeUndoables(undoables: Undoable[]): string {
  return JSON.stringify(undoables);
}

/** @returns none if the text names anything else. */
export function readUndoables(text: string): Undoable[] {
  return z.array(Undoable).safeParse(parseJson(text)).data ?? [];
}

/** Of the order's last event of a kind, which a form has just caused. */
export async function lastEventId(
  { db }: Pick<Shop, 'db'>,
  orderId: OrderId,
  kind: OrderEvent['kind'],
): Promise<number | undefined> {
  return (await eventsOf(db, orderId, [kind])).at(-1)?.id;
}
