import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { sampleCategory } from '#test/samples.ts';
import Category from './category.tsx';

test('an empty category says so kindly, and how to go on', () => {
  const loaded = { category: sampleCategory(1, 'doughnuts'), cakes: [] };
  const Page = createRoutesStub([
    { id: 'category', path: '/cakes/:category', Component: Category },
  ]);
  const html = renderToString(
    <Page
      initialEntries={['/cakes/doughnuts']}
      hydrationData={{ loaderData: { category: loaded } }}
    />,
  );
  expect(html).toContain('These shelves are empty just now');
  expect(html).toContain('020 7946 0000');
  expect(html).toContain('See all cakes');
});
