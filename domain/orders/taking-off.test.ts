import { expect, test } from 'vitest';
import { backFor, readTakeFields, takeField } from './taking-off.ts';

const CAKE = { price: 4800, isBegun: false };
const CANDLES = { price: 600, isBegun: false };
const money = { total: 6000, paid: 6000, owed: 0, most: 6000 };

test('what was paid for what is taken off goes back, once, and not of what had begun', () => {
  expect(backFor(money, [CANDLES])).toEqual({ total: 5400, surplus: 600, promised: 600 });
  expect(backFor(money, [{ ...CANDLES, isBegun: true }, CANDLES])).toEqual({
    total: 4800,
    surplus: 1200,
    promised: 600,
  });
  // Money that has gone back before may have been for it.
  expect(backFor({ ...money, owed: -1000 }, [CANDLES])).toMatchObject({ promised: 0 });
  // Or is still owed.
  expect(backFor({ ...money, owed: 600 }, [CANDLES])).toMatchObject({ promised: 1200 });
  expect(backFor({ ...money, most: 500 }, [CANDLES])).toMatchObject({ promised: 500 });
});

test('of an order that is not paid in full only what is paid too much goes back', () => {
  expect(backFor({ ...money, paid: 0 }, [CAKE])).toEqual({ total: 1200, surplus: 0, promised: 0 });
  expect(backFor({ ...money, paid: 2000 }, [CAKE])).toMatchObject({ surplus: 800, promised: 800 });
});

test('a form names the items that it takes off, whatever the order has by then', () => {
  const cake = takeField([0]);
  const candles = takeField([1, 3, 4]);
  const values = { [cake]: ['1'], [candles]: ['2'], amount: ['60'], version: ['7'] };
  expect(readTakeFields(values)).toEqual([
    { field: cake, positions: [0] },
    { field: candles, positions: [3, 4] },
  ]);
  expect(readTakeFields({ [candles]: ['9'] })).toEqual([{ field: candles, positions: [1, 3, 4] }]);
  for (const none of ['', '0', '-1', 'all']) {
    expect(readTakeFields({ [candles]: [none] })).toEqual([]);
  }
  for (const other of ['take-', 'take-1.', 'take-.1', 'take-x', 'retake-1']) {
    expect(readTakeFields({ [other]: ['1'] })).toEqual([]);
  }
});
