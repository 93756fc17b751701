import fc from 'fast-check';
import { Day } from '#domain/calendar/day.ts';

const CLOCKS_CHANGE = ['2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'];
const ENDS = ['2028-02-29', '2028-12-31', '2029-01-01'];

/** For properties: any day, and often one on which the clocks change, a leap day or the end of a year. */
export const anyDay = fc.oneof(
  fc
    .date({ min: new Date('2024-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    .map((date) => Day.parse(date.toISOString().slice(0, 10))),
  fc.constantFrom(...CLOCKS_CHANGE, ...ENDS).map((text) => Day.parse(text)),
);
