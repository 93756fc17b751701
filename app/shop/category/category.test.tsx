import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { cafe } from '#cafe/cafe.ts';
import { renderInSite } from '#test/render-in-site.tsx';
import { sampleCategory } from '#test/samples.ts';
import Category from './category.tsx';

const category = sampleCategory(1, 'doughnuts');

const LOADED = {
  category,
  categories: [],
  choice: { diets: [] },
  cards: [],
  unfiltered: 0,
  alts: {},
};

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
  expect(html).toContain(cafe.contact.phone);
  expect(html).toContain('See all cakes');
});

test('where no cake of a category suits all diets, they can be looked for among all cakes', () => {
  const html = htmlOf({ choice: { diets: ['vegan'], sort: 'price' }, unfiltered: 3 });
  expect(html).toContain('0 of 3 cakes');
  expect(html).toContain('href="/cakes?diet=vegan&amp;sort=price"');
  expect(html).toContain('Nothing in Category 1 suits all of these');
});
