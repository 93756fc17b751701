import { describe, expect, test } from 'vitest';
import { Day } from './day.ts';
import { addDays, dayInWords, displayDay } from './days.ts';
import { readTypedDay } from './typed-day.ts';

const TODAY = Day.parse('2026-11-26');

describe('a day is read', () => {
  test.each([
    ['28 nov', '2026-11-28'],
    ['28 November', '2026-11-28'],
    ['28th of Nov.', '2026-11-28'],
    ['Nov 28', '2026-11-28'],
    ['28nov', '2026-11-28'],
    ['28/11', '2026-11-28'],
    ['28.11.26', '2026-11-28'],
    ['２８/１１', '2026-11-28'],
    ['28-11-2025', '2025-11-28'],
    ['28 Nov 2027', '2027-11-28'],
    [' Sat,  28 Nov ', '2026-11-28'],
    ['Saturday 28 November 2026', '2026-11-28'],
    ['Weds 28 Nov', '2026-11-28'],
    ['sept 1', '2026-09-01'],
    ['2026-11-28', '2026-11-28'],
    ['Today', '2026-11-26'],
    ['tomorrow', '2026-11-27'],
    ['yesterday', '2026-11-25'],
    ['2 Jan', '2027-01-02'],
    ['29 feb', '2028-02-29'],
    ['28th', '2026-11-28'],
    ['the 3rd', '2026-12-03'],
    ['Saturday', '2026-11-28'],
    ['thursday', '2026-11-26'],
  ])('from %j', (typed, day) => expect(readTypedDay(typed, TODAY)).toBe(day));

  test('as the nearest one, in whichever year it is', () => {
    const newYear = Day.parse('2027-01-02');
    expect(readTypedDay('28 dec', newYear)).toBe('2026-12-28');
    expect(readTypedDay('28 jun', newYear)).toBe('2027-06-28');
  });

  test('as each screen and e-mail writes it', () => {
    for (let days = -180; days <= 180; days += 1) {
      const day = addDays(TODAY, days);
      for (const words of [day, dayInWords(day), dayInWords(day, 'short'), displayDay(day)]) {
        expect(readTypedDay(words, TODAY)).toBe(day);
      }
    }
  });
});

test.each([
  '',
  '28',
  'nov',
  'sat',
  'Ada',
  '30 feb',
  '31/4',
  '13/13',
  '0/5',
  '28 no',
  'may flower',
  '8 in',
  '020 7946',
  '4KX7WP',
  '28 nov x',
  '32nd',
  '12 marble',
])('%j is no day', (typed) => expect(readTypedDay(typed, TODAY)).toBeUndefined());
