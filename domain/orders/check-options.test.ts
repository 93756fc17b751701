import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import type { OptionGroup } from '#domain/catalogue/catalogue.ts';
import { isSoldOut } from '#domain/catalogue/options.ts';
import { sampleOptions } from '#test/samples.ts';
import { checkOptions } from './check-options.ts';
import type { OptionChange } from './difference.ts';
import type { RequestedOption } from './order-request.ts';

const [day, until] = [Day.parse('2026-12-01'), Day.parse('2026-12-02')];
const rules = { day, symbols: '' };
const options = sampleOptions();
const vanilla = { group: 'sponge', choice: 'vanilla', api: null };
const lemon = { group: 'sponge', choice: 'lemon', api: 'price_lemon' };
const seven = { group: 'number', choice: 'number', text: '7', api: 'price_number' };
const topping = (choice: string) => ({ group: 'topping', choice, api: null });

test.each<[string, OptionGroup[], RequestedOption[], OptionChange[], string[]]>([
  ['what the cake has', options, [seven, lemon], [], ['lemon', 'number']],
  ['nothing of a required group', options, [], [{ group: 'sponge', why: 'missing' }], ['vanilla']],
  [
    'a choice and a group that are gone',
    options,
    [
      { ...vanilla, choice: 'carrot' },
      { ...vanilla, group: 'icing' },
    ],
    [
      { group: 'sponge', choice: 'carrot', why: 'gone' },
      { group: 'icing', choice: 'vanilla', why: 'gone' },
    ],
    ['vanilla'],
  ],
  [
    'one that is sold out on the day',
    sampleOptions({ soldOutUntil: until }),
    [vanilla],
    [{ group: 'sponge', choice: 'vanilla', why: 'sold-out', until }],
    ['lemon'],
  ],
  ['one that is back on the day', sampleOptions({ soldOutUntil: day }), [vanilla], [], ['vanilla']],
  [
    'another price',
    options,
    [{ ...lemon, api: 'price_old' }],
    [{ group: 'sponge', choice: 'lemon', why: 'price' }],
    ['lemon'],
  ],
  [
    'two of a group of which one is chosen',
    options,
    [vanilla, lemon],
    [{ group: 'sponge', why: 'too-many' }],
    ['vanilla'],
  ],
  [
    'several',
    options,
    [vanilla, topping('berries'), topping('praline')],
    [],
    ['vanilla', 'praline', 'berries'],
  ],
  [
    'a text that is too long',
    options,
    [vanilla, { ...seven, text: '777' }],
    [{ group: 'number', choice: 'number', why: 'text' }],
    ['vanilla'],
  ],
  [
    'a text where none is written',
    options,
    [{ ...vanilla, text: 'Ada' }],
    [{ group: 'sponge', choice: 'vanilla', why: 'text' }],
    ['vanilla'],
  ],
  [
    'options of a cake that has none',
    [],
    [vanilla],
    [{ group: 'sponge', choice: 'vanilla', why: 'gone' }],
    [],
  ],
])('%s', (_, groups, chosen, changes, names) => {
  const checked = checkOptions({ options: groups }, chosen, rules);
  expect(checked.changes).toEqual(changes);
  expect(checked.options.map(({ choiceId }) => choiceId)).toEqual(names);
});

test('a text is written as far as the cafe pipes it; staff decide themselves', () => {
  const heart = [vanilla, { ...seven, text: '7♥' }];
  expect(checkOptions({ options }, heart, rules).options[1]?.text).toBe('7');
  expect(checkOptions({ options }, heart, { day, symbols: '♥' }).changes).toEqual([]);
  expect(checkOptions({ options }, heart, { day, symbols: undefined }).changes).toEqual([]);
});

test('nothing can be ordered while a required group is sold out', () => {
  const [sponge] = sampleOptions({ soldOutUntil: until });
  if (sponge?.kind !== 'one') throw new Error('The sponge is not required.');
  const choices = sponge.choices.map((choice) => ({ ...choice, soldOutUntil: until }));
  const cake = { options: [{ ...sponge, choices }] };
  expect(checkOptions(cake, [lemon], rules)).toMatchObject({ options: [], isImpossible: true });
  expect(checkOptions(cake, [lemon], { ...rules, day: until })).toMatchObject({
    changes: [],
    isImpossible: false,
  });
});

const anyChoice = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c'),
    price: fc.constantFrom(0, 300),
    api: fc.constantFrom(null, 'price_1', 'price_2'),
    soldOutUntil: fc.constantFrom(undefined, day, until),
  })
  .map(({ price, api, ...choice }) => ({
    ...choice,
    name: choice.id,
    vegan: true,
    price,
    api: price === 0 ? null : api,
  }));
const anyChoices = fc.uniqueArray(anyChoice, { selector: ({ id }) => id, minLength: 1 });
const named = { id: fc.constantFrom('x', 'y', 'z'), name: fc.constant('Group') };
const anyGroup = fc.oneof(
  fc.record({ ...named, kind: fc.constant('one' as const), choices: anyChoices }),
  fc.record({
    ...named,
    kind: fc.constant('several' as const),
    most: fc.integer({ min: 1, max: 3 }),
    choices: anyChoices,
  }),
  fc.record({
    ...named,
    kind: fc.constant('text' as const),
    limit: fc.integer({ min: 1, max: 3 }),
    choices: anyChoice.map((choice) => [choice]),
  }),
);
const anyGroups = fc.uniqueArray(anyGroup, { selector: ({ id }) => id });
const anyOption = fc.record(
  {
    group: fc.constantFrom('x', 'y', 'z'),
    choice: fc.constantFrom('a', 'b', 'c'),
    text: fc.constantFrom('7', '77', 'Ada', '♥', '7 ♥'),
    api: fc.constantFrom(null, 'price_1', 'price_2'),
  },
  { requiredKeys: ['group', 'choice', 'api'] },
);

test('what counts now, agreed to, is ordered as it is, and is what the groups allow', () => {
  fc.assert(
    fc.property(anyGroups, fc.array(anyOption), (groups, chosen) => {
      const { options: now, isImpossible } = checkOptions({ options: groups }, chosen, rules);
      const agreed = now.map(({ groupId, choiceId, text, api }) => ({
        group: groupId,
        choice: choiceId,
        ...(text !== undefined && { text }),
        api,
      }));
      const again = checkOptions({ options: groups }, agreed, rules);
      expect(again.options).toEqual(now);
      if (!isImpossible) expect(again.changes).toEqual([]);
      for (const group of groups) {
        const own = now.filter(({ groupId }) => groupId === group.id);
        const most = group.kind === 'several' ? group.most : 1;
        expect(own.length).toBeLessThanOrEqual(most);
        const available = group.choices.filter((choice) => !isSoldOut(choice, day));
        expect(own.every(({ choiceId }) => available.some(({ id }) => id === choiceId))).toBe(true);
        if (group.kind === 'one') expect(own.length).toBe(Math.min(1, available.length));
      }
    }),
  );
});
