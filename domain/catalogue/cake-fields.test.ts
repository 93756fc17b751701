import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { sampleCake, sampleOptions } from '#test/samples.ts';
import { CakeContent } from './cake-content.ts';
import { contentOfDraft, draftOf, slugOf } from './cake-draft.ts';
import { describeChanges } from './cake-fields.ts';

const victoria = CakeContent.parse({
  ...sampleCake('victoria', { contains: ['Eggs', 'Gluten (wheat)'] }),
  slug: 'victoria',
  hidden: false,
  archived: false,
});

const size = fc.record({
  size: fc.constantFrom('6', '8', '10', 'Box of 6'),
  slices: fc.constantFrom(null, '8–10'),
  price: fc.constantFrom(1000, 2000),
});
const sizes = fc
  .uniqueArray(size, { minLength: 1, maxLength: 4, selector: (one) => one.size })
  .map((rows) => rows.map((row) => ({ ...row, id: `victoria-${row.size}` })));
const content = fc
  .record(
    {
      title: fc.constantFrom('Victoria', 'Queen'),
      desc: fc.constantFrom('Two layers.', 'Three layers.'),
      img: fc.constantFrom('a.jpg', 'b.jpg'),
      contains: fc.constantFrom(['Eggs' as const], ['Sesame' as const]),
      leadDays: fc.constantFrom(5, undefined),
      vat: fc.constantFrom('standard' as const, undefined),
      keeping: fc.constantFrom({ days: 0 }, { days: 3 }, { carry: 'Flat.', keep: 'Cool.' }),
      hidden: fc.boolean(),
      options: fc.constantFrom(sampleOptions(), undefined),
      sizes,
    },
    // A label has one id.
    { requiredKeys: ['sizes'] },
  )
  .map((changes) => CakeContent.parse({ ...victoria, ...changes }));

test('changes are described in words', () => {
  const [small, box] = victoria.sizes;
  if (!small || !box) throw new Error('The sample has two sizes.');
  const after = {
    ...victoria,
    hidden: true,
    leadDays: 5,
    vat: 'standard' as const,
    keeping: { keep: 'Cool.', days: 0 },
    season: { from: '11-01', to: '02-14' },
    sizes: [{ ...small, price: 5250 }, box, { ...small, id: 'x', size: '10', price: 9000 }],
  };
  const words = describeChanges(victoria, after).map(
    ({ label, before, after: now }) => `${label}: ${before} → ${now}`,
  );
  expect(words).toEqual([
    'Sizes: 8 in, Box of 6 → 8 in, Box of 6, 10 in',
    'How to keep it: none → Cool.',
    'Keeps: none → for its day',
    'VAT: 0% → 20%',
    'Days of notice: none → 5 days',
    'Season: none → 1 November to 14 February',
    'For sale: yes → no',
    'Price of 8 in: £48 → £52.50',
    'Price of 10 in: none → £90',
  ]);
});

test('changes of options are described by group and choice', () => {
  const before = CakeContent.parse({ ...victoria, options: sampleOptions() });
  const [sponge, toppings] = sampleOptions({ soldOutUntil: Day.parse('2026-12-03') });
  const lemon = { ...sponge?.choices[1], price: 350, contains: ['Soya (soybeans)'], units: 1 };
  const options = [toppings, { ...sponge, choices: [sponge?.choices[0], lemon] }];
  const words = describeChanges(before, CakeContent.parse({ ...victoria, options })).map(
    ({ label, before, after }) => `${label}: ${before} → ${after}`,
  );
  expect(words).toEqual([
    'Options: Sponge, Toppings, Number topper → Toppings, Sponge',
    'Sponge: vanilla: free; suits vegans → free; suits vegans; sold out until Thursday 3 December 2026',
    'Sponge: lemon: +£3; suits vegans → +£3.50; contains Soya (soybeans); suits vegans; 1 point',
    'Option Number topper: text of up to 2 letters → none',
  ]);
});

const known = {
  kind: 'cake' as const,
  before: { ...victoria, id: 'victoria' },
  categories: ['birthday', 'wedding'],
  photos: ['victoria.jpg', 'victoria-2.jpg', 'victoria-3.jpg', 'a.jpg', 'b.jpg'],
  daysAhead: 365,
};

test('a form that nobody has changed is the same cake, also with options', () => {
  fc.assert(
    fc.property(content, (any) => {
      const before = { ...any, id: 'victoria' };
      // Boxes have no slices.
      const typed = {
        ...any,
        sizes: any.sizes.map((each) =>
          each.size.startsWith('Box') ? { ...each, slices: null } : each,
        ),
      };
      const read = contentOfDraft(draftOf(typed), { ...known, before });
      expect(read).toEqual({
        content: { ...typed, allergens: read.content.allergens },
        problems: {},
      });
    }),
  );
});

test('a touch keeps its address, also with the name that another one had', () => {
  const before = { ...victoria, title: 'Sparklers', slug: 'sparklers-2', id: 'sparklers-2' };
  const addOn = { ...known, kind: 'personal-touch' as const, before };
  const typed = { ...draftOf(before), slug: '', price: ['3'] };
  expect(contentOfDraft(typed, addOn).content.slug).toBe('sparklers-2');
});

test('categories keep their order, whichever order the form sends them in, and new ones come last', () => {
  const category = ['wedding', 'birthday'];
  const before = { ...victoria, category, id: 'victoria' };
  const shop = { ...known, before, categories: ['birthday', 'tea-time', 'wedding'] };
  const read = (ticked: string[]) =>
    contentOfDraft({ ...draftOf(before), category: ticked }, shop).content.category;
  expect(read(['birthday', 'wedding'])).toEqual(category);
  expect(read(['birthday', 'tea-time', 'wedding'])).toEqual([...category, 'tea-time']);
  expect(read(['birthday', 'tea-time'])).toEqual(['birthday', 'tea-time']);
});

test('anything typed gives a content that can be shown, and says what is wrong', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', '8', 'Box', '52', '-1', '2026-02-30'),
  );
  const draft = draftOf(victoria);
  const wild = fc.record(
    Object.fromEntries(
      Object.entries(draft).map(([name, value]) => [
        name,
        Array.isArray(value) ? fc.array(text, { maxLength: 15 }) : text,
      ]),
    ),
  );
  fc.assert(
    fc.property(wild, (typed) => {
      const { content: shown } = contentOfDraft({ ...draft, ...typed }, known);
      expect(CakeContent.parse(shown)).toEqual(shown);
    }),
  );
});

test('each wrong field has its own words, and the sizes their row', () => {
  const draft = {
    ...draftOf(victoria),
    title: ' ',
    slug: 'Not a slug!',
    category: [],
    photo: ['unknown.jpg'],
    size: ['8', '8 inches', 'huge'],
    price: ['48', '5.5', ''],
    slices: ['', '', ''],
    units: ['', '', 'many'],
    contains: [],
    seasonFromDay: '31',
    seasonFromMonth: '02',
    keep: 'x'.repeat(101),
    keepsDays: '-1',
    leadDays: '1000',
    unavailableUntil: '2026-02-30',
  };
  expect(Object.keys(contentOfDraft(draft, known).problems).sort()).toEqual([
    'category',
    'contains',
    'keep',
    'keepsDays',
    'leadDays',
    'photo',
    'price 1',
    'price 2',
    'season',
    'size 1',
    'size 2',
    'slug',
    'title',
    'unavailableUntil',
    'units 2',
  ]);
  for (const [leadDays, expected] of [
    ['90', {}],
    ['91', { leadDays: expect.stringContaining('90 days ahead') }],
  ] as const) {
    const shop = { ...known, daysAhead: 90 };
    expect(contentOfDraft({ ...draftOf(victoria), leadDays }, shop).problems).toEqual(expected);
  }
});

test.each([
  ['Zoë’s Crème Brûlée!', 'zoes-creme-brulee'],
  ['  ', 'cake'],
  ['蛋糕', 'cake'],
  ['A & B -- 8" cake', 'a-b-8-cake'],
])('the address of %j is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
