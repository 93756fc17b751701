import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import type { OptionChange } from '#domain/orders/difference.ts';
import { optionProblems, optionsInstead } from './option-changes.ts';

const chocolate = option('Sponge', 'chocolate');
const vanilla = option('Sponge', 'vanilla');
const nuts = option('Toppings', 'nuts');
const berries = option('Toppings', 'berries');
const seven = { ...option('Number topper', 'digit'), text: '7♥' };
const chosen = [chocolate, nuts, berries, seven];
const until = Day.parse('2026-12-03');

test.each<[change: OptionChange, now: typeof chosen, words: string]>([
  [
    { group: 'Sponge', choice: 'chocolate', why: 'sold-out', until },
    [vanilla, nuts],
    'Sponge: chocolate is sold out until Thu 3 Dec, so it comes with Sponge: vanilla',
  ],
  [
    { group: 'Toppings', choice: 'nuts', why: 'gone' },
    [chocolate, berries],
    'Toppings: nuts can no longer be chosen, so it comes with Toppings: berries',
  ],
  [
    { group: 'Toppings', why: 'too-many' },
    [nuts],
    'Toppings: nuts, berries are more than can be chosen, so it comes with Toppings: nuts',
  ],
  [
    { group: 'Number topper', choice: 'digit', why: 'text' },
    [],
    'We cannot write all of Number topper: “7♥”, so it comes without',
  ],
  [
    { group: 'Filling', why: 'missing' },
    [option('Filling', 'jam')],
    'There is a new choice to make, so it comes with Filling: jam',
  ],
])('says how %j changes an item', (change, now, words) => {
  expect(optionsInstead([change], chosen, now)).toEqual([words]);
  expect(optionProblems([change], chosen)).toEqual([words.replace(/, so it comes.*/, '')]);
});

test('leaves another price to the total', () => {
  const price = { group: 'Sponge', choice: 'chocolate', why: 'price' } as const;
  expect(optionsInstead([price], chosen, chosen)).toEqual([]);
});

function option(group: string, name: string) {
  return { groupId: group, choiceId: name, group, name, price: 0 };
}
