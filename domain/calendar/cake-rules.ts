import type { Cake } from '#domain/catalogue/catalogue.ts';
import { isWithin, nextOpenDays } from './collection-days.ts';
import type { Day } from './day.ts';
import { addDays, dayInWords } from './days.ts';
import type { DayRules } from './rules.ts';

type OwnDays = Pick<Cake, 'leadDays' | 'unavailableUntil'>;

/**
 * The shop's rules with a cake's own. Both of its own become a lead time from `today`, so that pages judge
 * days for a cake with the code that they have.
 */
export function rulesFor(cake: OwnDays, rules: DayRules, today: Day): DayRules {
  const { leadDays = rules.leadDays, unavailableUntil } = cake;
  const away = unavailableUntil === undefined ? 0 : daysBetween(today, unavailableUntil);
  if (unavailableUntil !== undefined && away > leadDays) {
    const own = { ...rules, leadDays: away };
    const [first = unavailableUntil] = nextOpenDays(1, today, own);
    return { ...own, notice: `This cake can be collected from ${dayInWords(first, 'short')}` };
  }
  if (leadDays === rules.leadDays) return rules;
  const time = leadDays === 1 ? '1 day’s' : `${leadDays} days’`;
  return { ...rules, leadDays, notice: `We need ${time} notice for this cake` };
}

/** The rules for days on which all of the cakes can be collected. */
export function rulesForAll(cakes: OwnDays[], rules: DayRules, today: Day): DayRules {
  const [first = rules, ...others] = cakes.map((cake) => rulesFor(cake, rules, today));
  return others.reduce((last, next) => (next.leadDays > last.leadDays ? next : last), first);
}

/** The longest lead time of the cakes, however long one of them is away. */
export function leadDaysForAll(cakes: Pick<Cake, 'leadDays'>[], rules: DayRules): number {
  if (cakes.length === 0) return rules.leadDays;
  return Math.max(...cakes.map(({ leadDays = rules.leadDays }) => leadDays));
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Here, because days.ts is part of each page. Negative if `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  // Days without a time are read as UTC, where each has 24 hours.
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The cakes whose season includes the first day on which one ordered today may be collected. */
export function cakesInSeason(cakes: Cake[], today: Day, leadDays: number): Cake[] {
  const collected = addDays(today, leadDays);
  return cakes.filter(({ season }) => season && isWithin(season, collected));
}
