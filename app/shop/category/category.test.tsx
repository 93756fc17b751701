import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { cafe } from '#cafe/cafe.ts';
import { renderInSite } from '#test/render-in-site.tsx';
import { sampleCake, sampleCategory } from '#test/samples.ts';
import Category from './category.tsx';

const category = sampleCategory(1, 'doughnuts');

const LOADED = {
  category,
  categories: [],
  choice: { diets: [] },
  cards: [],
  total: 0,
  unfiltered: 0,
  alts: {},
  page: 1,
  pages: 1,
};
const CARD = { id: 'ring', cake: sampleCake('ring'), servings: '', price: '£48', marks: [] };

function htmlOf(changes: object): string {
  const loaded = { ...LOADED, ...changes };
  const Page = createRoutesStub([
    { id: 'category', path: '/cakes/:category', Component: Category },
  ]);
  return renderInSite(
    <Page
      initialEntries={['/cakes/doughnuts']}
      hydrationData={{ loaderData: { category: loaded } }}
    />,
  );
}

test('an empty category says so kindly, and how to go on', () => {
  const html = htmlOf({});
  expect(html).toContain('These shelves are empty just now');
  expect(html).toContain(cafe.contact.phone.display);
  expect(html).toContain('See all cakes');
});

test('where no cake of a category suits all diets, they can be looked for among all cakes', () => {
  const html = htmlOf({ choice: { diets: ['vegan'], sort: 'price' }, unfiltered: 3 });
  expect(html).toContain('0 of 3 cakes');
  expect(html).toContain('href="/cakes?diet=vegan&amp;sort=price"');
  expect(html).toContain('Nothing in Category 1 suits all of these');
});

test.each([
  { page: 1, previous: undefined, next: '/cakes/doughnuts?page=2#shelf' },
  { page: 2, previous: '/cakes/doughnuts#shelf', next: '/cakes/doughnuts?page=3#shelf' },
  { page: 3, previous: '/cakes/doughnuts?page=2#shelf', next: undefined },
])('page $page of a long category leads to those beside it', ({ page, previous, next }) => {
  const html = htmlOf({ cards: [CARD], page, pages: 3 });
  expect(html).toContain(`Page ${page} of 3`);
  const linked = (rel: string) => new RegExp(`<a [^>]*rel="${rel}"[^>]*>`).exec(html)?.[0];
  expect(/href="([^"]*)"/.exec(linked('prev') ?? '')?.[1]).toBe(previous);
  expect(/href="([^"]*)"/.exec(linked('next') ?? '')?.[1]).toBe(next);
});

test('a category that fits a page speaks of none', () => {
  expect(htmlOf({ cards: [CARD] })).not.toContain('Page 1');
});
