import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { OFFERED_DAYS, type OrderableNow } from '#domain/orders/check-items.ts';
import type { Difference } from '#domain/orders/difference.ts';
import type { OrderItem } from '#domain/orders/order.ts';
import {
  type DayLoads,
  type FullDay,
  type FullTime,
  fullText,
  fullTogether,
  hasRoom,
  openTimes,
  type SizeUnits,
  TIMES_FULL,
  unitsByDay,
  usualUnits,
} from './capacity.ts';

/**
 * The problem of each full day: why, and the next days with room for all its items. Of each full collection time: the
 * others of its day that have room.
 */
export function fullDifferences(
  items: OrderItem[],
  { days, times }: { days: FullDay[]; times: FullTime[] },
  shop: OrderableNow & { loads: DayLoads },
): Difference[] {
  const taken = unitsByDay(items);
  return items.flatMap((item, index): Difference[] => {
    const { day, cakeId } = item;
    const left = days.find((each) => each.day === day)?.left;
    const isTimeFull = times.some((each) => each.day === day && each.time === item.time);
    if (left === undefined) {
      if (!isTimeFull) return [];
      const open = openTimes(day, shop.rules, shop.loads);
      if (open.length > 0) return [{ kind: 'time', item: index, offered: open }];
    }
    // A free line is of no cake.
    const cake = shop.cakes.find(({ id }) => id === cakeId);
    const rules = cake ? rulesFor(cake, shop.rules, shop.today) : shop.rules;
    const units = (other: Day) => (taken.get(other) ?? 0) + (taken.get(day) ?? 0);
    const isFree = (other: Day) => other !== day && hasRoom(other, units(other), rules, shop.loads);
    const noticeOf = (room: number | undefined) => {
      if (room === undefined) return TIMES_FULL;
      if (!cake || items.filter((each) => each.day === day && each.units !== 0).length > 1)
        return fullTogether(room);
      const own = { size: item.size, units: taken.get(day) ?? 0 };
      return fullText(own, sizesOf(cake, shop.units), room);
    };
    return [
      {
        kind: 'day',
        item: index,
        // Which says for pages of every version: closed or fully booked.
        reason: 'forbidden-day',
        offered: nextOpenDays(rules.daysAhead, shop.today, rules)
          .filter(isFree)
          .slice(0, OFFERED_DAYS),
        notice: noticeOf(left),
        ...(left !== undefined && { left: Math.max(0, left) }),
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
