import { expect, test, vi } from 'vitest';
import { publicView } from '#domain/orders/public-order.ts';
import { sampleCake, sampleItem, sampleOrder } from '#test/samples.ts';
import { currentChoices } from './order-again.tsx';

const item = sampleItem({ message: 'Happy Birthday', allergens: ['Eggs', 'Gluten (wheat)'] });
const order = publicView(sampleOrder({ items: [item, item] }));
const sizes = sampleCake('victoria').sizes.map((size) => ({ ...size, api: 'price_2' }));
const asOrdered = { sizes, allergens: ['Eggs', 'Gluten'], contains: ['Eggs', 'Gluten (wheat)'] };

test.each<[string, object, string[]]>([
  ['nothing', {}, []],
  ['that it is not sold', { sizes: [] }, ['Not available now: Victoria Sponge.']],
  [
    'its allergens',
    { contains: ['Eggs', 'Gluten (rye)'] },
    ['The allergens of Victoria Sponge have changed. Contains: Eggs, Gluten (rye).'],
  ],
  [
    'its traces',
    { mayContain: ['Sesame'] },
    [
      'The allergens of Victoria Sponge have changed. Contains: Eggs, Gluten (wheat). May contain: Sesame.',
    ],
  ],
  [
    'that it takes no message',
    { offMessage: true },
    ['We can no longer write on it, so it comes without your message: Victoria Sponge.'],
  ],
])('ordering again tells of a change since the order: %s', async (_, changed, told) => {
  const now = { ...sampleCake('victoria'), ...asOrdered, ...changed };
  vi.stubGlobal('fetch', async () => Response.json(now));
  expect((await currentChoices(order, item.day))?.changes).toEqual(told);
});

test('ordering again takes the options as they are now, and tells of what cannot be had', async () => {
  const choice = (id: string, changes = {}) => ({
    id,
    name: id,
    price: 0,
    vegan: false,
    api: null,
    ...changes,
  });
  const choices = [choice('vanilla'), choice('chocolate', { price: 350, api: 'price_3' })];
  const sponge = { id: 'sponge', name: 'Sponge', kind: 'one', choices };
  const now = { ...sampleCake('victoria'), ...asOrdered, options: [sponge] };
  const ordered = (choiceId: string) => ({
    groupId: 'sponge',
    choiceId,
    group: 'Sponge',
    name: choiceId,
    price: 300,
    api: 'price_2',
  });
  vi.stubGlobal('fetch', async () => Response.json(now));
  const again = (choiceId: string) =>
    currentChoices(
      publicView(sampleOrder({ items: [{ ...item, options: [ordered(choiceId)] }] })),
      item.day,
    );
  const chocolate = await again('chocolate');
  expect(chocolate?.changes).toEqual([]);
  expect(chocolate?.choices[0]?.options).toMatchObject([{ choiceId: 'chocolate', price: 350 }]);
  const lemon = await again('lemon');
  expect(lemon?.changes).toEqual([
    'Victoria Sponge: Sponge: lemon can no longer be chosen, so it comes with Sponge: vanilla.',
  ]);
});

test('a personal touch is ordered again for the cake, as on its page', async () => {
  const touch = sampleItem({ cakeId: 'candles', sizeId: 'candles-8', isAddOn: true });
  vi.stubGlobal('fetch', async (url: string) => {
    const id = url.split('/').at(-1) ?? '';
    const sizes = sampleCake(id).sizes.map((size) => ({ ...size, api: 'price_2' }));
    return Response.json({ ...sampleCake(id), sizes, ...(id === 'candles' && { category: [] }) });
  });
  const again = await currentChoices(publicView(sampleOrder({ items: [touch, item] })), item.day);
  expect(again?.choices.map(({ addOnFor }) => addOnFor)).toEqual(['victoria', undefined]);
});
