import { channel } from 'node:diagnostics_channel';
import type { OrderId } from '#domain/orders/order.ts';

const steps = channel('battenberg:step');

/**
 * Marks a point at which the fault campaign may kill the server. Does nothing without a subscriber, which has
 * to subscribe before the server starts (`node --import`).
 * @param orders those that the step is about.
 */
export function step(at: string, ...orders: OrderId[]): void {
  steps.publish({ at, orders });
}
