import { useSyncExternalStore } from 'react';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';

/** Today in London; undefined on the server. */
export function useToday(): Day | undefined {
  return useSyncExternalStore(subscribe, today, () => undefined);
}

function today(): Day {
  return londonDay(new Date().toISOString());
}

/** Updates a tab that was left open overnight when it becomes visible. */
function subscribe(update: () => void): () => void {
  document.addEventListener('visibilitychange', update);
  return () => document.removeEventListener('visibilitychange', update);
}
