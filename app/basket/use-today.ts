import { useSyncExternalStore } from 'react';
import type { Day } from '#domain/calendar/day.ts';
import { londonDay } from '#domain/calendar/days.ts';

/** The day it is at the cafe; nothing while the page is rendered on the server. */
export function useToday(): Day | undefined {
  return useSyncExternalStore(subscribe, today, () => undefined);
}

function today(): Day {
  return londonDay(new Date().toISOString());
}

/** A tab left open overnight looks again when it is come back to. */
function subscribe(look: () => void): () => void {
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}
