import * as z from 'zod';
import { nextOpenDays, whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { type CalendarRules, ClosedReason } from '#domain/calendar/rules.ts';
import { Allergen, type Cake, Size } from '#domain/catalogue/catalogue.ts';
import type { OrderItem } from './order.ts';
import { isSameSet, type RequestedItem } from './order-request.ts';

/** How many other days are offered for one that has closed. */
const OFFERED_DAYS = 5;

/** What has changed since the basket was filled; `item` is the place in the request. */
export const Difference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gone'), item: z.int() }),
  z.object({ kind: z.literal('price'), item: z.int(), size: Size }),
  z.object({
    kind: z.literal('day'),
    item: z.int(),
    reason: ClosedReason,
    offered: z.array(Day),
  }),
  z.object({ kind: z.literal('no-message'), item: z.int() }),
  /** The cake's allergens as they are now: the visitor was shown others. */
  z.object({ kind: z.literal('allergens'), item: z.int(), allergens: z.array(Allergen) }),
]);
export type Difference = z.infer<typeof Difference>;

export type ItemsCheck =
  | { ok: true; items: OrderItem[] }
  | { ok: false; reason: 'changed'; differences: Difference[] }
  | { ok: false; reason: 'prices-not-synced' };

/** Holds a request against the shop's own catalogue and calendar; nothing of the browser's is believed. */
export function checkItems(
  requested: RequestedItem[],
  cakes: Cake[],
  today: Day,
  rules: CalendarRules,
): ItemsCheck {
  const differences: Difference[] = [];
  const items: OrderItem[] = [];
  for (const [item, wanted] of requested.entries()) {
    const cake = cakes.find(({ id }) => id === wanted.cakeId);
    const size = cake?.sizes.find(({ id }) => id === wanted.sizeId);
    if (!cake || !size) {
      differences.push({ kind: 'gone', item });
      continue;
    }
    if (size.api === null) return { ok: false, reason: 'prices-not-synced' };
    if (!isSameSet(cake.allergens, wanted.allergens)) {
      differences.push({ kind: 'allergens', item, allergens: cake.allergens });
    }
    if (size.api !== wanted.api) differences.push({ kind: 'price', item, size });
    if (cake.offMessage && wanted.message !== '') differences.push({ kind: 'no-message', item });
    const reason = whyClosed(wanted.day, today, rules);
    if (reason) {
      differences.push({
        kind: 'day',
        item,
        reason,
        offered: nextOpenDays(OFFERED_DAYS, today, rules),
      });
    }
    items.push(frozen(cake, size, size.api, wanted));
  }
  return differences.length === 0
    ? { ok: true, items }
    : { ok: false, reason: 'changed', differences };
}

function frozen(cake: Cake, size: Size, api: string, wanted: RequestedItem): OrderItem {
  return {
    cakeId: cake.id,
    sizeId: size.id,
    api,
    title: cake.title,
    img: cake.img,
    size: size.size,
    slices: size.slices,
    price: size.price,
    message: wanted.message,
    day: wanted.day,
    allergens: cake.allergens,
  };
}
