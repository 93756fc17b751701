import { bookOrders } from './booked-orders.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { nameOf, openPage } from './visitor.ts';

// Nobody collects on Sundays.
test.use({ clock: '2026-11-28T18:00:00Z' });

test('the evening before a closed day offers the sheet of the next day with orders', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await signInContext(context, shop, 'owner');
  await bookOrders(shop, [
    { name: nameOf('Tess'), day: 3 },
    { name: nameOf('Mona'), day: 2, items: [{ title: 'Monday Cake' }] },
  ]);
  await openPage(page, '/owner');
  await page.getByRole('link', { name: 'Print Mon 30 Nov' }).click();
  await expect(page.getByRole('heading', { name: 'Monday 30 November 2026' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Monday Cake' })).toHaveCount(1);
});
