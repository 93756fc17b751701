import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Day } from './day.ts';
import {
  addDays,
  asDay,
  dayInWords,
  displayDay,
  InvalidDateFormat,
  londonDay,
  weekday,
} from './days.ts';

const day = (text: string) => Day.parse(text);
const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => day(date.toISOString().slice(0, 10)));

describe('the day it is in London', () => {
  test.each([
    ['a winter evening', '2026-12-05T23:59:59.999Z', '2026-12-05'],
    ['New Year', '2027-01-01T00:00:00.000Z', '2027-01-01'],
    ['a summer night, an hour ahead', '2026-06-30T23:00:00.000Z', '2026-07-01'],
    ['just before clocks go forward', '2026-03-29T00:59:59.000Z', '2026-03-29'],
    ['just after clocks went forward', '2026-03-29T23:00:00.000Z', '2026-03-30'],
    ['the hour that comes twice', '2026-10-25T00:30:00.000Z', '2026-10-25'],
    ['after clocks went back', '2026-10-25T23:30:00.000Z', '2026-10-25'],
    ['29 February', '2028-02-29T12:00:00.000Z', '2028-02-29'],
  ])('%s', (_, instant, expected) => {
    expect(londonDay(instant)).toBe(expected);
  });
});

describe('days', () => {
  test('far away are named with their year, so that they are not taken for nearer ones', () => {
    const today = day('2026-11-26');
    const short = (text: string) => dayInWords(day(text), 'short', today);
    expect(['2026-11-28', '2027-01-02', '2026-05-02'].map(short)).toEqual([
      'Sat 28 Nov',
      'Sat 2 Jan',
      'Sat 2 May',
    ]);
    expect(['2027-11-27', '2028-01-01', '2025-11-29'].map(short)).toEqual([
      'Sat 27 Nov 2027',
      'Sat 1 Jan 2028',
      'Sat 29 Nov 2025',
    ]);
  });

  test.each([
    ['2026-12-30', 3, '2027-01-02'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
  ])('%s and %i days is %s', (from, days, expected) => {
    expect(addDays(day(from), days)).toBe(expected);
  });

  test('adding and subtracting days returns to the same day, and later days sort later', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 2000 }), (from, days) => {
        const later = addDays(from, days);
        expect(addDays(later, -days)).toBe(from);
        expect(later > from).toBe(true);
      }),
    );
  });

  test('seven days later is the same weekday, one day later the next', () => {
    fc.assert(
      fc.property(anyDay, (from) => {
        expect(weekday(addDays(from, 7))).toBe(weekday(from));
        expect(weekday(addDays(from, 1))).toBe((weekday(from) % 7) + 1);
      }),
    );
  });

  test('Monday is 1 and Sunday 7', () => {
    expect(weekday(day('2026-11-23'))).toBe(1);
    expect(weekday(day('2026-11-22'))).toBe(7);
  });

  test('in words', () => {
    expect(dayInWords(day('2026-12-05'))).toBe('Saturday 5 December 2026');
    expect(dayInWords(day('2026-12-05'), 'short')).toBe('Sat 5 Dec');
    expect(dayInWords(day('2026-09-01'), 'short')).toBe('Tue 1 Sep');
  });

  test('the words are those of Intl', () => {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
    fc.assert(
      fc.property(anyDay, (any) => {
        expect(dayInWords(any)).toBe(format.format(new Date(any)).replace(',', ''));
      }),
    );
  });
});

describe('asDay', () => {
  test('accepts exactly what the schema Day accepts', () => {
    const part = (max: number) =>
      fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
    const dayLike = fc
      .tuple(fc.integer({ min: 0, max: 9999 }), part(14), part(33))
      .map(([year, month, date]) => `${String(year).padStart(4, '0')}-${month}-${date}`);
    fc.assert(
      fc.property(fc.oneof(dayLike, fc.string()), (text) => {
        const take = () => asDay(text);
        if (Day.safeParse(text).success) expect(take()).toBe(text);
        else expect(take).toThrow(InvalidDateFormat);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('displayDay', () => {
  test('shows dd.mm.yyyy', () => {
    expect(displayDay('2026-12-05')).toBe('05.12.2026');
  });

  test.each(['', 'tomorrow', '05.12.2026', '2026-13-01', '2027-02-29', '2026-12-05T00:00:00Z'])(
    'throws the invalid date format error for %j',
    (text) => {
      expect(() => displayDay(text)).toThrow(InvalidDateFormat);
      expect(() => displayDay(text)).toThrow(`Invalid date format: ${text}`);
    },
  );
});
