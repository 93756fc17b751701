import * as z from 'zod';
import { OrderState, type PublicOrder } from '#domain/orders/order.ts';

/** What a client has received: the catalogue's version and the state of the order it follows. */
export interface EventId {
  version: number;
  state?: OrderState | undefined;
}

/** In the text of an event: `12`, or `12/placed` on a connection that follows an order. */
export const EventIdText = z
  .string()
  .regex(/^\d{1,15}(\/[a-z]+)?$/, 'is not the id of an event')
  .transform((text): EventId => {
    const [version, state] = text.split('/');
    return { version: Number(version), state: OrderState.safeParse(state).data };
  });

/** Less than proxies (60 s) and the server itself (server/http/listen.ts) wait before they disconnect. */
export const KEEP_ALIVE_SECONDS = 25;
export const KEEP_ALIVE = Buffer.from('event: keep-alive\ndata: null\n\n');

/** Formats an event in Realtime Database form, without the id line that `withId` adds. */
export function formatEvent(event: 'put' | 'patch', path: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify({ path, data })}\n`;
}

export function formatOrder(order: PublicOrder): string {
  return formatEvent('put', `/orders/${order.id}`, order);
}

/**
 * Only the last event carries the id: a client that is disconnected before it comes back with the
 * id it had before all of them.
 */
export function withId(events: string[], id: EventId): Buffer {
  return Buffer.from(`${events.join('\n')}${idLine(id)}`);
}

export function idLine({ version, state }: EventId): string {
  return `id: ${state === undefined ? version : `${version}/${state}`}\n\n`;
}

/** Clients that a restart disconnects come back at different times. */
const RETRY_MS = { min: 1_000, max: 5_000 };

/** Tells the client when to reconnect. */
export function retryLine(): Buffer {
  const ms = Math.round(RETRY_MS.min + Math.random() * (RETRY_MS.max - RETRY_MS.min));
  return Buffer.from(`retry: ${ms}\n\n`);
}
