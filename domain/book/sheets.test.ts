import { expect, test } from 'vitest';
import { sampleCake, sampleItem, sampleOrder } from '#test/samples.ts';
import { sheetCakes } from './sheets.ts';

const entries = [
  sampleCake('victoria', { allergens: ['Gluten'], mayContain: ['Nuts (almonds)', 'Sesame'] }),
  sampleCake('crown', {
    kind: 'personal-touch',
    contains: ['Nuts (almonds)', 'Eggs'],
    mayContain: ['Celery'],
  }),
  sampleCake('candles', { kind: 'personal-touch', allergens: [] }),
].map((cake) => ({ cake, hidden: false, archived: false, points: {} }));

test('a personal touch goes with the first cake: its size, and what it contains or may contain', () => {
  const { id, number } = sampleOrder();
  const crown = { cakeId: 'crown', title: 'Macaron crown', allergens: ['Nuts (almonds)'] };
  const candles = { cakeId: 'candles', title: 'Candles', size: 'Box', allergens: [] };
  const cake = { cakeId: 'victoria', allergens: ['Gluten'] };
  const items = [
    candles,
    { ...crown, size: '8' },
    { ...crown, size: '10' },
    cake,
    candles,
    cake,
  ].map(sampleItem);
  const [{ day } = sampleItem()] = items;
  const [first, second] = sheetCakes([{ orderId: id, number, day, name: 'Ada', items }], entries);
  expect(first).toMatchObject({
    allergens: ['Gluten', 'Nuts (almonds)', 'Eggs'],
    mayContain: ['Sesame', 'Celery'],
    touches: [
      { title: 'Candles', count: 2 },
      { title: 'Macaron crown 8 in', count: 1 },
      { title: 'Macaron crown 10 in', count: 1 },
    ],
  });
  expect(second).toMatchObject({
    allergens: ['Gluten'],
    mayContain: ['Nuts (almonds)', 'Sesame'],
    touches: [],
  });
});
