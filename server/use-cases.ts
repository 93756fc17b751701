import { londonDay } from '#domain/calendar/days.ts';
import type { Ports } from './ports.ts';

export type UseCases = ReturnType<typeof createUseCases>;

/**
 * The shop's use cases. Pages, API, webhooks and jobs call nothing behind them. A use case is a function of the
 * ports and its arguments; `bind` leaves the arguments, with their types.
 */
export function createUseCases(ports: Ports) {
  const { changes, clock } = ports;
  return {
    /** Incremented by every change of the catalogue, the calendar or the words. */
    catalogueVersion: () => changes.version(),
    now: () => clock.now(),
    trader: () => ports.trader(),
    /** Today at the cafe. */
    today: () => londonDay(clock.now()),
  };
}
