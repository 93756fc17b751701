import fc from 'fast-check';
import { expect, test } from 'vitest';
import { londonDay, londonTime } from '#domain/calendar/days.ts';
import { icsFile } from '#domain/calendar/ics.ts';
import type { Instant } from '#domain/clock.ts';
import { hoursInWords, hoursOn } from '#domain/words/hours.ts';
import { anyDay } from '#test/any-day.ts';
import { ownDay } from '#test/own-day.ts';
import { NOON, sampleItem, sampleOrder } from '#test/samples.ts';
import { collectionEvents } from './collection-event.ts';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const clock = (minutes: number) => new Date(minutes * MINUTE).toISOString().slice(11, 16);

/** The clocks change at night, when nobody collects. */
const hours = fc
  .tuple(
    fc.integer({ min: 3 * 60, max: DAY_MINUTES - 2 }),
    fc.integer({ min: 1, max: DAY_MINUTES }),
  )
  .map(([from, length]) => ({
    opens: clock(from),
    closes: clock(Math.min(from + length, DAY_MINUTES - 1)),
  }));
const week = fc
  .array(fc.option(hours, { nil: undefined }), { minLength: 7, maxLength: 7 })
  .map((days) => days.flatMap((open, index) => (open ? { weekday: index + 1, ...open } : [])));
const own = fc.option(fc.option(hours, { nil: null }), { nil: undefined });
const period = fc.constantFrom(
  { from: '12-25', to: '01-01' },
  { from: '03-28', to: '03-28' },
  { from: '02-29', to: '02-29' },
);
const chosen = fc.option(
  hours.map(({ opens, closes }) => `${opens}-${closes}`),
  { nil: undefined },
);

test('an entry in a calendar is at the London time of its day: the chosen one, or the first hour that is open', () => {
  fc.assert(
    fc.property(anyDay, week, own, period, chosen, (on, usual, ofDay, closed, time) => {
      const openingHours = {
        week: usual,
        rules: { closedPeriods: [closed], days: ownDay(on, ofDay) },
      };
      const order = sampleOrder({ items: [sampleItem({ day: on, ...(time && { time }) })] });
      const cafe = { name: 'Cafe', address: ['1 Row'], phone: '020', whatToBring: '' };
      const events = collectionEvents(order, on, { ...cafe, openingHours }, 'https://cafe.example');
      expect(events).toHaveLength(1);
      const file = icsFile(events, NOON).replaceAll('\r\n ', '');
      const lines = file.split('\r\n');
      const open = hoursOn(on, openingHours);
      const [starts = open?.opens, ends = open?.closes] = time?.split('-') ?? [];
      if (!starts || !ends) {
        expect(lines).toContain(`DTSTART;VALUE=DATE:${on.replaceAll('-', '')}`);
        return;
      }
      const [from, to] = [instantIn(lines, 'DTSTART'), instantIn(lines, 'DTEND')];
      expect([londonDay(from), londonTime(from), londonDay(to)]).toEqual([on, starts, on]);
      const isHour = Date.parse(to) - Date.parse(from) === 60 * MINUTE;
      if (time || !isHour) expect(londonTime(to)).toBe(ends);
      else expect(londonTime(to) <= ends).toBe(true);
      if (open) expect(file).toContain(`Open ${hoursInWords(open)}.`);
    }),
  );
});

/** `DTSTART:20270328T070000Z` */
function instantIn(lines: string[], name: string): Instant {
  const text = lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const [, date, month, dayOf, hour, minute] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)00Z$/.exec(text) ?? [];
  return `${date}-${month}-${dayOf}T${hour}:${minute}:00.000Z`;
}
