import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { BasketItem } from '#domain/basket/basket.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import { CalendarRules, type DayRules } from '#domain/calendar/rules.ts';
import { freshStorage } from '#test/fake-shop.ts';
import { sampleCake } from '#test/samples.ts';
import { type CloseFullDays, closeFullDaysBy } from './close-full-days.ts';
import { currentAttempt, recordAccepted } from './order-attempt.ts';

beforeEach(freshStorage);

const TODAY = Day.parse('2026-12-01');
const DAY = Day.parse('2026-12-12');
const rules = CalendarRules.parse({
  leadDays: 3,
  closedWeekdays: [7],
  closedPeriods: [],
  days: {},
});
const round = (inches: string) => ({
  id: `red-velvet-${inches}`,
  size: inches,
  slices: null,
  price: 4800,
  api: 'price',
});
const cake = sampleCake('red-velvet', { sizes: ['6', '8', '10'].map(round) });
const candles = sampleCake('candles', { kind: 'personal-touch', category: [] });

function inBasket(inches: string, of = cake): BasketItem {
  const { id, title, img, category, allergens } = of;
  const shown = { id, title, img, category, allergens };
  return { id: 1, cake: shown, size: round(inches), messageOnCake: '', selectedDay: DAY, price: 0 };
}

function reason(
  closeFullDays: CloseFullDays,
  inches: string,
  others: BasketItem[] = [],
  of = cake,
) {
  const wanted = {
    items: [{ cake: of, size: round(inches) }],
    sizes: of.sizes,
    basket: others,
    isCounted: () => false,
  };
  const withFullDays = closeFullDays(rules, wanted);
  const closed = whyClosed(DAY, TODAY, withFullDays);
  return closed && reasonText(closed, DAY, TODAY, withFullDays);
}

test('a day is closed or open by the size, and for what the basket has for it', () => {
  const closeFullDays = closeFullDaysBy({ left: { [DAY]: 2 }, points: {} });
  expect(reason(closeFullDays, '10')).toBe('Fully booked for a 10-inch. An 8-inch still fits');
  expect(reason(closeFullDays, '8')).toBeUndefined();
  expect(reason(closeFullDays, '8', [inBasket('6')])).toBe(
    'Fully booked for all that you would collect that day',
  );
  expect(reason(closeFullDays, '8', [inBasket('6', candles)])).toBeUndefined();
  expect(reason(closeFullDays, '6', [], candles)).toBeUndefined();
});

test('what this browser holds while it pays is no reason against it', () => {
  const closeFullDays = closeFullDaysBy({ left: { [DAY]: 0 }, points: {} });
  const held = inBasket('10');
  const wanted = { items: [held], basket: [held], isCounted: () => true };
  expect(closeFullDays(rules, wanted)).not.toBe(rules);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  recordAccepted(currentAttempt().orderId, [held]);
  expect(closeFullDays(rules, wanted)).toBe(rules);
  // The server has given the day to others.
  vi.advanceTimersByTime(66 * 60_000);
  expect(closeFullDays(rules, wanted)).not.toBe(rules);
});

test('what this browser holds stays open to it when the basket has something else', () => {
  const closeFullDays = closeFullDaysBy({ left: { [DAY]: 0 }, points: {} });
  const monday = { ...inBasket('8'), selectedDay: Day.parse('2026-12-14') };
  recordAccepted(currentAttempt().orderId, [inBasket('8')]);
  expect(reason(closeFullDays, '8')).toBeUndefined();
  expect(reason(closeFullDays, '8', [monday])).toBeUndefined();
  expect(reason(closeFullDays, '10')).toBe('Fully booked for a 10-inch. An 8-inch still fits');
  // An item that was moved to the day brings no room with it.
  recordAccepted(currentAttempt().orderId, [monday]);
  expect(reason(closeFullDays, '8', [inBasket('8')])).toBe('Fully booked');
});

test('points of the owner’s own count instead of the usual', () => {
  const closeFullDays = closeFullDaysBy({ left: { [DAY]: 3 }, points: { 'red-velvet-6': 4 } });
  expect(reason(closeFullDays, '6')).toBe('Fully booked for a 6-inch. A 10-inch still fits');
});

test('points of an option count with those of its size', () => {
  const closeFullDays = closeFullDaysBy({
    left: { [DAY]: 2 },
    points: { 'red-velvet.topper.digit': 1 },
  });
  const option = { groupId: 'topper', choiceId: 'digit', group: 'Topper', name: 'digit' };
  const options = [{ ...option, price: 0, api: null }];
  const isFull = (inches: string) => {
    const items = [{ cake, size: round(inches), options }];
    return closeFullDays(rules, { items, basket: [], isCounted: () => false }) !== rules;
  };
  expect(isFull('6')).toBe(false);
  expect(isFull('8')).toBe(true);
});

test('an extra opening can be full too', () => {
  const closeFullDays = closeFullDaysBy({ left: { [DAY]: 0 }, points: {} });
  const extra: DayRules = { ...rules, days: { [DAY]: { is: 'open' } } };
  const items = [{ cake, size: round('6') }];
  const withFullDays = closeFullDays(extra, { items, basket: [], isCounted: () => false });
  expect(whyClosed(DAY, TODAY, withFullDays)).toBe('forbidden-day');
});

test.each([undefined, null, 'nonsense', { left: { tomorrow: 0, [DAY]: 'none' }, points: [] }])(
  '%j closes nothing',
  (sent) => {
    expect(reason(closeFullDaysBy(sent), '10')).toBeUndefined();
  },
);
