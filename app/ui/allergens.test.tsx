import { expect, test } from 'vitest';
import { renderInSite } from '#test/render-in-site.tsx';
import { AllergenNote } from './allergens.tsx';

test('cakes with the same title show the allergens of all of them', () => {
  const html = renderInSite(
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
