import type { PublicOrder } from '#domain/orders/order.ts';

/** An event without its id, in the pieces in which it is shared by all who are told of it. */
export type EventPieces = Buffer[];

export const KEEP_ALIVE = [Buffer.from('event: keep-alive\ndata: null\n\n')];

/** Below this it is cheaper to copy the pieces into one than to hand them over one by one. */
const WORTH_SHARING_BYTES = 64 * 1024;

/** In Realtime-Database form: `put` replaces what is at the path, `patch` each key that it names. */
export function eventPieces(event: 'put' | 'patch', path: string, data: Buffer[]): EventPieces {
  const head = `event: ${event}\ndata: {"path":${JSON.stringify(path)},"data":`;
  return [Buffer.from(head), ...data, Buffer.from('}\n')];
}

/** An order as it is now. */
export function orderEvent(order: PublicOrder): EventPieces {
  return eventPieces('put', `/orders/${order.id}`, [Buffer.from(JSON.stringify(order))]);
}

/** How long the browser waits before it comes back, if it is cut off. */
export function retryLine(milliseconds: number): Buffer {
  return Buffer.from(`retry: ${Math.round(milliseconds)}\n\n`);
}

/**
 * What one subscriber is told at once. Only with the last of the events has it heard everything up to
 * `id`; should it be cut off in the middle, it comes back with the id that was true before.
 */
export function message(events: EventPieces[], before: string, id: string): Buffer[] {
  const last = events.length - 1;
  const pieces = events.flatMap((event, at) => [
    ...event,
    Buffer.from(`id: ${at === last ? id : before}\n\n`),
  ]);
  return byteLength(pieces) > WORTH_SHARING_BYTES ? pieces : [Buffer.concat(pieces)];
}

export function byteLength(pieces: Buffer[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
