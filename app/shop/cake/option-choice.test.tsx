import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { renderInSite } from '#test/render-in-site.tsx';
import { sampleCake } from '#test/samples.ts';
import { makeCake } from './option-choice.tsx';
import { shownOptions } from './shown-options.ts';

const first = Day.parse('2026-12-01');
const later = addDays(first, 2);

const cake: Cake = sampleCake('velvet', {
  options: [
    {
      id: 'sponge',
      name: 'Sponge',
      kind: 'one',
      choices: [
        { id: 'lemon', name: 'lemon', price: 0, vegan: false, soldOutUntil: later, api: null },
        { id: 'vanilla', name: 'vanilla', price: 0, vegan: true, api: null },
        {
          id: 'almond',
          name: 'almond',
          price: 300,
          contains: ['Nuts (almonds)'],
          mayContain: ['Sesame'],
          vegan: true,
          api: 'price_1',
        },
        { id: 'gold', name: 'gold', price: 900, vegan: true, api: null },
      ],
    },
    {
      id: 'topper',
      name: 'Number topper',
      kind: 'text',
      limit: 2,
      choices: [{ id: 'digit', name: 'digit', price: 400, vegan: true, api: 'price_2' }],
    },
  ],
});

function shown() {
  const options = shownOptions(cake, first);
  if (!options) throw new Error('The cake has no options.');
  return options;
}

function make(typed?: string) {
  return makeCake(shown(), cake, typed, undefined);
}

function html(typed: string | undefined, day?: Day): string {
  const made = make(typed);
  const order = { size: made.cake.sizes[0], day, optionFields: null, choose: () => {} };
  return renderInSite(<made.Fields made={made} order={order} />);
}

test('before anything is chosen the first choice that is not sold out is, and the page has prices and allergens', () => {
  expect(make().options.map(({ choiceId }) => choiceId)).toEqual(['vanilla']);
  expect(make().price).toBe(0);
  const text = html(undefined)
    .replace(/<[^>]*>/g, ' ')
    .replace(/ +/g, ' ');
  expect(text).toContain('lemon sold out until Thu 3 Dec');
  expect(text).toContain('almond +£3 · Contains: Nuts (almonds) · May contain: Sesame');
  expect(text).toContain('Number topper, if you like digit up to 2 letters or numbers · +£4');
});

test('each size costs, and the cake contains, what the options do', () => {
  const { cake: made, price, options } = make('sponge=almond&topper=+7+');
  expect(price).toBe(700);
  expect(made.sizes.map((size) => size.price)).toEqual(cake.sizes.map((size) => size.price + 700));
  expect(made.allergens).toEqual(['Eggs', 'Gluten', 'Nuts (almonds)']);
  expect(made.mayContain).toEqual(['Sesame']);
  expect(options).toMatchObject([{ choiceId: 'almond' }, { choiceId: 'digit', text: '7' }]);
  expect(html('sponge=almond&topper=7')).toContain('from £3.06 a slice');
});

test('what is kept of an item is chosen, and the rest of a form of any content ignored', () => {
  const kept = make('sponge=almond&topper=7').options;
  expect(makeCake(shown(), cake, undefined, kept).options).toEqual(kept);
  expect(make('sponge=marble&size=x&topper=%E0&=').options).toMatchObject([{ text: '�' }]);
});

test('a choice is off for the days on which it is sold out, and told if it is chosen', () => {
  const wrong = /data-wrong="([^"]*)"/;
  const off = (page: string) =>
    [...page.matchAll(/disabled="" name="\w+" value="(\w+)"/g)].map(([, id]) => id);
  expect(html('sponge=lemon')).not.toMatch(wrong);
  expect(html('sponge=lemon', later)).not.toMatch(wrong);
  expect(wrong.exec(html('sponge=lemon', first))?.[1]).toBe(
    'Sponge: lemon is sold out until Thu 3 Dec. Please choose something else, or a later day.',
  );
  expect(off(html('sponge=vanilla', first))).toEqual(['lemon', 'gold']);
  expect(off(html('sponge=vanilla'))).toEqual(['gold']);
  expect(wrong.exec(html('sponge=marble'))?.[1]).toBe('Please choose one.');
  expect(wrong.exec(html('sponge=vanilla&topper=123'))?.[1]).toBe('Please use at most 2 letters.');
});
