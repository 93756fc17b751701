import type { Day } from '#domain/calendar/day.ts';
import { asDay } from '#domain/calendar/days.ts';

// The calendar component thinks in the browser's own midnights. Only local parts cross this edge,
// never a moment: in Auckland and in Los Angeles the 5th is the 5th.

export function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

export function dayOf(date: Date): Day {
  const year = String(date.getFullYear()).padStart(4, '0');
  const month = String(date.getMonth() + 1).padStart(2, '0');
  const day = String(date.getDate()).padStart(2, '0');
  return asDay(`${year}-${month}-${day}`);
}
