import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isWithin, whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays } from '#domain/calendar/days.ts';
import { wordOf } from '#domain/catalogue/allergens.ts';
import { contentOfDraft, newDraft } from '#domain/catalogue/cake-draft.ts';
import { Cake, Category, type PreciseAllergen } from '#domain/catalogue/catalogue.ts';
import { onLandingPage } from '#domain/catalogue/landing-page.ts';
import { isBox } from '#domain/catalogue/sizes.ts';
import { calendar, catalogue } from './catalogue.ts';
import { photoCakes, photos } from './photos.ts';
import { gallery } from './words/pictures.ts';

const { categories, cakes } = catalogue;
const onTheShelves = cakes.filter(({ kind }) => kind === 'cake');
const personalTouches = cakes.filter(({ kind }) => kind === 'personal-touch');
const files = photos.map(({ file }) => file);

describe('the demo catalogue', () => {
  test.each(cakes)('$id is as the domain wants a cake', (cake) => {
    expect(Cake.strict().parse(cake)).toEqual(cake);
  });

  test.each(categories)('$slug is as the domain wants a category', (category) => {
    expect(Category.strict().parse(category)).toEqual(category);
  });

  test('ids are unique, those of sizes across all cakes, and so are slugs', () => {
    expectUnique(cakes.map(({ id }) => id));
    expectUnique(cakes.flatMap(({ sizes }) => sizes.map(({ id }) => id)));
    expectUnique(categories.map(({ id }) => id));
    expectUnique(categories.map(({ slug }) => slug));
  });

  test('the landing page has the categories 1 to 7, Celebration Cakes first', () => {
    const shown = onLandingPage(categories);
    expect(shown.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(shown[0]?.slug).toBe('celebration-cakes');
    expect(categories).toHaveLength(8);
  });

  test.each(categories)('$slug has at least three cakes', ({ slug }) => {
    expect(onTheShelves.filter(({ category }) => category.includes(slug)).length).toBeGreaterThan(
      2,
    );
  });

  test('every cake stands in categories that exist', () => {
    const slugs = categories.map(({ slug }) => slug);
    for (const cake of onTheShelves) {
      expect(cake.category, cake.id).not.toHaveLength(0);
      expect(slugs, cake.id).toEqual(expect.arrayContaining(cake.category));
    }
  });

  test('there is a choice: of cakes, of sizes, with and without a message', () => {
    expect(onTheShelves.length).toBeGreaterThanOrEqual(24);
    for (const { id, sizes } of onTheShelves) {
      expect(sizes.length, id).toBeGreaterThanOrEqual(2);
      expect(sizes.length, id).toBeLessThanOrEqual(4);
    }
    expect(onTheShelves.some(({ offMessage }) => offMessage)).toBe(true);
    expect(onTheShelves.some(({ offMessage }) => !offMessage)).toBe(true);
    expect(onTheShelves.some(({ sizes }) => sizes.some(isBox))).toBe(true);
  });

  test.each(onTheShelves)('$id costs more the larger it is, and nobody writes on a box', (cake) => {
    const prices = cake.sizes.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    for (const size of cake.sizes) expect(size.slices === null, size.id).toBe(isBox(size));
    if (cake.sizes.some(isBox)) expect(cake.offMessage).toBe(true);
  });

  test('the personal touches are the three candles of the specification, last in the list', () => {
    expect(personalTouches.map(({ title }) => title)).toEqual([
      '16 Navy & Gold Tall Candles (18 cm)',
      '16 Rainbow Tall Candles (18 cm)',
      '16 Metallic Silver Tall Candles (18 cm)',
    ]);
    expect(cakes.slice(-3)).toEqual(personalTouches);
    for (const { sizes } of personalTouches) {
      expect(sizes).toMatchObject([{ size: 'Box', slices: null, price: 600 }]);
    }
  });
});

test('on every day of the year two to four cakes are in season', () => {
  const newYear = Day.parse('2028-01-01');
  for (let ahead = 0; ahead < 366; ahead += 1) {
    const day = addDays(newYear, ahead);
    const inSeason = onTheShelves.filter(({ season }) => season && isWithin(season, day));
    expect(inSeason.length, day).toBeGreaterThanOrEqual(2);
    expect(inSeason.length, day).toBeLessThanOrEqual(4);
    for (const { id, category } of inSeason) expect(category, id).toContain('seasonal-treat');
  }
});

describe('the words tell no untruth', () => {
  const tellTales: { word: RegExp; allergen: PreciseAllergen }[] = [
    { word: /almond|marzipan|macaron/i, allergen: 'Nuts (almonds)' },
    { word: /walnut/i, allergen: 'Nuts (walnuts)' },
    { word: /pistachio/i, allergen: 'Nuts (pistachios)' },
    { word: /hazelnut/i, allergen: 'Nuts (hazelnuts)' },
    { word: /chocolate|soya/i, allergen: 'Soya (soybeans)' },
    { word: /cream\b|buttermilk|butter\b/i, allergen: 'Dairy (milk)' },
    { word: /sponge|croissant|doughnut|biscuit/i, allergen: 'Gluten (wheat)' },
  ];

  test.each(tellTales)('$word means $allergen', ({ word, allergen }) => {
    for (const { id, title, desc, contains = [], options = [] } of onTheShelves) {
      if (word.test(`${title} ${desc}`)) expect(contains, id).toContain(allergen);
      for (const { name, contains: added = [] } of options.flatMap(({ choices }) => choices)) {
        if (word.test(name)) expect([...contains, ...added], `${id}: ${name}`).toContain(allergen);
      }
    }
  });

  const inIngredients: typeof tellTales = [
    ...tellTales,
    { word: /\begg/i, allergen: 'Eggs' },
    { word: /(?<!soya )milk|cheese/i, allergen: 'Dairy (milk)' },
    { word: /flour\b/i, allergen: 'Gluten (wheat)' },
  ];

  test.each(onTheShelves)('the ingredients of $id name its allergens and no others', (cake) => {
    const named = inIngredients.flatMap(({ word, allergen }) =>
      word.test(withoutCocoaButter(cake.ingredients ?? '')) ? [allergen] : [],
    );
    expect(new Set(named)).toEqual(new Set(cake.contains));
  });

  test.each(onTheShelves)('$id says how to carry and keep it and until when to eat it', (cake) => {
    expect(cake.keeping).toMatchObject({
      carry: expect.any(String),
      keep: expect.any(String),
      days: expect.any(Number),
    });
    if (!cake.sizes.some(isBox)) expect(cake.keeping?.cut).toEqual(expect.any(String));
    if (/\bon the day\b/.test(cake.desc)) expect(cake.keeping?.days).toBe(0);
    const known = { kind: cake.kind, before: undefined, categories: [], photos: [], daysAhead: 1 };
    const draft = { ...newDraft(), ...cake.keeping, keepsDays: String(cake.keeping?.days) };
    expect(contentOfDraft(draft, known).content.keeping).toEqual(cake.keeping);
  });

  test('each cake names its allergens precisely, and traces only of others', () => {
    for (const { id, allergens, contains = [], mayContain = [] } of onTheShelves) {
      expect(contains.map(wordOf), id).toEqual(expect.arrayContaining(allergens));
      expect(
        mayContain.filter((name) => contains.includes(name)),
        id,
      ).toEqual([]);
    }
  });

  test('nothing is promised to be free of an allergen', () => {
    for (const { id, desc } of cakes) expect(desc, id).not.toMatch(/(nut|allergen)s?[- ]free/i);
  });

  test('what is brushed with spirits is neither alcohol free nor halal friendly', () => {
    for (const { id, desc, servingInfo } of onTheShelves) {
      if (!/brandy|rum\b|sherry|liqueur/i.test(desc)) continue;
      expect(servingInfo, id).not.toContain('alcohol free');
      expect(servingInfo, id).not.toContain('halal friendly');
    }
  });
});

describe('the photos', () => {
  test.each(photos)('$file is there and described', (photo) => {
    expect(Number.isInteger(photo.width) && Number.isInteger(photo.height)).toBe(true);
    expect(Math.min(photo.width, photo.height)).toBeGreaterThan(0);
    expect(photo.alt).not.toBe('');
    expect(existsSync(new URL(`./photos/${photo.file}`, import.meta.url))).toBe(true);
  });

  test('every picture that is named is among them', () => {
    expectUnique(files);
    const named = [
      categories.map(({ img }) => img),
      cakes.flatMap(({ img, imgs }) => [img, ...imgs]),
    ];
    for (const file of named.flat()) expect(files).toContain(file);
  });

  test('no cake shows a picture twice, and no two cakes have the same main picture', () => {
    for (const { img, imgs } of cakes) expectUnique([img, ...imgs]);
    expectUnique(cakes.map(({ img }) => img));
  });

  test.each(cakes)('the gallery of $id shows that cake only', ({ id, img, imgs }) => {
    for (const file of [img, ...imgs]) expect(photoCakes[file], file).toContain(id);
  });

  test('each picture names the cakes that it is of', () => {
    expect(Object.keys(photoCakes).sort()).toEqual(files.toSorted());
    const ids = cakes.map((cake) => cake.id);
    for (const id of Object.values(photoCakes).flat()) expect(ids).toContain(id);
  });

  test('each category has a picture for its page that none of its cards shows', () => {
    for (const { slug, img } of categories) {
      const own = onTheShelves.filter(({ category }) => category.includes(slug));
      const cards = own.map((cake) => cake.img);
      const shown = [img, ...own.flatMap(({ imgs }) => imgs)];
      expect(
        shown.filter((file) => !cards.includes(file)),
        slug,
      ).not.toEqual([]);
    }
  });

  test('each picture of the gallery leads to a cake that shows it', () => {
    for (const file of gallery) {
      const shown = cakes.flatMap(({ img, imgs }) => [img, ...imgs]);
      expect(shown).toContain(file);
    }
  });
});

test.each([2027, 2028, 2040])(
  'besides Sundays, the calendar of %i has its yearly closed days',
  (year) => {
    // Without the Sundays, which would close others in each year.
    const rules = { ...calendar, closedWeekdays: [], daysAhead: 731 };
    const before = Day.parse(`${year - 1}-12-20`);
    const days = Array.from({ length: 375 }, (_, index) => addDays(before, index + 3));
    const closed = days.filter((day) => whyClosed(day, before, rules) && day <= `${year}-12-31`);
    expect(closed).toEqual([
      `${year - 1}-12-25`,
      `${year - 1}-12-26`,
      `${year}-01-01`,
      ...[14, 15, 16, 20, 21, 22, 23].map((date) => `${year}-04-${date}`),
      `${year}-12-25`,
      `${year}-12-26`,
    ]);
  },
);

function withoutCocoaButter(ingredients: string): string {
  return ingredients.replaceAll('cocoa butter', '');
}

function expectUnique(values: unknown[]) {
  expect(values).toEqual([...new Set(values)]);
}
