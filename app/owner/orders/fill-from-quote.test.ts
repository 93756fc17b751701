import { expect, test } from 'vitest';
import { sampleCake, sampleFreeLine, sampleItem } from '#test/samples.ts';
import { fillFromQuote } from './fill-from-quote.ts';

const options = [
  { groupId: 'sponge', choiceId: 'lemon', group: 'Sponge', name: 'lemon', price: 0, api: null },
];

test('a cake that is not sold any more keeps its size and options in words', () => {
  const cake = sampleCake('angel', { sizes: [] });
  const items = [sampleItem({ options }), sampleItem({ cakeId: cake.id }), sampleFreeLine()];
  const quote = { name: 'Ada', phone: '', email: '', staffNote: '', items, deposit: null };
  const filled = fillFromQuote({ ...quote, order: undefined, quote: undefined }, [], [cake]);
  expect(filled).toMatchObject({
    'cake-0': ['+'],
    'title-0': ['Victoria Sponge 8 in (Sponge: lemon)'],
    'cake-1': ['+'],
    'title-1': ['Victoria Sponge 8 in'],
    'title-2': [sampleFreeLine().title],
  });
});
