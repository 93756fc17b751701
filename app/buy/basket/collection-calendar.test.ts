import { afterEach, describe, expect, it, vi } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { dateOf, dayOf } from './collection-calendar.tsx';

afterEach(() => vi.unstubAllEnvs());

// Ahead of London, behind it, and where the clocks change at midnight.
describe.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/London', 'Asia/Beirut'])(
  'in %s',
  (zone) => {
    it('keeps every day of a year through a Date and back', () => {
      vi.stubEnv('TZ', zone);
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      let day = Day.parse('2028-01-01');
      while (day < '2029-01-01') {
        expect(dayOf(dateOf(day))).toBe(day);
        day = addDays(day, 1);
      }
    });

    it('reads the local parts, whatever the hour', () => {
      vi.stubEnv('TZ', zone);
      expect(dayOf(new Date(2026, 11, 5, 0, 0))).toBe('2026-12-05');
      expect(dayOf(new Date(2026, 11, 5, 23, 59))).toBe('2026-12-05');
    });
  },
);
