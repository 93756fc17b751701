import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ITEMS } from '#domain/basket/basket.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { anyDay } from '#test/any-day.ts';
import { ownDay } from '#test/own-day.ts';
import { sampleCake, sampleOptions } from '#test/samples.ts';
import {
  capacityOf,
  type DayLoads,
  fullText,
  hasRoom,
  heldDaysText,
  openTimes,
  ordersLeft,
  roomForVisitors,
} from './capacity.ts';

const SATURDAY = Day.parse('2026-12-12');
const SUNDAY = Day.parse('2026-12-13');

describe('the capacity of a day', () => {
  test('is its own, or its weekday’s', () => {
    const week = [20, 20, 20, 20, 20, 30, null];
    expect(capacityOf(SATURDAY, { capacity: week })).toBe(30);
    expect(capacityOf(SUNDAY, { capacity: week })).toBeUndefined();
    const capacities = { [SATURDAY]: 0, [SUNDAY]: 5 };
    expect(capacityOf(SATURDAY, { capacity: week, capacities })).toBe(0);
    expect(capacityOf(SUNDAY, { capacity: week, capacities })).toBe(5);
    expect(capacityOf(SATURDAY, { capacities })).toBeUndefined();
  });

  test('tells visitors no more than what decides about a single cake', () => {
    const anyUnits = fc.integer({ min: 0, max: 60 });
    const few = fc.integer({ min: 0, max: 9 });
    const cake = sampleCake('a', { options: sampleOptions() });
    fc.assert(
      fc.property(anyUnits, anyUnits, few, few, (capacity, units, own, praline) => {
        const rules = { capacity: Array(7).fill(capacity), days: {} };
        const loads = new Map([[SATURDAY, { units, times: new Map(), offers: 0 }]]);
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

describe('the collection times of a day', () => {
  const hour = (number: number) => `${String(number).padStart(2, '0')}:00`;
  /** From midnight to the last hour of the day. */
  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 2, maxLength: 2 });
  const most = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
  const windows = fc
    .tuple(fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 5 }), fc.array(most))
    .map(([ends, limits]) => {
      const sorted = ends.toSorted((one, other) => one - other);
      return sorted.slice(1).map((end, index) => ({
        time: `${hour(sorted[index] ?? 0)}-${hour(end)}`,
        most: limits[index] ?? null,
      }));
    });
  const week = fc
    .array(windows, { minLength: 7, maxLength: 7 })
    .map((days) =>
      days.flatMap((ofDay, index) => ofDay.map((each) => ({ ...each, weekdays: [index + 1] }))),
    );
  /** Undefined: those of the weekday; null: closed. */
  const own = fc.option(
    fc.option(
      hours.map((two) => {
        const [opens = 0, closes = 0] = two.toSorted((one, other) => one - other);
        return { opens: hour(opens), closes: hour(closes) };
      }),
      { nil: null },
    ),
    { nil: undefined },
  );
  const taken = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 });

  test('are sold as often as each has room, less those that the waiting list offers, and none outside the hours', () => {
    fc.assert(
      fc.property(anyDay, week, own, taken, fc.nat(3), (on, times, ofDay, counts, offers) => {
        const rules = { times, days: ownDay(on, ofDay) };
        const ofWeekday = times.filter(
          ({ weekdays: [day] }) => day === (new Date(on).getUTCDay() || 7),
        );
        const offered = ofWeekday.filter(({ time }) => {
          if (!ofDay) return ofDay === undefined;
          return ofDay.opens <= time.slice(0, 5) && time.slice(6) <= ofDay.closes;
        });
        const orders = new Map(ofWeekday.map(({ time }, index) => [time, counts[index] ?? 0]));
        const loads: DayLoads = new Map([[on, { units: 0, times: orders, offers }]]);
        const left = offered.reduce(
          (sum, each) =>
            sum +
            Math.max(0, (each.most ?? Number.POSITIVE_INFINITY) - (orders.get(each.time) ?? 0)),
          -offers,
        );
        expect(ordersLeft(offered, { times: orders, offers })).toBe(
          offered.length === 0 ? Number.POSITIVE_INFINITY : left,
        );
        let sold = 0;
        for (;;) {
          const open = openTimes(on, rules, loads);
          // Without a time to choose, a day takes orders as before.
          expect(hasRoom(on, 1, rules, loads)).toBe(offered.length === 0 || open.length > 0);
          const [first] = open;
          if (first === undefined || sold > 20) break;
          const window = offered.find(({ time }) => time === first);
          expect(window).toBeDefined();
          orders.set(first, (orders.get(first) ?? 0) + 1);
          if (window?.most) expect(orders.get(first)).toBeLessThanOrEqual(window.most);
          sold += 1;
        }
        if (left !== Number.POSITIVE_INFINITY) expect(sold).toBe(Math.max(0, left));
        else expect(sold).toBeGreaterThan(20);
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

test('the text about held days fits on the card page, however many they are', () => {
  const days = Array.from({ length: MAX_ITEMS }, (_, later) => addDays(SATURDAY, later));
  const lengths = days.map(
    (_, last) => heldDaysText(days.slice(0, last + 1), '2026-12-01T15:40:00.000Z').length,
  );
  // The limit of Stripe's `custom_text`.
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1_200);
  expect(heldDaysText(days, '2026-12-01T15:40:00.000Z')).toBe(
    'Your 50 days are held for you until 15:40.',
  );
});
