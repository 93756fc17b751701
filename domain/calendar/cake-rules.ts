import type { Cake } from '#domain/catalogue/catalogue.ts';
import { firstDay, isWithin, nextOpenDays } from './collection-days.ts';
import type { Day } from './day.ts';
import { addDays, dayInWords } from './days.ts';
import { noticeText } from './reason-text.ts';
import type { DayRules } from './rules.ts';

type OwnDays = Pick<Cake, 'leadDays' | 'unavailableUntil'>;

/** The shop's rules with a cake's own. */
export function rulesFor(cake: OwnDays, rules: DayRules, today: Day): DayRules {
  const { leadDays = rules.leadDays, unavailableUntil } = cake;
  const own =
    leadDays === rules.leadDays
      ? rules
      : { ...rules, leadDays, notice: noticeText({ ...rules, leadDays }, ' for this cake') };
  if (unavailableUntil === undefined || unavailableUntil <= firstDay(today, own)) return own;
  const away = { ...own, notBefore: unavailableUntil };
  const [first = unavailableUntil] = nextOpenDays(1, today, away);
  return { ...away, notice: `This cake can be collected from ${dayInWords(first, 'short')}` };
}

/** The rules for days on which all of the cakes can be collected. */
export function rulesForAll(cakes: OwnDays[], rules: DayRules, today: Day): DayRules {
  const [first = rules, ...others] = cakes.map((cake) => rulesFor(cake, rules, today));
  return others.reduce(
    (last, next) => (firstDay(today, next) > firstDay(today, last) ? next : last),
    first,
  );
}

/** The longest lead time of the cakes, however long one of them is away. */
export function leadDaysForAll(cakes: Pick<Cake, 'leadDays'>[], rules: DayRules): number {
  if (cakes.length === 0) return rules.leadDays;
  return Math.max(...cakes.map(({ leadDays = rules.leadDays }) => leadDays));
}

/** Whether nobody can order a cake on any day: its notice ends after the last day that can be ordered for. */
export function isNoticeTooLong(
  { leadDays }: Pick<Cake, 'leadDays'>,
  rules: DayRules,
  today: Day,
): boolean {
  return firstDay(today, rulesFor({ leadDays }, rules, today)) > addDays(today, rules.daysAhead);
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Here, because days.ts is part of each page. Negative if `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  // Days without a time are read as UTC, where each has 24 hours.
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The cakes whose season includes the first day on which one ordered today may be collected. */
export function cakesInSeason(cakes: Cake[], today: Day, rules: DayRules): Cake[] {
  const collected = firstDay(today, rules);
  return cakes.filter(({ season }) => season && isWithin(season, collected));
}
