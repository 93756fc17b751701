import { isWithin } from '#domain/calendar/collection-days.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { Ports } from '#server/ports.ts';

interface NeededPorts {
  catalogue: Pick<Ports['catalogue'], 'seasonal'>;
  clock: Ports['clock'];
}

/** The cakes whose season includes the first day on which one ordered today may be collected. */
export async function findCakesInSeason(
  { catalogue, clock }: NeededPorts,
  leadDays: number,
): Promise<Cake[]> {
  const collected = addDays(londonDay(clock.now()), leadDays);
  const cakes = await catalogue.seasonal();
  return cakes.filter(({ season }) => season && isWithin(season, collected));
}
