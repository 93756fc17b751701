import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { londonTime } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import { kindsFor, NotificationChoices, quietMinutes } from './notifications.ts';

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const instant = fc
  .date({
    min: new Date('2026-01-01'),
    max: new Date('2030-01-01'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());

const A_DAY = 24 * 60;

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return 60 * hours + minutes;
}

test('at the end of the quiet hours it is the chosen time, or an hour beside it if the clocks change', () => {
  fc.assert(
    fc.property(instant, time, time, (now, from, until) => {
      fc.pre(from !== until);
      const minutes = quietMinutes(now, { from, until });
      const isQuiet =
        from < until
          ? londonTime(now) >= from && londonTime(now) < until
          : londonTime(now) >= from || londonTime(now) < until;
      expect(minutes > 0).toBe(isQuiet);
      fc.pre(isQuiet);
      // By the clock on the wall: in the night of a change the chosen time may not exist.
      const late = minutesOf(londonTime(plusSeconds(now, 60 * minutes))) - minutesOf(until);
      expect([0, 60, A_DAY - 60]).toContain((late + A_DAY) % A_DAY);
    }),
    { examples: [['2027-03-27T23:30:00.000Z', '22:00', '01:30']] },
  );
});

test('without quiet hours it is never quiet, and a day of nothing else is refused', () => {
  expect(quietMinutes('2026-11-26T03:00:00.000Z', null)).toBe(0);
  const choices = { unwanted: [], quiet: { from: '22:00', until: '22:00' } };
  expect(NotificationChoices.safeParse(choices).success).toBe(false);
});

test('each role can choose what it may see', () => {
  expect(kindsFor('kitchen')).toEqual(['orders', 'changes']);
  expect(kindsFor('counter')).toEqual(['orders', 'changes', 'requests']);
  expect(kindsFor('owner')).toEqual(['orders', 'changes', 'requests', 'incidents']);
});
