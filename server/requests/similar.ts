import { Day } from '#domain/calendar/day.ts';
import type { CakeRequest } from '#domain/requests/request.ts';
import { mostAlike } from '#domain/requests/similar.ts';
import type { Shop } from '#server/shop.ts';
import { ordersOfRequests } from './ordered.ts';

/** A year of a cafe that is asked twice a day. */
const COMPARED = 700;
const MOST = 3;

/** Earlier requests like this one, with the orders that they became: what was made, and for how much. */
export async function similarRequests({ db }: Pick<Shop, 'db'>, request: CakeRequest) {
  const others = await db
    .selectFrom('requests')
    .select(['id', 'number', 'state', 'occasion', 'people', 'ideas', 'day'])
    .where('anonymised_at', 'is', null)
    .where('id', '!=', request.id)
    .orderBy('created_at', 'desc')
    .limit(COMPARED)
    .execute();
  const alike = mostAlike(request, others, MOST);
  const orders = await ordersOfRequests(
    db,
    alike.map(({ id }) => id),
  );
  return alike.map(({ id, day, ...each }) => ({
    ...each,
    day: Day.parse(day),
    orders: orders.filter(({ requestId }) => requestId === id),
  }));
}
