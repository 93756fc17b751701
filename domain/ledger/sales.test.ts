import { describe, expect, test } from 'vitest';
import { addDays, asDay } from '#domain/calendar/days.ts';
import { writeCsv } from '#domain/csv.ts';
import {
  addPeriods,
  daysOfPeriod,
  parsePeriod,
  periodInWords,
  type SoldItems,
  salesTable,
  sumUpSales,
} from './sales.ts';

describe('a period', () => {
  test.each([
    ['2026-11', '2026-11'],
    ['2026', '2026'],
    ['2026-13', undefined],
    ['1999', undefined],
    ['20261', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is read as %j', (text, period) => {
    expect(parsePeriod(text)).toBe(period);
  });

  test('is a month or a year, with its days, neighbours and words', () => {
    expect(daysOfPeriod('2026-12')).toEqual({ from: '2026-12-01', before: '2027-01-01' });
    expect(daysOfPeriod('2026')).toEqual({ from: '2026-01-01', before: '2027-01-01' });
    expect([addPeriods('2026-01', -1), addPeriods('2026', 1)]).toEqual(['2025-12', '2027']);
    expect([periodInWords('2026-02'), periodInWords('2026')]).toEqual(['February 2026', '2026']);
  });
});

/** A Monday. */
const MONDAY = asDay('2026-11-02');

const RED: SoldItems = {
  cakeId: 'red',
  title: 'Red Velvet',
  isAddOn: false,
  size: '8',
  day: MONDAY,
  count: 2,
  gross: 13_000,
};
const ITEMS: SoldItems[] = [
  RED,
  // Of before it was renamed.
  { ...RED, title: 'Red Cake', size: '6', day: addDays(MONDAY, 5), count: 1, gross: 4900 },
  { ...RED, cakeId: 'berry', title: 'Berry', day: addDays(MONDAY, 12), count: 1, gross: 6900 },
  { ...RED, cakeId: null, title: '=Three tiers', size: '', count: 1, gross: 32_000 },
  {
    ...RED,
    cakeId: 'candles',
    title: 'Candles',
    isAddOn: true,
    size: 'Box',
    count: 9,
    gross: 5400,
  },
];
const titleOf = (id: string) => (id === 'red' ? 'Red Velvet Cake' : undefined);

describe('sales', () => {
  const sales = sumUpSales('2026-11', ITEMS, titleOf);

  test('are grouped by cake under its present title, by size and by weekday', () => {
    expect(sales.cakes).toEqual([
      {
        title: 'Red Velvet Cake',
        count: 3,
        gross: 17_900,
        sizes: [
          { name: '8 in', count: 2, gross: 13_000 },
          { name: '6 in', count: 1, gross: 4900 },
        ],
      },
      { ...sales.cakes[1], title: '=Three tiers', count: 1, gross: 32_000 },
      { ...sales.cakes[2], title: 'Berry', count: 1, gross: 6900 },
    ]);
    expect(sales.addOns).toEqual([
      { title: 'Candles', count: 9, gross: 5400, sizes: [{ name: 'Box', count: 9, gross: 5400 }] },
    ]);
    expect(sales.sizes.map(({ name, count }) => [name, count])).toEqual([
      ['8 in', 3],
      ['', 1],
      ['6 in', 1],
    ]);
    expect(sales.weekdays.map(({ count }) => count)).toEqual([3, 0, 0, 0, 0, 2, 0]);
    expect(sales.total).toEqual({ count: 5, gross: 56_800 });
  });

  test('are a table whose counts and amounts add up', () => {
    expect(writeCsv(salesTable(sales)).split('\r\n')).toEqual([
      '\uFEFFCake,Size,Sold,Gross GBP',
      'Red Velvet Cake,8 in,2,130.00',
      'Red Velvet Cake,6 in,1,49.00',
      "'=Three tiers,,1,320.00",
      'Berry,8 in,1,69.00',
      'Candles,Box,9,54.00',
      '',
    ]);
  });
});
