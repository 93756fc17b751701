import { data } from 'react-router';
import { isDay } from '#domain/calendar/days.ts';
import { icsFile } from '#domain/calendar/ics.ts';
import { collectionEvents } from '#domain/orders/collection-event.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';
import type { Shop } from '#server/shop.ts';

/**
 * The collection of one day of an order as an iCalendar file.
 * @param path of the page to which its entry leads.
 * @throws a 404 response if nothing is collected then.
 */
export async function calendarResponse(
  shop: Shop,
  order: PublicOrder | undefined,
  day: string,
  path: string,
): Promise<Response> {
  if (!isDay(day) || !order?.items.some((item) => item.day === day)) {
    throw data(null, { status: 404 });
  }
  const merchant = await shop.merchant();
  const events = collectionEvents(order, day, merchant, merchant.origin + path);
  return new Response(icsFile(events, shop.clock.now()), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="collection-${day}.ics"`,
    },
  });
}
