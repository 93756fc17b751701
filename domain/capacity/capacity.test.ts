import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { sampleCake, sampleOptions } from '#test/samples.ts';
import { capacityOf, fullText, heldDaysText, roomForVisitors } from './capacity.ts';

const SATURDAY = Day.parse('2026-12-12');
const SUNDAY = Day.parse('2026-12-13');

describe('the capacity of a day', () => {
  test('is its own, or its weekday’s', () => {
    const week = [20, 20, 20, 20, 20, 30, null];
    expect(capacityOf(SATURDAY, week)).toBe(30);
    expect(capacityOf(SATURDAY, week, 0)).toBe(0);
    expect(capacityOf(SUNDAY, week)).toBeUndefined();
    expect(capacityOf(SUNDAY, week, 5)).toBe(5);
    expect(capacityOf(SATURDAY, undefined, 5)).toBeUndefined();
  });

  test('tells visitors no more than what decides about a single cake', () => {
    const anyUnits = fc.integer({ min: 0, max: 60 });
    const few = fc.integer({ min: 0, max: 9 });
    const cake = sampleCake('a', { options: sampleOptions() });
    fc.assert(
      fc.property(anyUnits, anyUnits, few, few, (capacity, units, own, praline) => {
        const rules = { capacity: Array(7).fill(capacity) };
        const loads = new Map([[SATURDAY, { units, times: new Map(), offers: 0, own: null }]]);
        const all = new Map([
          ['a-8', own],
          ['a.topping.praline', praline],
        ]);
        const { left } = roomForVisitors([SATURDAY], rules, loads, all, [cake]);
        const largest = Math.max(5, own) + praline;
        const room = Math.max(0, capacity - units);
        expect(left).toEqual(room < largest ? { [SATURDAY]: room } : {});
      }),
    );
  });
});

test.each([
  ['10', 2, 'Fully booked for a 10-inch. An 8-inch still fits'],
  ['10', 1, 'Fully booked for a 10-inch. A 6-inch still fits'],
  ['8', 1, 'Fully booked for an 8-inch. A 6-inch still fits'],
  ['10', 0, 'Fully booked'],
  ['6', 1, 'Fully booked for all that you would collect that day'],
] as const)('%s inches with %i points left: %s', (inches, left, text) => {
  const sizes = [
    { size: '6', units: 1 },
    { size: '8', units: 2 },
    { size: '10', units: 3 },
  ];
  const wanted = sizes.find(({ size }) => size === inches) ?? { size: inches, units: 0 };
  expect(fullText(wanted, sizes, left)).toBe(text);
});

test('a box that is too much names no size', () => {
  const box = { size: 'Box of 6', units: 4 };
  expect(fullText(box, [box], 3)).toBe('Fully booked for a box of 6');
});

test('a held day is named with the time in London', () => {
  expect(heldDaysText([SATURDAY], '2026-12-01T15:40:00.000Z')).toBe(
    'Saturday 12 December is held for you until 15:40.',
  );
  expect(heldDaysText([SATURDAY, SUNDAY], '2026-07-01T15:40:00.000Z')).toBe(
    'Saturday 12 December and Sunday 13 December are held for you until 16:40.',
  );
});
