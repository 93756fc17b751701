import { expect, test } from 'vitest';
import { londonDay } from '#domain/calendar/days.ts';
import { sampleCake } from '#test/samples.ts';
import { cakesInSeason } from './seasons.ts';

const winter = sampleCake('winter', { season: { from: '11-01', to: '02-14' } });
const summer = sampleCake('summer', { season: { from: '06-01', to: '08-31' } });

// The first collection day is three days later.
test.each([
  ['2026-10-28T12:00:00Z', []],
  ['2026-10-29T12:00:00Z', [winter]],
  ['2026-12-31T12:00:00Z', [winter]],
  ['2027-02-11T12:00:00Z', [winter]],
  ['2027-02-12T12:00:00Z', []],
  ['2027-05-29T12:00:00Z', [summer]],
  // In London it is 1 September, three days later.
  ['2027-08-28T23:30:00Z', []],
])('at %s', (now, cakes) => {
  const all = [winter, sampleCake('plain'), summer];
  expect(cakesInSeason(all, londonDay(now), 3)).toEqual(cakes);
});
