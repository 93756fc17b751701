import { isWithin } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import type { Cake } from './catalogue.ts';

/** The cakes whose season includes the first day on which one ordered today may be collected. */
export function cakesInSeason(cakes: Cake[], today: Day, leadDays: number): Cake[] {
  const collected = addDays(today, leadDays);
  return cakes.filter(({ season }) => season && isWithin(season, collected));
}
