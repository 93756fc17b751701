import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import type { BasketDay } from '#domain/basket/lines.ts';
import { optionProblems } from '#domain/basket/option-changes.ts';
import { rulesFor, rulesForAll } from '#domain/calendar/cake-rules.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
import type { CloseFullDays } from './close-full-days.ts';
import { type CurrentCake, currentOptions } from './current-cakes.ts';

// What of a basket cannot be ordered any more as it was chosen.

/** Why a cake's own rules close a day that the shop's leave open. */
export function ownNotice(
  day: Day,
  cake: CurrentCake | null | undefined,
  today: Day,
  rules: DayRules,
): string | undefined {
  const own = cake && rulesFor(cake, rules, today);
  const isOwn = own && whyClosed(day, today, own) && !whyClosed(day, today, rules);
  return isOwn ? reasonText('too-soon', day, today, own) : undefined;
}

/** What of the chosen options cannot be ordered for the item's day. */
export function choiceNotice(
  item: BasketItem,
  cake: CurrentCake | null | undefined,
): string | undefined {
  const problems = cake
    ? optionProblems(currentOptions(item, cake).changes, item.options ?? [])
    : [];
  return problems.length > 0 ? `${problems.join('. ')}. Press Edit to choose again` : undefined;
}

export interface Openness {
  /** For all items of the day. */
  rules: DayRules;
  isClosed: boolean;
  /** Why, unless a cake's own rules close it, which its line says. */
  reason: string | undefined;
  /** What the day has no room for. */
  unfit: BasketItem[] | undefined;
}

interface Known {
  basket: Basket;
  cakes: ReadonlyMap<string, CurrentCake | null | undefined>;
  calendarRules: DayRules;
  closeFullDays: CloseFullDays | undefined;
}

/** Whether the items of a day can still be collected on it. */
export function checkDay(
  { day, lines }: BasketDay,
  today: Day,
  { basket, cakes, calendarRules, closeFullDays }: Known,
): Openness {
  const itsCakes = lines.flatMap(({ item }) => cakes.get(item.cake.id) ?? []);
  const isCounted = ({ selectedDay }: BasketItem) => selectedDay === day;
  const wanted = {
    items: basket.filter(isCounted),
    sizes: itsCakes.length === 1 ? itsCakes[0]?.sizes : undefined,
    basket,
    isCounted,
  };
  const rulesWithRoom = closeFullDays?.(calendarRules, wanted) ?? calendarRules;
  const rules = rulesForAll(itsCakes, rulesWithRoom, today);
  const isClosed = whyClosed(day, today, rules) !== undefined;
  const closed = isClosed && whyClosed(day, today, rulesWithRoom);
  const isFull =
    isClosed && whyClosed(day, today, rulesForAll(itsCakes, calendarRules, today)) === undefined;
  return {
    rules,
    isClosed,
    reason: closed ? reasonText(closed, day, today, rulesWithRoom) : undefined,
    unfit: isFull ? wanted.items : undefined,
  };
}

/** @returns what the visitor must change before the checkout; empty if nothing. */
export function whatBlocks(gone: BasketItem[], unmade: BasketItem[], closed: BasketDay[]): string {
  const titles = titlesOf(gone);
  const unmadeTitles = titlesOf(unmade);
  const days = closed.map(({ day }) => dayInWords(day, 'short'));
  const steps = [
    ...(titles.length > 0 ? [`remove ${titles.join(' and ')}`] : []),
    ...(unmadeTitles.length > 0 ? [`edit ${unmadeTitles.join(' and ')}`] : []),
    ...(days.length > 0 ? [`choose another day than ${days.join(' and ')}`] : []),
  ];
  return steps.length > 0 ? `Before you check out, please ${steps.join(', and ')}.` : '';
}

function titlesOf(items: BasketItem[]): string[] {
  return [...new Set(items.map(({ cake }) => cake.title))];
}
