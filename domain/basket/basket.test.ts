import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#cafe/catalogue.ts';
import { Day } from '#domain/calendar/day.ts';
import { InvalidDateFormat } from '#domain/calendar/days.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { BasketItem } from './basket.ts';
import {
  type Basket,
  basketTotal,
  isEqualItem,
  newItem,
  removeItems,
  withOptions,
} from './basket.ts';
import { readStoredBasket } from './stored-basket.ts';

const chocolate = {
  groupId: 'sponge',
  choiceId: 'chocolate',
  group: 'Sponge',
  name: 'chocolate',
  price: 300,
  api: 'price_3',
  contains: ['Nuts (almonds)'],
};
const topper = {
  groupId: 'number-topper',
  choiceId: 'digit',
  group: 'Number topper',
  name: 'digit',
  text: '7',
  price: 400,
  api: 'price_4',
};

const selectedDay = Day.parse('2026-12-05');
const choices = catalogue.cakes.flatMap((cake) => cake.sizes.map((size) => ({ cake, size })));
const anyItem = fc
  .record({
    choice: fc.constantFrom(...choices),
    id: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    messageOnCake: fc.stringMatching(/^[a-z ]{0,30}$/),
    options: fc.subarray([chocolate, topper]),
  })
  .map(({ choice, id, messageOnCake, options }) =>
    newItem({ ...choice, messageOnCake, selectedDay, options }, id),
  );
const anyBasket = fc.uniqueArray(anyItem, { selector: ({ id }) => id, maxLength: 20 });

function cakeWith(found: (cake: Cake) => boolean): Cake {
  const cake = catalogue.cakes.find(found);
  if (!cake) throw new Error('The demo catalogue has no such cake.');
  return cake;
}

function itemOf(cake: Cake, messageOnCake = ''): BasketItem {
  const [size] = cake.sizes;
  if (!size) throw new Error('A cake without sizes.');
  return newItem({ cake, size, messageOnCake, selectedDay }, 1);
}

describe('the basket', () => {
  test('a candle is a separate item: £6, with the chosen day', () => {
    const candle = itemOf(cakeWith(({ kind }) => kind === 'personal-touch'));
    expect(candle).toMatchObject({ price: 0, size: { price: 600 }, selectedDay });
    expect(basketTotal([candle])).toBe(600);
  });

  test('a message is kept on a cake and dropped on an item that takes none', () => {
    const writable = cakeWith(({ offMessage }) => !offMessage);
    const not = cakeWith(({ offMessage }) => offMessage);
    expect(itemOf(writable, ' Happy Birthday ').messageOnCake).toBe('Happy Birthday');
    expect(itemOf(not, 'Happy Birthday').messageOnCake).toBe('');
  });

  test('an item costs and contains what its options do, and is equal with the same ones alone', () => {
    const cake = cakeWith(({ contains }) => contains?.includes('Eggs') ?? false);
    const plain = itemOf(cake);
    const [size] = cake.sizes;
    if (!size) throw new Error('A cake without sizes.');
    const choice = { cake, size, messageOnCake: '', selectedDay };
    const item = newItem({ ...choice, options: [chocolate, topper] }, 2);
    expect(item.price).toBe(700);
    expect(basketTotal([item])).toBe(size.price + 700);
    expect(item.cake.contains).toBeUndefined();
    expect(item.cake.allergens).toEqual([...(cake.contains ?? []), 'Nuts (almonds)']);
    expect(isEqualItem(item, plain)).toBe(false);
    expect(isEqualItem(item, newItem({ ...choice, options: [topper, chocolate] }, 3))).toBe(true);
    const other = newItem({ ...choice, options: [chocolate, { ...topper, text: '8' }] }, 4);
    expect(isEqualItem(item, other)).toBe(false);
    expect(withOptions(item, [{ ...topper, price: 450 }])).toMatchObject({ price: 450 });
  });

  test('the total is the sum of size prices and extra prices after adding and removing', () => {
    fc.assert(
      fc.property(anyBasket, anyItem, (basket, item) => {
        const fresh = { ...item, id: 2 ** 33 };
        const more = [...basket, fresh];
        expect(basketTotal(more)).toBe(basketTotal(basket) + fresh.size.price + fresh.price);
        expect(removeItems(more, [fresh.id])).toEqual(basket);
      }),
    );
  });
});

describe('a stored basket', () => {
  test('is read as it was stored', () => {
    fc.assert(
      fc.property(anyBasket, (basket) => {
        expect(readStoredBasket(JSON.parse(JSON.stringify(basket)))).toEqual({
          basket,
          dropped: 0,
        });
      }),
    );
  });

  test('any stored value is read without an error, and only valid items are kept', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.jsonValue()), (stored) => {
        expect(readStoredBasket(stored).basket).toEqual([]);
      }),
    );
  });

  test.each<[string, (item: BasketItem) => unknown]>([
    ['an impossible day', (item) => ({ ...item, selectedDay: '2026-02-30' })],
    ['a price in pounds', (item) => ({ ...item, size: { ...item.size, price: 12.5 } })],
    ['no size', ({ size: _, ...item }) => item],
    ['a size of letters', (item) => ({ ...item, size: { ...item.size, size: 'large' } })],
    ['a line break in its message', (item) => ({ ...item, messageOnCake: 'a\nb' })],
    ['a cake without a title', (item) => ({ ...item, cake: { ...item.cake, title: '' } })],
    ['a negative id', (item) => ({ ...item, id: -1 })],
    ['options without a price', (item) => ({ ...item, options: [{ ...topper, price: null }] })],
    ['nothing at all', () => null],
  ])('loses only the item with %s, and says so', (_, damage) => {
    const whole: Basket = [itemOf(cakeWith(({ kind }) => kind === 'cake'))];
    const stored = [...whole, ...whole.map(damage)];
    expect(readStoredBasket(stored)).toEqual({ basket: whole, dropped: 1 });
  });

  test('an invalid date is reported, and the basket opens all the same', () => {
    const item = itemOf(cakeWith(({ kind }) => kind === 'cake'));
    const stored = [item, { ...item, selectedDay: '31.12.2026' }];
    const reported: unknown[] = [];
    const loaded = readStoredBasket(stored, (error) => reported.push(error));
    expect(loaded).toEqual({ basket: [item], dropped: 1 });
    expect(reported).toEqual([new InvalidDateFormat('31.12.2026')]);
  });

  test('no stored basket is an empty basket', () => {
    expect(readStoredBasket(undefined)).toEqual({ basket: [], dropped: 0 });
  });
});
