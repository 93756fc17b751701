import { useSyncExternalStore } from 'react';
import { subscribeToRoom } from '#app/live/use-live.ts';
import { startAfterCutOff } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
import type { CloseFullDays } from './close-full-days.ts';

/** Today in London; undefined on the server. */
export function useToday(): Day | undefined {
  return useSyncExternalStore(subscribeToVisibility, today, unknownOnServer);
}

/** The shop's rules for an order that is placed now: a page may be left open past the cut-off. */
export function useRulesNow(rules: DayRules): DayRules {
  const startsOn = useSyncExternalStore(
    subscribeToVisibility,
    () => startAfterCutOff(new Date().toISOString(), rules),
    unknownOnServer,
  );
  return startsOn === undefined ? rules : { ...rules, startsOn };
}

function today(): Day {
  return londonDay(new Date().toISOString());
}

/** Updates a tab that was left open overnight when it becomes visible. */
function subscribeToVisibility(update: () => void): () => void {
  document.addEventListener('visibilitychange', update);
  return () => document.removeEventListener('visibilitychange', update);
}

let closeFullDays: CloseFullDays | undefined;
let closedBy: unknown;

/** @returns undefined while the room of days is not known, and in a shop without limits. */
export function useCloseFullDays(): CloseFullDays | undefined {
  return useSyncExternalStore(subscribeToFullDays, () => closeFullDays, unknownOnServer);
}

/** The code for it is loaded only in a shop with limits. If it does not come, the server still checks each order. */
function subscribeToFullDays(update: () => void): () => void {
  return subscribeToRoom((room) => {
    import('./close-full-days.ts').then(
      ({ closeFullDaysBy }) => {
        if (closedBy !== room) closeFullDays = closeFullDaysBy(room);
        closedBy = room;
        update();
      },
      () => {},
    );
  });
}

function unknownOnServer() {
  return undefined;
}
