import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AllergenNote } from './allergens.tsx';

test('cakes with the same title show the allergens of all of them', () => {
  const html = renderToStaticMarkup(
    <AllergenNote
      items={[
        {
          title: 'Brownie',
          allergens: ['Nuts', 'Eggs'],
          contains: ['Eggs', 'Nuts (almonds)'],
          mayContain: ['Sesame'],
        },
        {
          title: 'Brownie',
          allergens: ['Eggs', 'Dairy'],
          mayContain: ['Nuts (almonds)', 'Celery'],
        },
      ]}
    />,
  );
  expect(html.replace(/<[^>]*>/g, '')).toContain(
    'Brownie Contains: Eggs, Nuts (almonds), Dairy. May contain: Sesame, Celery.',
  );
});
