import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import type { OptionChoice } from '#domain/catalogue/catalogue.ts';
import { type Diet, filterFor, suits } from '#domain/catalogue/diets.ts';
import { sampleCake, sampleOptions } from '#test/samples.ts';
import { marksOf } from './shown-cakes.ts';

const today = Day.parse('2026-11-20');

function choice(id: string, facts: Partial<OptionChoice> = {}): OptionChoice {
  return { id, name: id, price: 0, api: null, vegan: true, ...facts };
}

/** Vegan, and without gluten but for its sponge. */
function cakeOf(...choices: OptionChoice[]) {
  const sponge = { id: 'sponge', name: 'Sponge', kind: 'one' as const, choices };
  return sampleCake('vegan', { allergens: [], servingInfo: ['vege'], options: [sponge] });
}

const wheat = choice('wheat', { contains: ['Gluten (wheat)'] });
const oat = choice('oat');

function suited(cake: ReturnType<typeof cakeOf>, ...chosen: Diet[]): boolean {
  return suits(cake, filterFor(chosen), today);
}

test('a cake suits a diet if of each required option some choice does that can be had', () => {
  expect(suited(cakeOf(wheat), 'no-gluten')).toBe(false);
  expect(suited(cakeOf(wheat, oat), 'no-gluten')).toBe(true);
  const soldOut = { ...oat, soldOutUntil: Day.parse('2026-11-21') };
  expect(suited(cakeOf(wheat, soldOut), 'no-gluten')).toBe(false);
  expect(suited(cakeOf(wheat, { ...oat, price: 300 }), 'no-gluten')).toBe(false);
  // One choice has to suit all of the diets.
  const honey = choice('honey', { vegan: false });
  expect(suited(cakeOf(wheat, honey), 'vegan')).toBe(true);
  expect(suited(cakeOf(wheat, honey), 'no-gluten')).toBe(true);
  expect(suited(cakeOf(wheat, honey), 'vegan', 'no-gluten')).toBe(false);
  // Nobody has to take a topping.
  expect(suited({ ...cakeOf(oat), options: sampleOptions().slice(1) }, 'no-nuts')).toBe(true);
});

test('a card says what has to be chosen, and names nuts that come with a choice', () => {
  const marks = (cake: ReturnType<typeof cakeOf>, ...chosen: Diet[]) =>
    marksOf(cake, chosen, today);
  expect(marks(cakeOf(oat))).toEqual(['Vegan', 'No gluten ingredients']);
  expect(marks(cakeOf(oat), 'no-gluten')).toEqual(['Vegan', 'No gluten ingredients']);
  expect(marks(cakeOf(wheat, oat))).toEqual(['Vegan', 'No gluten ingredients with Sponge: oat']);
  const honey = choice('honey', { vegan: false });
  expect(marks(cakeOf(wheat, honey, oat), 'vegan', 'no-gluten')).toEqual([
    'Vegan, No gluten ingredients with Sponge: oat',
  ]);
  const almond = choice('almond', { contains: ['Nuts (almonds)'] });
  expect(marks(cakeOf(almond, wheat), 'no-nuts')).toEqual([
    'Without nuts with Sponge: wheat',
    'Vegan',
    'No gluten ingredients',
    'Some choices contain nuts',
  ]);
});
