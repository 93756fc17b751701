import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bankHolidays } from './bank-holidays.ts';
import { Day } from './day.ts';
import { addDays, weekday } from './days.ts';

const inYear = (year: number) =>
  bankHolidays({ first: Day.parse(`${year}-01-01`), last: Day.parse(`${year}-12-31`) });

// As https://www.gov.uk/bank-holidays lists them, with the dates at weekends.
test.each([
  [2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-25 12-26 12-27 12-28'],
  [2024, '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26'],
  [2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-26 12-28'],
  [2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-25 12-26 12-27 12-28'],
  [2028, '01-01 01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26'],
])('the bank holidays of %i', (year, days) => {
  expect(inYear(year).map(({ day }) => day.slice(5))).toEqual(days.split(' '));
});

test('a Christmas on Sunday moves behind Boxing Day', () => {
  const christmas = inYear(2022).slice(-3);
  expect(christmas.map(({ day, name }) => `${day} ${name}`)).toEqual([
    '2022-12-25 Christmas Day',
    '2022-12-26 Boxing Day',
    '2022-12-27 Christmas Day (substitute day)',
  ]);
});

test('in every year eight are on working days, each once, and Easter is a Sunday from 22 March to 25 April', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1971, max: 2399 }), (year) => {
      const holidays = inYear(year);
      const working = holidays.filter(({ day }) => weekday(day) <= 5);
      expect(new Set(working.map(({ day }) => day)).size).toBe(8);
      expect(working).toHaveLength(8);
      const friday = holidays.find(({ name }) => name === 'Good Friday')?.day;
      const easter = addDays(friday ?? Day.parse('2026-01-01'), 2);
      expect(weekday(easter)).toBe(7);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
    }),
  );
});

test('are those of the days asked for, over a new year', () => {
  const names = bankHolidays({ first: Day.parse('2026-12-26'), last: Day.parse('2027-01-01') });
  expect(names.map(({ day }) => day)).toEqual(['2026-12-26', '2026-12-28', '2027-01-01']);
});
