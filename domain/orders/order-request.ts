import * as z from 'zod';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { Line, MessageOnCake } from './line.ts';
import type { Order } from './order.ts';

/** Non-empty is all that is asked of a visitor (spec §5); the upper limits only keep abuse out. */
function filledIn(what: string, max: number) {
  return Line.trim()
    .min(1, `Please fill in ${what}.`)
    .max(max, `Please use at most ${max} letters.`);
}

export const CustomerDetails = z.strictObject({
  name: filledIn('your name', 100),
  email: filledIn('your email address', 254),
  phone: filledIn('your phone number', 40),
});

const Id = z.string().min(1).max(100);

/**
 * What the browser asks for. Never an amount: `api` names the price that was shown, so that the
 * server can tell when it has changed, and the provider charges what that name says.
 */
export const OrderRequest = z.strictObject({
  ...CustomerDetails.shape,
  items: z
    .array(
      z.strictObject({
        cakeId: Id,
        sizeId: Id,
        api: Id,
        message: MessageOnCake,
        day: Day,
      }),
    )
    .min(1, 'Please put something into your basket first.')
    .max(MAX_ITEMS, `Please order at most ${MAX_ITEMS} items at a time.`),
});
export type OrderRequest = z.infer<typeof OrderRequest>;
export type RequestedItem = OrderRequest['items'][number];

/** Whether an order was made from this very request. */
export function isSameOrder(order: Order, request: OrderRequest): boolean {
  const { name, email, phone } = order.customer;
  const items = order.items.map(({ cakeId, sizeId, api, message, day }) => [
    cakeId,
    sizeId,
    api,
    message,
    day,
  ]);
  const requested = request.items.map(({ cakeId, sizeId, api, message, day }) => [
    cakeId,
    sizeId,
    api,
    message,
    day,
  ]);
  return (
    JSON.stringify([name, email, phone, items]) ===
    JSON.stringify([request.name, request.email, request.phone, requested])
  );
}
