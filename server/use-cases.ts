import { londonDay } from '#domain/calendar/days.ts';
import {
  addPeriod,
  changeWeeklyRules,
  endPause,
  pauseOrders,
  removePeriod,
} from '#server/content/change-rules.ts';
import { closeDays, endOpening, openDay, openDays } from '#server/content/close-days.ts';
import { setDayCapacity, setWeekCapacity } from '#server/content/limits.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import type { Ports } from './ports.ts';

export type UseCases = ReturnType<typeof createUseCases>;

/**
 * The shop's use cases. Pages, API, webhooks and jobs call nothing behind them. A use case is a function of the
 * ports and its arguments; `bind` leaves the arguments, with their types.
 */
export function createUseCases(ports: Ports) {
  const { calendar, changes, clock } = ports;
  return {
    /** Incremented by every change of the catalogue, the calendar or the words. */
    catalogueVersion: () => changes.version(),
    calendarRules: () => calendar.rules(),
    shownCalendarRules: () => shownRules(ports),
    now: () => clock.now(),
    trader: () => ports.trader(),
    /** Today at the cafe. */
    today: () => londonDay(clock.now()),

    /** @param typed from Monday to Sunday; undefined for a shop without limits. */
    setWeekCapacity: setWeekCapacity.bind(null, ports),
    setDayCapacity: setDayCapacity.bind(null, ports),

    /** @param by the person's id. @param reason for visitors. */
    closeDays: closeDays.bind(null, ports),
    openDays: openDays.bind(null, ports),
    /** Whatever closes it, except the lead time, the pause and how far ahead can be ordered. */
    openDay: openDay.bind(null, ports),
    endOpening: endOpening.bind(null, ports),
    changeWeeklyRules: changeWeeklyRules.bind(null, ports),
    addPeriod: addPeriod.bind(null, ports),
    removePeriod: removePeriod.bind(null, ports),
    pauseOrders: pauseOrders.bind(null, ports),
    endPause: endPause.bind(null, ports),
    calendarChange: (id: number) => calendar.change(id),
    lastCalendarChange: () => calendar.lastChange(),
    undoCalendarChange: (id: number, by: string) => calendar.undo(id, by),
  };
}
