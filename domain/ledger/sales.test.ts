import { describe, expect, test } from 'vitest';
import { addDays, asDay } from '#domain/calendar/days.ts';
import { writeCsv } from '#domain/csv.ts';
import {
  addPeriods,
  aYearBefore,
  daysOfPeriod,
  type NamedSold,
  parsePeriod,
  periodInWords,
  type SoldItem,
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
    expect([aYearBefore('2026-02'), aYearBefore('2026')]).toEqual(['2025-02', '2025']);
    expect([periodInWords('2026-02'), periodInWords('2026')]).toEqual(['February 2026', '2026']);
  });
});

/** A Monday. */
const MONDAY = asDay('2026-11-02');
/** In the year before, a Sunday. */
const EARLIER = asDay('2025-11-02');

const SPONGE = { group: 'Sponge', name: 'chocolate' };
const RED: SoldItem = {
  cakeId: 'red',
  title: 'Red Velvet',
  isAddOn: false,
  size: '8',
  day: MONDAY,
  time: '09:30-10:00',
  price: 6500,
  options: [{ group: 'Number', name: 'Your number', text: '7', price: 400 }],
  placedAt: '2026-01-05T21:10:00.000Z',
  isBefore: false,
};
const PLAIN = { ...RED, options: [] };
const CANDLES = { ...PLAIN, cakeId: 'candles', title: 'Candles', isAddOn: true, size: 'Box' };
const BEFORE = {
  ...RED,
  day: EARLIER,
  placedAt: '2025-01-05T19:00:00.000Z',
  options: [{ ...SPONGE, price: 250 }],
  isBefore: true,
};
const ITEMS: SoldItem[] = [
  RED,
  { ...RED, options: [...RED.options, { ...SPONGE, price: 300 }] },
  // Of before it was renamed.
  { ...PLAIN, title: 'Red Cake', size: '6', day: addDays(MONDAY, 5), price: 4900 },
  { ...PLAIN, cakeId: 'berry', title: 'Berry', day: addDays(MONDAY, 12), price: 6900 },
  { ...PLAIN, cakeId: null, title: '=Three tiers', size: '', time: null, price: 32_000 },
  ...times(9, { ...CANDLES, price: 600 }),
  ...times(3, { ...BEFORE, time: '11:00-11:30', price: 6000 }),
  { ...BEFORE, cakeId: 'gone', title: 'Lemon', price: 4000 },
];

function times(count: number, item: SoldItem): SoldItem[] {
  return Array.from({ length: count }, () => item);
}

const NONE = { count: 0, gross: 0 };
const titleOf = (id: string) => (id === 'red' ? 'Red Velvet Cake' : undefined);

describe('sales', () => {
  const sales = sumUpSales('2026-11', ITEMS, titleOf);
  const counts = (sold: NamedSold[]) =>
    sold.map(({ name, count, before }) => [name, count, before.count]);

  test('are grouped by cake under its present title, with those of the year before', () => {
    expect(sales.cakes).toEqual([
      {
        title: 'Red Velvet Cake',
        count: 3,
        gross: 17_900,
        before: { count: 3, gross: 18_000 },
        sizes: [
          { name: '8 in', count: 2, gross: 13_000, before: { count: 3, gross: 18_000 } },
          { name: '6 in', count: 1, gross: 4900, before: NONE },
        ],
      },
      { ...sales.cakes[1], title: '=Three tiers', count: 1, gross: 32_000, before: NONE },
      { ...sales.cakes[2], title: 'Berry', count: 1, gross: 6900 },
      { ...sales.cakes[3], title: 'Lemon', ...NONE, before: { count: 1, gross: 4000 } },
    ]);
    expect(sales.addOns).toMatchObject([{ title: 'Candles', count: 9, gross: 5400 }]);
    expect(sales.total).toEqual({ count: 5, gross: 56_800, before: { count: 4, gross: 22_000 } });
  });

  test('are counted by size, option, weekday and hour', () => {
    expect(counts(sales.sizes)).toEqual([
      ['8 in', 3, 4],
      ['', 1, 0],
      ['6 in', 1, 0],
    ]);
    expect(counts(sales.options)).toEqual([
      ['Number', 2, 0],
      ['Sponge: chocolate', 1, 4],
    ]);
    expect(sales.weekdays.map(({ count }) => count)).toEqual([3, 0, 0, 0, 0, 2, 0]);
    expect(sales.weekdays[6]?.before.count).toBe(4);
    expect(counts(sales.collected)).toEqual([
      ['9:00–10:00', 4, 1],
      ['10:00–11:00', 0, 0],
      ['11:00–12:00', 0, 3],
    ]);
    expect(counts(sales.ordered)).toEqual([
      ['19:00–20:00', 0, 4],
      ['20:00–21:00', 0, 0],
      ['21:00–22:00', 5, 0],
    ]);
    expect(sales.months).toEqual([]);
  });

  test('of a year are counted by month, and of nothing by nothing', () => {
    const { months } = sumUpSales('2026', ITEMS, titleOf);
    expect(counts(months)).toHaveLength(12);
    expect(months[10]).toMatchObject({ name: 'November', count: 5, before: { count: 4 } });
    const nothing = sumUpSales('2026', [], titleOf);
    expect([nothing.ordered, nothing.collected, nothing.cakes]).toEqual([[], [], []]);
  });

  test('are a table whose counts and amounts add up', () => {
    const lines = writeCsv(salesTable(sales)).split('\r\n');
    expect(lines.slice(0, 9)).toEqual([
      '\uFEFFBy,Name,Size,Sold,Gross GBP,Sold in 2025-11,Gross GBP in 2025-11',
      'Cake,Red Velvet Cake,8 in,2,130.00,3,180.00',
      'Cake,Red Velvet Cake,6 in,1,49.00,0,0.00',
      "Cake,'=Three tiers,,1,320.00,0,0.00",
      'Cake,Berry,8 in,1,69.00,0,0.00',
      'Cake,Lemon,8 in,0,0.00,1,40.00',
      'Personal touch,Candles,Box,9,54.00,0,0.00',
      'Option,Number,,2,8.00,0,0.00',
      'Option,Sponge: chocolate,,1,3.00,4,10.00',
    ]);
    for (const by of ['Cake', 'Weekday', 'Ordered at']) {
      const cells = lines
        .filter((line) => line.startsWith(`${by},`))
        .map((line) => line.split(','));
      const sums = [3, 5].map((cell) => cells.reduce((sum, row) => sum + Number(row[cell]), 0));
      expect(sums).toEqual([5, 4]);
    }
  });
});
