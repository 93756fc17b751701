import * as z from 'zod';
import type { OrderEvent } from '#domain/book/trail.ts';
import type { Instant } from '#domain/clock.ts';
import type { OrderId } from '#domain/orders/order.ts';
import { eventsOf } from '#server/orders/trail.ts';
import type { Shop } from '#server/shop.ts';

// What can be taken back, as text in the address of Undo.

export type Undoable =
  /** Events of orders, which are taken back together: of 200 orders they still fit the cookie of a notice. */
  | { kind: 'events'; ids: number[] }
  /** The version of the calendar that a change has made. */
  | { kind: 'calendar'; version: number }
  /** The version of a cake that a change has made. */
  | { kind: 'cake'; id: string; version: number }
  /** The answer to a request, by its number among the request's messages. */
  | { kind: 'request'; id: string; version: number }
  /** The prices that one form has changed, by its time. */
  | { kind: 'prices'; at: Instant }
  /** An incident that was closed, a photo that was deleted, or what was confirmed of the demo's content. */
  | { kind: 'incident' | 'photo' | 'confirmed'; key: string };

/** `events.17`, or several, which are taken back together: `calendar.4,events.17-18` */
export function writeUndoables(undoables: Undoable[]): string {
  return undoables.map(writeOne).join(',');
}

function writeOne(undoable: Undoable): string {
  switch (undoable.kind) {
    case 'events':
      return `events.${undoable.ids.join('-')}`;
    case 'calendar':
      return `calendar.${undoable.version}`;
    case 'cake':
    case 'request':
      return `${undoable.kind}.${undoable.version}.${undoable.id}`;
    case 'prices':
      return `prices.${undoable.at}`;
    case 'incident':
    case 'photo':
    case 'confirmed':
      return `${undoable.kind}.${undoable.key}`;
  }
}

/** @returns none if the text names anything else. */
export function readUndoables(text: string): Undoable[] {
  const read = text.split(',').map(readOne);
  return read.includes(undefined) ? [] : read.filter((each) => each !== undefined);
}

function readOne(text: string): Undoable | undefined {
  const [, kind, rest = ''] = /^([a-z]+)\.(.+)$/.exec(text) ?? [];
  if (kind === 'incident' || kind === 'photo' || kind === 'confirmed') return { kind, key: rest };
  if (kind === 'prices') {
    const at = z.iso.datetime().safeParse(rest).data;
    return at === undefined ? undefined : { kind, at };
  }
  if (kind === 'cake' || kind === 'request') {
    const [, version, id] = /^(\d{1,15})\.(.+)$/.exec(rest) ?? [];
    return id === undefined ? undefined : { kind, id, version: Number(version) };
  }
  if (kind === 'events' && /^\d{1,15}(-\d{1,15})*$/.test(rest)) {
    return { kind, ids: rest.split('-').map(Number) };
  }
  const isCalendar = kind === 'calendar' && /^\d{1,15}$/.test(rest);
  return isCalendar ? { kind, version: Number(rest) } : undefined;
}

/** Of the order's last event of a kind, which a form has just caused. */
export async function lastEventId(
  { db }: Pick<Shop, 'db'>,
  orderId: OrderId,
  kind: OrderEvent['kind'],
): Promise<number | undefined> {
  return (await eventsOf(db, orderId, [kind])).at(-1)?.id;
}
