import { expect, test } from 'vitest';
import { sheetCakes } from '#domain/book/sheets.ts';
import type { PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import { declaredNow, recipeNow } from '#domain/orders/declared-now.ts';
import { sampleCake, sampleItem, sampleOptions, sampleOrder } from '#test/samples.ts';

const WHEAT = 'Gluten (wheat)';
const ALMONDS = 'Nuts (almonds)';

test.each<[string, string[], PreciseAllergen[], string[]]>([
  ['a new ingredient', [WHEAT], [WHEAT, ALMONDS], [WHEAT, ALMONDS]],
  ['one that is gone', [WHEAT, ALMONDS], [WHEAT], [WHEAT, ALMONDS]],
  ['an order from before they were named precisely', ['Gluten'], [WHEAT], ['Gluten']],
])('the allergens of an ordered cake, with %s', (_, ordered, contains, now) => {
  expect(declaredNow({ allergens: ordered }, { allergens: [], contains })).toEqual({
    allergens: now,
    mayContain: [],
  });
});

test('the allergens of a cake that names them no longer precisely', () => {
  const now = declaredNow({ allergens: [WHEAT] }, { allergens: ['Gluten', 'Nuts'] });
  expect(now.allergens).toEqual([WHEAT, 'Nuts']);
});

test('an ordered cake may contain what its customer was told, and what it may contain by now', () => {
  const ordered = { allergens: [WHEAT], mayContain: [ALMONDS, 'Sesame'] };
  const cake = {
    allergens: ['Gluten', 'Nuts'],
    contains: [WHEAT, ALMONDS],
    mayContain: ['Celery'],
  };
  expect(declaredNow(ordered, cake)).toEqual({
    allergens: [WHEAT, ALMONDS],
    mayContain: ['Sesame', 'Celery'],
  });
});

test('labels and bake sheets name what has become an ingredient since the order', () => {
  const { id, number } = sampleOrder();
  const item = sampleItem({ allergens: [WHEAT] });
  const order = { orderId: id, number, day: item.day, name: 'Ada', items: [item], positions: [0] };
  const notes = { collector: '', note: '', staffNote: '' };
  const collection = { ...order, ...notes, news: undefined, requestsCancel: false };
  const cake = sampleCake(item.cakeId, { contains: [WHEAT, ALMONDS] });
  expect(sheetCakes([collection], [{ cake }])[0]?.allergens).toEqual([WHEAT, ALMONDS]);
});

test('an option adds what its recipe has got since; one that is gone keeps what it had', () => {
  const cake = sampleCake('victoria', { contains: [WHEAT], options: sampleOptions() });
  const option = {
    ...{ groupId: 'topping', choiceId: 'praline', group: 'Toppings', name: 'praline' },
    ...{ price: 0, api: null, contains: ['Nuts (hazelnuts)'] },
  };
  const gone = { ...option, choiceId: 'brittle', contains: [ALMONDS], mayContain: ['Sesame'] };
  expect(recipeNow(cake, [option, gone])).toEqual({
    allergens: [WHEAT, 'Nuts (hazelnuts)', ALMONDS],
    mayContain: ['Sesame'],
  });
  const ordered = { allergens: [WHEAT], options: [option] };
  expect(declaredNow(ordered, cake)).toEqual({
    allergens: [WHEAT, 'Nuts (hazelnuts)'],
    mayContain: [ALMONDS],
  });
});
