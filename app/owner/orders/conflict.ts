import { findOrder } from '#app/owner/collections/find-order.ts';
import { whoAt } from '#app/owner/frame/london-time.ts';
import type { Conflict } from '#app/ui/kit/refusal.ts';
import { type OrderEvent, versionOf } from '#domain/book/trail.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';

/**
 * The answer to a form about an order that something has changed since. On the server.
 * @param kinds of the events that change what the form changes.
 * @param describe what they have made of it.
 */
export async function orderConflict(
  shop: Shop,
  order: string,
  kinds: OrderEvent['kind'][],
  describe: (now: BookedOrder) => Conflict['theirs'],
): Promise<{ conflict: Conflict }> {
  const now = await findOrder(shop, order);
  const last = now.trail.findLast(({ kind }) => kinds.includes(kind));
  const who = last && (await whoAndWhen(shop, last));
  return { conflict: { version: versionOf(now.trail), who, theirs: describe(now) } };
}

async function whoAndWhen(
  shop: Shop,
  { actor, personId, at }: OrderEvent,
): Promise<string | undefined> {
  const names = await namesOfPeople(shop);
  const who = actor === 'customer' ? 'The customer' : names.get(personId ?? '');
  return who && whoAt(who, at);
}
