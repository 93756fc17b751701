import { freePorts } from '../../harness/free-ports.ts';
import { startSecondServer } from '../../harness/running-shop.ts';
import { openLive } from './live-page.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, visitor } from './visitor.ts';

test('a price change reaches the open pages of both servers', { tag: '@nightly' }, async ({
  page,
  context,
  shop,
  owner,
}) => {
  const ada = visitor(page);
  const second = await startSecondServer(shop, await freePorts(1, 19_000));
  try {
    const cake = `${second.origin}${BERRY_DRIP_CAKE}`;
    await openLive(page, cake);
    await page.getByRole('radio', { name: /8 inches/ }).check();
    await ada.chooseDay();
    await ada.addToBasket();
    await page.keyboard.press('Escape');
    const onAnotherServer = await context.newPage();
    await openLive(onAnotherServer, BERRY_DRIP_CAKE);

    await owner.changePrice('berry-drip-cake', '8', 70, 68);
    for (const open of [page, onAnotherServer]) {
      const size = open.locator('label', { hasText: '8 inches' });
      await expect(size).toContainText('£70');
    }
    await page.reload();
    await expect(page.getByRole('radio', { name: /8 inches .*£70/ })).toBeVisible();

    await ada.openBasket();
    await expect(ada.basket).toContainText('it was £68 and is now £70');
    await expect(ada.basket).toContainText('Total £70');
    await ada.basket.getByRole('button', { name: 'Checkout' }).click();
    await ada.fillIn();
    await ada.placeOrder();
    await ada.pay();
    await expect(ada.heading('Thank you')).toBeVisible();
    // Leave before the server closes, because pending requests would fail.
    await page.goto('about:blank');
  } finally {
    await second.stop();
  }
});
