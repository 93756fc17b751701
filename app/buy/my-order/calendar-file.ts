import { data, href } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { icsFile } from '#domain/calendar/ics.ts';
import { collectionEvents } from '#domain/orders/collection-event.ts';
import { customerOrder } from '#server/orders/customer-order.ts';
import type { Route } from './+types/calendar-file';

/** The collection of one day as an iCalendar file. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const order = await customerOrder(shop, params.token);
  const day = order && order !== 'over' && order.days.find((each) => each.day === params.day)?.day;
  if (!day) throw data(null, { status: 404 });
  const merchant = await shop.merchant();
  const link = merchant.origin + href('/my-order/:token', { token: params.token });
  const file = icsFile(collectionEvents(order, day, merchant, link), shop.clock.now());
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="collection-${day}.ics"`,
    },
  });
}
