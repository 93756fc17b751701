import { href } from 'react-router';
import { calendarResponse } from '#app/buy/calendar-response.ts';
import { shopContext } from '#app/shop-context.ts';
import { customerOrder } from '#server/orders/customer-order.ts';
import type { Route } from './+types/calendar-file';

/** For who has the customer's link. */
export async function loader({ context, params: { token, day } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const order = await customerOrder(shop, token);
  const path = href('/my-order/:token', { token });
  return calendarResponse(shop, order === 'over' ? undefined : order, day, path);
}
