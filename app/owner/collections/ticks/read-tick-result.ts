import { type Fulfilment, isFulfilment } from '#domain/book/collection.ts';
import { isDay } from '#domain/calendar/days.ts';
import { bookedOrder } from '#server/orders/book.ts';
import type { Shop } from '#server/shop.ts';
import type { Ticked } from './ticks.ts';

/** What a form without scripts has done, for the notice on the next page. */
export type TickFormResult =
  | { result: 'done'; collection: Ticked; from: Fulfilment }
  | { result: 'conflict' | 'unknown' };

/** @param ticked the parameter that `fulfilment.ts` adds to the address. */
export async function readTickResult(
  shop: Shop,
  ticked: string | null,
): Promise<TickFormResult | undefined> {
  if (ticked === null) return undefined;
  if (ticked === 'conflict' || ticked === 'unknown') return { result: ticked };
  const [order = '', day = '', from = '', fulfilment = ''] = ticked.split('~');
  if (!isDay(day) || !isFulfilment(from) || !isFulfilment(fulfilment)) return undefined;
  const booked = await bookedOrder(shop, order);
  if (!booked) return undefined;
  const { number, name } = booked;
  return { result: 'done', collection: { number, day, name, fulfilment }, from };
}
