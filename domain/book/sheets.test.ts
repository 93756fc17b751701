import { expect, test } from 'vitest';
import type { OrderItem } from '#domain/orders/order.ts';
import { sampleCake, sampleItem, sampleOrder } from '#test/samples.ts';
import type { Collection, CustomerChange } from './collection.ts';
import { sheetCakes, totals } from './sheets.ts';

const entries = [
  sampleCake('victoria', { allergens: ['Gluten'], mayContain: ['Nuts (almonds)', 'Sesame'] }),
  sampleCake('crown', {
    kind: 'personal-touch',
    contains: ['Nuts (almonds)', 'Eggs'],
    mayContain: ['Celery'],
  }),
  sampleCake('candles', { kind: 'personal-touch', allergens: [] }),
].map((cake) => ({ cake }));

/** The cakes of a collection with these items. */
function cakesOf(items: OrderItem[], changes: Partial<Collection> = {}) {
  const { id: orderId, number } = sampleOrder();
  const [{ day } = sampleItem()] = items;
  const collection = {
    ...{ orderId, number, day, name: 'Ada', collector: '', note: '', staffNote: '' },
    ...{ items, positions: [...items.keys()], news: undefined, requestsCancel: false },
    ...changes,
  };
  return sheetCakes([collection], entries);
}

test('a personal touch goes with the first cake: its size, and what it contains or may contain', () => {
  const crown = {
    cakeId: 'crown',
    isAddOn: true,
    title: 'Macaron crown',
    allergens: ['Nuts (almonds)'],
  };
  const candles = { ...crown, cakeId: 'candles', title: 'Candles', size: 'Box', allergens: [] };
  const cake = { cakeId: 'victoria', allergens: ['Gluten'] };
  const items = [
    candles,
    { ...crown, size: '8' },
    { ...crown, size: '10' },
    cake,
    candles,
    cake,
  ].map(sampleItem);
  const [first, second] = cakesOf(items);
  expect(first).toMatchObject({
    allergens: ['Gluten', 'Nuts (almonds)', 'Eggs'],
    mayContain: ['Sesame', 'Celery'],
    addOns: [
      { what: 'Macaron crown 10 in', count: 1 },
      { what: 'Macaron crown 8 in', count: 1 },
      { what: 'Candles', count: 2 },
    ],
  });
  expect(second).toMatchObject({
    allergens: ['Gluten'],
    mayContain: ['Nuts (almonds)', 'Sesame'],
    addOns: [],
  });
});

test('what is written on a topper is beside it, and other ones are apart', () => {
  const topper = { cakeId: 'topper', isAddOn: true, title: 'Topper', size: '', allergens: [] };
  const items = [
    sampleItem(),
    ...['Max', '', 'Zoë  30', 'Max'].map((message) => sampleItem({ ...topper, message })),
  ];
  expect(cakesOf(items)[0]?.addOns).toEqual([
    { what: 'Topper', message: 'Max', count: 2 },
    { what: 'Topper', message: '', count: 1 },
    { what: 'Topper', message: 'Zoë  30', count: 1 },
  ]);
});

test('a cake is marked by what the customer has changed of it, not of the order’s other cakes', () => {
  const { day } = sampleItem();
  const changes: CustomerChange[] = [
    { what: 'day', before: day, positions: [2, 5] },
    { what: 'message', before: 'Happy 7', positions: [5] },
    { what: 'collector', before: '', positions: [] },
  ];
  const cakes = cakesOf([sampleItem(), sampleItem(), sampleItem()], {
    collector: 'Bob',
    // The order has others for other days.
    positions: [2, 3, 5],
    news: { changes, event: 9 },
    requestsCancel: true,
  });
  expect(cakes.map((cake) => cake.changes.map(({ what }) => what))).toEqual([
    ['day', 'collector'],
    ['collector'],
    ['day', 'message', 'collector'],
  ]);
  expect(cakes.map(({ requestsCancel }) => requestsCancel)).toEqual([true, true, true]);
  expect(cakes.map(({ collector }) => collector)).toEqual(['Bob', 'Bob', 'Bob']);
});

test('cakes are counted apart by their options, and named with what their customers wrote', () => {
  const option = (group: string, name: string, text?: string) => ({
    ...{ groupId: group, choiceId: name, group, name, price: 0, api: null },
    ...(text !== undefined && { text }),
  });
  const [sponge, vanilla] = [option('Sponge', 'chocolate'), option('Sponge', 'vanilla')];
  const topper = (text: string) => option('Number topper', 'digit', text);
  const items = [[sponge, topper('7')], [vanilla], [sponge, topper('8')]].map((options) =>
    sampleItem({ options }),
  );
  const cakes = cakesOf(items);
  expect(cakes[0]?.options).toBe('Sponge: chocolate · Number topper: “7”');
  expect(totals(cakes)).toMatchObject([
    { madeAlike: 'Sponge: chocolate · Number topper', count: 2 },
    { madeAlike: 'Sponge: vanilla', count: 1 },
  ]);
});
