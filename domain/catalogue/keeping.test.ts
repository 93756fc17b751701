import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysBetween } from '#domain/calendar/cake-rules.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { keepingLines, lastDay } from './keeping.ts';

const NEW_YEARS_EVE = Day.parse('2027-12-31');

test('only what the cafe has written is said, and the last day is a date once the day is known', () => {
  const cake = {
    keeping: { carry: 'Flat.', keep: 'In the fridge.', cut: 'Cold.', days: 2 },
    ingredients: 'Flour.',
  };
  const said = (day?: Day) => keepingLines(cake, day).map(({ word, text }) => `${word}: ${text}`);
  const before = ['Carry: Flat.', 'Keep: In the fridge.', 'Cut: Cold.'];
  expect(said()).toEqual([...before, 'Eat by: 2 days after you collect it', 'Ingredients: Flour.']);
  expect(said(NEW_YEARS_EVE)).toEqual([
    ...before,
    'Eat by: Sunday 2 January 2028',
    'Ingredients: Flour.',
  ]);
  expect(keepingLines({}, NEW_YEARS_EVE)).toEqual([]);
  expect(keepingLines({ keeping: { days: 0 } })).toEqual([
    { word: 'Eat by', text: 'the day you collect it' },
  ]);
});

test('the last day is as many days after the collection, over ends of months and leap days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_500 }), fc.nat({ max: 365 }), (ahead, days) => {
      const day = addDays(NEW_YEARS_EVE, ahead);
      const last = lastDay({ keeping: { days } }, day);
      expect(last && daysBetween(day, last)).toBe(days);
    }),
  );
  expect(lastDay({}, NEW_YEARS_EVE)).toBeUndefined();
});
