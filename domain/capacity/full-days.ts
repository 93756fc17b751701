import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { type Difference, OFFERED_DAYS, type OrderableNow } from '#domain/orders/check-items.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import {
  type DayLoads,
  type FullDay,
  fullText,
  fullTogether,
  roomOn,
  type SizeUnits,
  unitsByDay,
  usualUnits,
} from './capacity.ts';

interface Shop extends OrderableNow {
  loads: DayLoads;
}

/** The problem of each full day: why, and the next days with room for all its items. */
export function fullDifferences(items: OrderItem[], full: FullDay[], shop: Shop): Difference[] {
  const taken = unitsByDay(items);
  return items.flatMap((item, index): Difference[] => {
    const { day, cakeId } = item;
    const left = full.find((each) => each.day === day)?.left;
    if (left === undefined) return [];
    // A free line is of no cake.
    const cake = shop.cakes.find(({ id }) => id === cakeId);
    const rules = cake ? rulesFor(cake, shop.rules, shop.today) : shop.rules;
    const hasRoom = (other: Day) =>
      other !== day &&
      (taken.get(other) ?? 0) + (taken.get(day) ?? 0) <= roomOn(other, rules, shop.loads);
    return [
      {
        kind: 'day',
        item: index,
        // Which says for pages of every version: closed or fully booked.
        reason: 'forbidden-day',
        offered: nextOpenDays(rules.daysAhead, shop.today, rules)
          .filter(hasRoom)
          .slice(0, OFFERED_DAYS),
        notice:
          !cake || items.filter((each) => each.day === day && each.units !== 0).length > 1
            ? fullTogether(left)
            : fullText(
                { size: item.size, units: taken.get(day) ?? 0 },
                sizesOf(cake, shop.units),
                left,
              ),
        left: Math.max(0, left),
      },
    ];
  });
}

function sizesOf({ kind, sizes }: Cake, units: SizeUnits) {
  return sizes.map((size) => ({
    size: size.size,
    units: units.get(size.id) ?? usualUnits(kind, size),
  }));
}
