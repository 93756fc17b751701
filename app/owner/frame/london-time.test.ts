import { expect, test } from 'vitest';
import { isDay } from '#domain/calendar/days.ts';
import { timeOrInstant } from './london-time.ts';

test.each([
  ['2026-11-27', '18:02'],
  ['2026-11-28', 'Fri 27 Nov, 18:02'],
])('formats a time of Friday on %s as %s', (today, words) => {
  if (!isDay(today)) throw new Error('No day.');
  expect(timeOrInstant('2026-11-27T18:02:00.000Z', today)).toBe(words);
});
