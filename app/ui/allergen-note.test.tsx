import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AllergenNote } from './allergen-note.tsx';

test('cakes with the same title show the allergens of all of them', () => {
  const html = renderToStaticMarkup(
    <AllergenNote
      items={[
        { title: 'Brownie', allergens: ['Nuts', 'Eggs'], contains: ['Eggs', 'Nuts (almonds)'] },
        { title: 'Brownie', allergens: ['Eggs', 'Dairy'] },
      ]}
    />,
  );
  expect(html).toContain('<strong>Brownie</strong> Eggs, Nuts (almonds), Dairy<');
});
