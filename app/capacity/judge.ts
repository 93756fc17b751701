import { unpaidItems } from '#app/checkout/order-attempt.ts';
import type { Basket } from '#domain/basket/basket.ts';
import type { BasketItem } from '#domain/basket/basket-item.ts';
import { isTouch } from '#domain/basket/lines.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { Room } from '#domain/capacity/capacity.ts';
import { fullText, fullTogether } from '#domain/capacity/full-text.ts';
import type { Size } from '#domain/catalogue/catalogue.ts';
import { usualPoints } from '#domain/catalogue/points.ts';
import { isInteger } from '#domain/guard.ts';
import { setJudge } from './use-judge.ts';

type Item = Pick<BasketItem, 'cake' | 'size'>;

/** What the visitor wants to collect together. */
interface Wanted {
  items: Item[];
  /** Of the cake, if it is one: smaller ones may fit. */
  sizes?: Size[] | undefined;
  basket: Basket;
  /** Whether an item of the basket is one of `items`; the others are collected too, each on its own day. */
  isWanted(item: BasketItem): boolean;
}

/** @returns the rules, with the days closed that have no room for what is wanted. */
export type Judge = <Rules extends CalendarRules>(rules: Rules, wanted: Wanted) => Rules;

/** @param sent by the server, the room that days have. */
export function setRoom(sent: unknown): void {
  setJudge(readJudge(sent));
}

/** @param sent may be anything: an extension or a proxy may have changed it. */
export function readJudge(sent: unknown): Judge {
  const { left, points }: Record<string, unknown> = Object(sent);
  return judgeBy({ left: numbersOf(left), points: numbersOf(points) });
}

function numbersOf(sent: unknown): Record<string, number> {
  const entries: [string, unknown][] = Object.entries(Object(sent));
  return Object.fromEntries(
    entries.flatMap(([key, value]) => (isInteger(value) ? [[key, value] as const] : [])),
  );
}

function judgeBy({ left, points }: Room): Judge {
  const pointsOf = ({ cake, size }: Item) =>
    points[size.id] ?? usualPoints(isTouch({ cake }) ? 'personal-touch' : 'cake', size);
  const sumOf = (items: Item[]) => items.reduce((sum, item) => sum + pointsOf(item), 0);

  return (rules, { items, sizes = [], basket, isWanted }) => {
    const own = sumOf(items);
    const [item] = items;
    const others = basket.filter((each) => !isWanted(each));
    const unpaid = unpaidItems();
    const held = basket.filter(({ id }) => unpaid.includes(id));
    const sumOn = (day: Day, from: BasketItem[]) =>
      sumOf(from.filter(({ selectedDay }) => selectedDay === day));
    const full: Record<Day, string> = {};
    for (const [day, leftToOthers] of Object.entries(left)) {
      if (!isDay(day) || own === 0 || !item) continue;
      // What this browser holds is its own.
      const room = leftToOthers + sumOn(day, held);
      const free = room - sumOn(day, others);
      if (own <= free) continue;
      full[day] =
        items.length > 1 || own <= room
          ? fullTogether(room)
          : fullText(
              { size: item.size.size, points: own },
              sizes.map((size) => ({ size: size.size, points: pointsOf({ ...item, size }) })),
              free,
            );
    }
    const days = Object.keys(full).filter(isDay);
    if (days.length === 0) return rules;
    return {
      ...rules,
      forbiddenDays: [...rules.forbiddenDays, ...days],
      // What the cafe says itself comes first.
      closedReasons: { ...full, ...rules.closedReasons },
      extraDays: rules.extraDays?.filter((day) => !days.includes(day)),
    };
  };
}
