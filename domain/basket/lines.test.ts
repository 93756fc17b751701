import { describe, expect, test } from 'vitest';
import { catalogue } from '#cafe/catalogue.ts';
import { Day } from '#domain/calendar/day.ts';
import { type Basket, basketTotal, type Choice, newItem } from './basket.ts';
import {
  addCopy,
  basketDays,
  basketLines,
  bringAddOns,
  changeLine,
  putBack,
  withOrderedAgain,
} from './lines.ts';
import { readStoredBasket } from './stored-basket.ts';

const saturday = Day.parse('2026-12-05');
const monday = Day.parse('2026-12-07');

function choice(cakeId: string, more: Partial<Choice> = {}): Choice {
  const cake = catalogue.cakes.find(({ id }) => id === cakeId);
  const [size] = cake?.sizes ?? [];
  if (!cake || !size) throw new Error(`The demo catalogue has no ${cakeId}.`);
  return { cake, size, messageOnCake: '', selectedDay: saturday, ...more };
}

const berry = newItem(choice('berry-drip-cake'), 1);
const redVelvet = newItem(choice('red-velvet-cake'), 2);
const candles = newItem(choice('candles-rainbow', { addOnFor: 'red-velvet-cake' }), 3);
const ids = (basket: Basket) => basketLines(basket).map((line) => line.ids);

describe('equal items', () => {
  test('are one line with a quantity, whatever price each was shown with', () => {
    const dearer = { ...berry, id: 4, size: { ...berry.size, price: berry.size.price + 200 } };
    const lines = basketLines([berry, redVelvet, dearer]);
    expect(lines.map((line) => line.ids)).toEqual([[1, 4], [2]]);
    expect(lines[0]?.total).toBe(basketTotal([berry, dearer]));
    expect(ids([berry, { ...berry, id: 4, messageOnCake: 'Ada' }])).toEqual([[1], [4]]);
    expect(ids(addCopy([berry, redVelvet], berry, 5))).toEqual([[1, 5], [2]]);
  });

  test('change together and keep their ids; the touches go with their cake', () => {
    const changed = changeLine(
      [redVelvet, candles, berry, { ...redVelvet, id: 6 }],
      redVelvet,
      choice('red-velvet-cake', { messageOnCake: 'Ada', selectedDay: monday }),
    );
    expect(ids(changed)).toEqual([[2, 6], [3], [1]]);
    expect(changed.map(({ selectedDay }) => selectedDay)).toEqual([
      monday,
      monday,
      saturday,
      monday,
    ]);
  });

  test('leave the touches with another line of the cake that stays on the day', () => {
    const changed = changeLine(
      [redVelvet, candles, { ...redVelvet, id: 6, messageOnCake: 'Ada' }, { ...candles, id: 9 }],
      redVelvet,
      choice('red-velvet-cake', { selectedDay: monday }),
    );
    expect(
      basketDays(changed).map(({ day, lines }) => [day, lines.map((line) => line.ids)]),
    ).toEqual([
      [saturday, [[6], [3, 9]]],
      [monday, [[2]]],
    ]);
  });
});

test('touches that were chosen before the day was changed come to the day of their cake', () => {
  const cake = newItem(choice('red-velvet-cake', { selectedDay: monday }), 8);
  const daysOf = (basket: Basket) =>
    bringAddOns(basket, cake).map(({ selectedDay }) => selectedDay);
  expect(daysOf([candles, berry, cake])).toEqual([monday, saturday, monday]);
  // Those of another cake of the kind stay with it.
  expect(daysOf([redVelvet, candles, cake])).toEqual([saturday, saturday, monday]);
});

test('days come in order, and touches under the cake they were chosen with', () => {
  const later = newItem(choice('berry-drip-cake', { selectedDay: monday }), 7);
  const days = basketDays([later, candles, berry, redVelvet]);
  const shown = days.map(({ day, lines }) => [day, ...lines.flatMap((line) => line.ids)]);
  expect(shown).toEqual([
    [saturday, 1, 2, 3],
    [monday, 7],
  ]);
  const { addOnFor: _, ...old } = candles;
  const stored = readStoredBasket([old, berry]).basket;
  expect(stored).toEqual([old, berry]);
  expect(basketDays(stored)[0]?.lines.flatMap((line) => line.ids)).toEqual([1, 3]);
});

test('a removal is undone in place, and what came meanwhile stays', () => {
  const before = [berry, redVelvet, candles];
  const added = { ...berry, id: 8 };
  expect(putBack([berry, candles, added], before, [2])).toEqual([...before, added]);
});

test('an order repeated twice, or for another day, fills the basket once', () => {
  let id = 10;
  const newId = () => id++;
  const order = [choice('berry-drip-cake'), choice('berry-drip-cake'), choice('red-velvet-cake')];
  const once = withOrderedAgain([redVelvet], order, newId);
  expect(ids(once)).toEqual([[2], [10, 11]]);
  const onMonday = order.map((each) => ({ ...each, selectedDay: monday }));
  const moved = withOrderedAgain(once, onMonday, newId);
  expect(moved).toEqual(once.map((item) => ({ ...item, selectedDay: monday })));
});
