import { href } from 'react-router';
import { calendarResponse } from '#app/buy/calendar-response.ts';
import { shopContext } from '#app/shop-context.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import type { Route } from './+types/calendar-file';

/** For who has the address of the thank-you page. */
export async function loader({ context, params: { order: id, day } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const order = await readPublicOrder(shop.db, id);
  return calendarResponse(shop, order, day, href('/thank-you-page/:order', { order: id }));
}
