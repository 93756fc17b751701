import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendar as rules } from '#cafe/catalogue.ts';
import { checkItems } from '#domain/orders/check-items.ts';
import { sampleCake } from '#test/samples.ts';
import { cakesInSeason, isNoticeTooLong, rulesFor, rulesForAll } from './cake-rules.ts';
import { nextOpenDays, whyClosed } from './collection-days.ts';
import { Day } from './day.ts';
import { addDays, londonDay } from './days.ts';
import { generalRulesText, reasonText } from './reason-text.ts';

const today = Day.parse('2026-11-23');
const anyDay = fc.integer({ min: -30, max: 400 }).map((days) => addDays(today, days));
const ownDays = fc.record(
  { leadDays: fc.integer({ min: 0, max: 60 }), unavailableUntil: anyDay },
  { requiredKeys: [] },
);

test('a cake without rules of its own has the shop’s', () => {
  expect(rulesFor({}, rules, today)).toBe(rules);
  expect(rulesFor({ leadDays: rules.leadDays }, rules, today)).toBe(rules);
});

test.each([
  [90, {}, false],
  [91, {}, true],
  // Three months have fewer baking days.
  [90, { noticeInBakingDays: true }, true],
  [undefined, { daysAhead: 2 }, true],
] as const)(
  'nobody can order a cake with %j days of notice: %j, %j',
  (leadDays, more, isTooLong) => {
    const own = { ...rules, daysAhead: 90, ...more };
    expect(isNoticeTooLong(leadDays === undefined ? {} : { leadDays }, own, today)).toBe(isTooLong);
  },
);

test.each([
  [{ leadDays: 5 }, '2026-11-28', 'We need 5 days’ notice for this cake'],
  [{ leadDays: 1 }, '2026-11-24', 'We need 1 day’s notice for this cake'],
  [
    { unavailableUntil: Day.parse('2026-12-05') },
    '2026-12-05',
    'This cake can be collected from Sat 5 Dec',
  ],
  [
    // A Sunday.
    { unavailableUntil: Day.parse('2026-12-06') },
    '2026-12-07',
    'This cake can be collected from Mon 7 Dec',
  ],
  [
    { leadDays: 20, unavailableUntil: Day.parse('2026-12-05') },
    '2026-12-14',
    'We need 20 days’ notice for this cake',
  ],
])('%j: the first day is %s', (own, first, notice) => {
  const cakeRules = rulesFor(own, rules, today);
  expect(nextOpenDays(1, today, cakeRules)).toEqual([first]);
  const before = addDays(Day.parse(first), -1);
  if (before >= today) expect(reasonText('too-soon', before, today, cakeRules)).toBe(notice);
  expect(generalRulesText(today, cakeRules)).toContain(notice);
});

test('a day is open for a cake if the shop is open and the cake’s own rules allow it', () => {
  fc.assert(
    fc.property(ownDays, anyDay, (own, day) => {
      const isLate = day >= addDays(today, own.leadDays ?? rules.leadDays);
      const isBack = own.unavailableUntil === undefined || day >= own.unavailableUntil;
      const shopOpen = whyClosed(day, today, { ...rules, leadDays: 0 }) === undefined;
      const open = whyClosed(day, today, rulesFor(own, rules, today)) === undefined;
      expect(open).toBe(shopOpen && isLate && isBack);
    }),
  );
});

test('a day suits several cakes if it suits each of them', () => {
  fc.assert(
    fc.property(fc.array(ownDays, { maxLength: 4 }), anyDay, (cakes, day) => {
      const isOpen = (own: Parameters<typeof rulesFor>[0]) =>
        whyClosed(day, today, rulesFor(own, rules, today)) === undefined;
      const expected = cakes.length === 0 ? isOpen({}) : cakes.every(isOpen);
      expect(whyClosed(day, today, rulesForAll(cakes, rules, today)) === undefined).toBe(expected);
    }),
  );
});

test('an order is judged by the rules of each of its cakes', () => {
  const sizes = [{ id: 's', size: '8', slices: null, price: 4800, api: 'price' }];
  const cakes = [sampleCake('plain', { sizes }), sampleCake('slow', { sizes, leadDays: 10 })];
  const items = cakes.map(({ id, allergens }) => ({
    cakeId: id,
    sizeId: 's',
    api: 'price',
    message: '',
    day: Day.parse('2026-11-27'),
    allergens,
  }));
  const now = { cakes, today, rules, units: new Map(), vatRates: new Map(), symbols: '' };
  expect(checkItems(items, now)).toMatchObject({
    differences: [
      {
        kind: 'day',
        item: 1,
        reason: 'too-soon',
        notice: 'We need 10 days’ notice for this cake',
        offered: nextOpenDays(5, today, { ...rules, leadDays: 10 }),
      },
    ],
  });
});

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
])('the cakes in season at %s', (now, cakes) => {
  const all = [winter, sampleCake('plain'), summer];
  expect(cakesInSeason(all, londonDay(now), rules)).toEqual(cakes);
});
