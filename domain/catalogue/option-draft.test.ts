import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { sampleOptions } from '#test/samples.ts';
import { OptionGroupContent } from './cake-content.ts';
import {
  copiedDraft,
  groupOfDraft,
  newOptionDraft,
  OptionKind,
  optionDraftOf,
  readOptionDraft,
} from './option-draft.ts';
import type { OptionDraft } from './option-fields.ts';

const groups = sampleOptions().map((group) => OptionGroupContent.parse(group));
const [sponge, toppings, number] = groups;
if (!sponge || !toppings || !number) throw new Error('The sample has three groups.');

/** As a browser sends it. */
function sent({ name, most, limit, choices }: OptionDraft): Record<string, string[]> {
  return {
    ...{ name: [name], most: [most], limit: [limit] },
    choice: choices.map(({ key }) => key),
    choiceName: choices.map((choice) => choice.name),
    choicePrice: choices.map(({ price }) => price),
    choiceUnits: choices.map(({ units }) => units),
    soldOutUntil: choices.map(({ soldOutUntil }) => soldOutUntil),
    ...Object.fromEntries(
      choices.flatMap(({ key, contains, isNone, mayContain, isVegan, hasOwnVat }) => [
        [`contains ${key}`, contains],
        [`containsNone ${key}`, isNone ? ['on'] : []],
        [`mayContain ${key}`, mayContain],
        [`vegan ${key}`, isVegan ? ['on'] : []],
        [`vat ${key}`, hasOwnVat ? ['on'] : []],
      ]),
    ),
  };
}

const choice = fc.record({
  name: fc.constantFrom('vanilla', 'lemon', 'crème brûlée'),
  price: fc.constantFrom(0, 300, 350),
  contains: fc.constantFrom(undefined, ['Soya (soybeans)' as const]),
  mayContain: fc.constantFrom(undefined, ['Sesame' as const]),
  vegan: fc.boolean(),
  units: fc.constantFrom(undefined, 2),
  vat: fc.constantFrom(undefined, 'standard' as const),
  soldOutUntil: fc.constantFrom(undefined, '2026-12-03'),
});
const group = fc
  .record({
    kind: fc.constantFrom('one', 'several'),
    choices: fc.uniqueArray(choice, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
  })
  .map(({ kind, choices }) =>
    OptionGroupContent.parse({
      ...{ id: 'sponge', name: 'Sponge', kind, most: 2 },
      // One costs nothing.
      choices: choices.map((each, row) => ({
        id: `c${row}`,
        ...each,
        ...(row === 0 && { price: 0 }),
      })),
    }),
  );

test('a form that nobody has changed is the same group', () => {
  fc.assert(
    fc.property(fc.oneof(group, fc.constant(number)), (before) => {
      const draft = readOptionDraft(sent(optionDraftOf(before)));
      const known = { kind: before.kind, groups: [toppings, before], before };
      expect(groupOfDraft(draft, known)).toEqual({ group: before, problems: {} });
    }),
  );
});

test('a copy is a group of its own, for sale', () => {
  const soldOut = sampleOptions({ soldOutUntil: Day.parse('2026-12-03') })[0];
  const draft = copiedDraft(OptionGroupContent.parse(soldOut));
  const known = {
    kind: 'one' as const,
    groups: [{ ...toppings, id: 'sponge' }],
    before: undefined,
  };
  expect(groupOfDraft(draft, known)).toEqual({
    group: { ...sponge, id: 'sponge-2' },
    problems: {},
  });
});

test('a choice keeps its id when it is renamed or moved, and a new one gets its own', () => {
  const draft = optionDraftOf(sponge);
  const [vanilla, lemon] = draft.choices;
  if (!vanilla || !lemon) throw new Error('The sample has two choices.');
  const added = { ...vanilla, key: '+0', name: 'Vanilla' };
  const renamed = { ...vanilla, name: 'Madagascan vanilla' };
  const changed = { ...draft, name: 'Cake layers', choices: [added, lemon, renamed] };
  const { group: read } = groupOfDraft(changed, { kind: 'one', groups, before: sponge });
  expect(read.id).toBe('sponge');
  expect(read.choices.map(({ id }) => id)).toEqual(['vanilla-2', 'lemon', 'vanilla']);
});

test('each wrong field has its own words, and the choices their row', () => {
  const [first, second] = newOptionDraft('one').choices;
  if (!first || !second) throw new Error('A new group has two choices.');
  const draft = {
    ...newOptionDraft('one'),
    name: 'toppings',
    choices: [
      { ...first, name: 'Nuts', price: '3.5', units: 'many', contains: ['Eggs'], isVegan: true },
      { ...second, name: 'nuts', soldOutUntil: '2026-02-30' },
    ],
  };
  const { problems } = groupOfDraft(draft, { kind: 'one', groups, before: undefined });
  expect(Object.keys(problems).sort()).toEqual([
    'choiceName 1',
    'choicePrice 0',
    'choiceUnits 0',
    'contains +0',
    'contains +1',
    'name',
    'soldOutUntil 1',
  ]);
  const dear = optionDraftOf({ ...sponge, choices: sponge.choices.slice(1) });
  expect(Object.keys(groupOfDraft(dear, { kind: 'one', groups, before: sponge }).problems)).toEqual(
    ['choices'],
  );
  const empty = newOptionDraft('several');
  const several = { ...empty, most: '0', choices: [] };
  expect(
    Object.keys(groupOfDraft(several, { kind: 'several', groups, before: undefined }).problems),
  ).toEqual(['name', 'most', 'choices']);
});

test('anything sent gives a group that can be shown', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'vanilla', '+0', '3.50', '-1', 'Eggs', '2026-02-30'),
  );
  const names = Object.keys(sent(optionDraftOf(sponge)));
  const values = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.array(text, { maxLength: 25 })])),
  );
  fc.assert(
    fc.property(values, fc.constantFrom(...OptionKind.options), (typed, kind) => {
      const draft = readOptionDraft({ ...sent(newOptionDraft(kind)), ...typed });
      const before = kind === 'one' ? sponge : undefined;
      const { group: shown } = groupOfDraft(draft, { kind, groups, before });
      expect(OptionGroupContent.parse(shown)).toEqual(shown);
      const ids = shown.choices.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test.each(['', ' ', '0', 'x'])(
  'of how many can be chosen, or how long a text is, %j is none',
  (typed) => {
    for (const [before, field] of [
      [toppings, 'most'],
      [number, 'limit'],
    ] as const) {
      const draft = { ...optionDraftOf(before), [field]: typed };
      const { problems } = groupOfDraft(draft, { groups, before, kind: before.kind });
      expect(problems[field]).toMatch(/^Write a number from 1 to /);
    }
  },
);
