import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { words } from '#cafe/words.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays, WEEKDAYS, weekday } from '#domain/calendar/days.ts';
import { timesOn } from '#domain/calendar/times.ts';
import { hoursForDays } from '#domain/orders/collection-event.ts';
import { ownDay } from '#test/own-day.ts';
import {
  hoursInWords,
  hoursOn,
  isSameHours,
  type OpeningHours,
  specialDays,
  specialDaysInWords,
  usualHours,
} from './hours.ts';

const { week } = words.hours;
const day = (text: string) => Day.parse(text);
const USUAL = { opens: '08:00', closes: '18:00' };
const SHORT = { opens: '09:30', closes: '13:00' };
const [FRIDAY, THURSDAY, SATURDAY, SUNDAY, CHRISTMAS] = [
  day('2026-12-18'),
  day('2026-12-24'),
  day('2026-12-19'),
  day('2026-12-20'),
  day('2026-12-25'),
];
const opening: OpeningHours = {
  week,
  rules: {
    closedPeriods: [{ from: '12-25', to: '01-02' }],
    days: {
      [SUNDAY]: { is: 'open', hours: SHORT },
      [THURSDAY]: { is: 'open', hours: SHORT },
      [FRIDAY]: { is: 'closed' },
    },
  },
};

describe('the hours of a day', () => {
  test('are its own, none in a closed period, or its weekday’s', () => {
    const hours = (text: Day) => hoursOn(text, opening);
    expect(hours(SATURDAY)).toMatchObject(USUAL);
    expect(hours(addDays(SUNDAY, 7))).toBeUndefined();
    expect([SUNDAY, THURSDAY].map(hours)).toEqual([SHORT, SHORT]);
    expect([CHRISTMAS, FRIDAY].map(hours)).toEqual([undefined, undefined]);
  });

  test('of a day that is open in spite of a closed period are its weekday’s', () => {
    const rules: OpeningHours['rules'] = {
      ...opening.rules,
      days: { [CHRISTMAS]: { is: 'open' } },
    };
    expect(hoursOn(CHRISTMAS, { week, rules })).toMatchObject(USUAL);
  });

  test('leave the collection times within them', () => {
    const times = ['09:00-10:00', '10:00-12:00', '12:00-14:00'].map((time) => ({
      ...{ time, most: null },
      weekdays: WEEKDAYS,
    }));
    const on = (each: Day) => timesOn(each, { ...opening.rules, times }).map(({ time }) => time);
    expect(on(SATURDAY)).toHaveLength(3);
    expect(on(SUNDAY)).toEqual(['10:00-12:00']);
    expect(on(FRIDAY)).toEqual([]);
  });

  test('are said to who collects', () => {
    expect(hoursForDays(opening, [SATURDAY, SUNDAY, THURSDAY])).toEqual([
      'On Saturday 19 December 2026 we are open 8am to 6pm.',
      'On Sunday 20 December 2026 and Thursday 24 December 2026 we are open 9.30am to 1pm.',
    ]);
    // An order that was moved there all the same.
    expect(hoursForDays(opening, [CHRISTMAS])).toEqual([
      'On Friday 25 December 2026 we open for you: ring us for the time.',
    ]);
  });
});

describe('the days that differ from their weekday', () => {
  test('are named, closed ones across a closed weekday', () => {
    const found = specialDays({ first: day('2026-12-15'), last: day('2027-01-10') }, opening);
    expect(found.map(specialDaysInWords)).toEqual([
      'Fri 18 Dec, closed',
      'Sun 20 Dec, 9.30am to 1pm',
      'Thu 24 Dec, 9.30am to 1pm',
      'Fri 25 Dec to Sat 2 Jan, closed',
    ]);
  });

  // Over leap days, new years and clock changes.
  const date = fc
    .date({ min: new Date('2023-12-01'), max: new Date('2029-03-01'), noInvalidDate: true })
    .map((at) => day(at.toISOString().slice(0, 10)));

  test('are all of them, and no others', () => {
    const own = fc.option(fc.constantFrom(USUAL, SHORT), { nil: null });
    const offsets = fc.dictionary(fc.integer({ min: 0, max: 40 }).map(String), own, { maxKeys: 9 });
    const period = fc.constantFrom(
      { from: '12-25', to: '01-02' },
      { from: '02-28', to: '03-01' },
      { from: '03-28', to: '04-02' },
      { from: '02-29', to: '02-29' },
    );
    fc.assert(
      fc.property(date, offsets, period, (first, values, closed) => {
        const dayHours = new Map(
          Object.entries(values).map(([offset, hours]) => [addDays(first, Number(offset)), hours]),
        );
        const days = Object.assign({}, ...[...dayHours].map((own) => ownDay(...own)));
        const rules = { closedPeriods: [closed], days };
        const last = addDays(first, 40);
        const runs = specialDays({ first, last }, { week, rules });
        for (let each = first; each <= last; each = addDays(each, 1)) {
          const hours = hoursOn(each, { week, rules });
          const usual = usualHours(each, week);
          const run = runs.filter((found) => found.first <= each && each <= found.last);
          if (isSameHours(hours, usual)) {
            // A closed weekday among closed days.
            if (run.length > 0) expect([hours, run[0]?.hours]).toEqual([undefined, undefined]);
          } else {
            expect(run).toHaveLength(1);
            expect(isSameHours(run[0]?.hours, hours)).toBe(true);
          }
          if (dayHours.get(each)) expect(hours).toEqual(dayHours.get(each));
          else if (hours) expect(hours).toMatchObject({ weekday: weekday(each), ...USUAL });
        }
      }),
    );
  });
});

test.each([
  ['00:00', '00:30', '12am to 12.30am'],
  ['12:00', '23:59', '12pm to 11.59pm'],
])('%s to %s is %s', (opens, closes, text) => {
  expect(hoursInWords({ opens, closes })).toBe(text);
});
