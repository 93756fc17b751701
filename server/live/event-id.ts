import * as z from 'zod';
import { OrderState } from '#domain/orders/order.ts';

/** Up to where somebody has heard everything: the catalogue's version and the state of the order. */
export interface EventId {
  version: number;
  state?: OrderState | undefined;
}

/** As it is sent: `12`, or `12/placed` on a connection with an order. */
export const EventIdText = z
  .string()
  .regex(/^\d{1,15}(\/[a-z]+)?$/, 'is not the id of an event')
  .transform((text): EventId => {
    const [version, state] = text.split('/');
    return { version: Number(version), state: OrderState.safeParse(state).data };
  });

export function writeEventId({ version, state }: EventId): string {
  return state === undefined ? String(version) : `${version}/${state}`;
}
