import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, hydration, openPage, visitor } from './visitor.ts';

test.use({ viewport: { width: 390, height: 664 } });

test('Back closes what is open, and the page below stays', { tag: '@nightly' }, async ({
  page,
}) => {
  const ada = visitor(page);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const openMenu = page.getByRole('button', { name: 'Menu' });
  await openPage(page, '/cakes/celebration-cakes');
  await page.getByRole('link', { name: /Berry Drip Cake/ }).click();
  await expect(ada.heading('Berry Drip Cake')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('.data')) loads.push(request.url());
  });

  await openMenu.click();
  await menu.getByRole('button', { name: 'BASKET' }).click();
  await page.goBack();
  await expect(ada.basket).toBeHidden();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await openMenu.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.goForward();
  // Neither Escape nor Forward leaves the page at the entry of a closed dialog.
  await expect.poll(() => page.evaluate(() => history.state.dialogs ?? [])).toEqual([]);

  const photo = page.getByRole('dialog', { name: 'Large picture' });
  await page.evaluate(() => scrollTo({ top: 120, behavior: 'instant' }));
  await page.getByRole('button', { name: 'Show it large' }).click();
  await expect(photo).toBeVisible();
  // A click scrolls to what it is for.
  const scrolled = await page.evaluate(() => scrollY);
  await page.goBack();
  await expect(photo).toBeHidden();
  await expect(page).toHaveURL(BERRY_DRIP_CAKE);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  // What is chosen in the pop-up is kept in the page's entry.
  const popUp = page.getByRole('dialog', { name: 'SELECT A DAY' });
  const buyNow = page.getByRole('button', { name: 'Buy now' });
  await buyNow.click();
  await expect(popUp).toBeVisible();
  await page.goBack();
  await expect(popUp).toBeHidden();
  await expect(page).toHaveURL(BERRY_DRIP_CAKE);
  await buyNow.click();
  await popUp.getByRole('listitem').nth(1).getByRole('button').click();
  await expect(ada.panel).toBeVisible();
  await page.goBack();
  await expect(ada.panel).toBeHidden();
  expect(loads).toEqual([]);
  await page.evaluate(() => localStorage.removeItem('basket'));
  await page.reload();
  await expect(page.getByText(/^You collect on \w+ \d+ \w+ \d{4}\.$/)).toBeVisible();
  await hydration(page);

  // Closed by a button or Escape, nothing leaves an entry behind; a link takes the place of its dialog's.
  await openMenu.click();
  await menu.getByRole('link', { name: 'ABOUT US' }).click();
  await expect(page).toHaveURL('/about-us');
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(BERRY_DRIP_CAKE);
  await page.goBack();
  await expect(page).toHaveURL('/cakes/celebration-cakes');
});

test('Back leads back before the next page has been rendered', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await page.evaluate(() => {
    const push = history.pushState;
    history.pushState = function pushAndGoBack(...entry) {
      push.apply(this, entry);
      history.back();
    };
  });
  // Rendering takes longer than the browser needs for `back`.
  const browser = await context.newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  const loaded = page.waitForResponse((response) =>
    response.url().includes('berry-drip-cake.data'),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await loaded;
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page).toHaveURL(BERRY_DRIP_CAKE);
  await expect(visitor(page).heading('Berry Drip Cake')).toBeVisible();
});

test('what is typed at checkout outlasts a reload and a closed tab, and ends with the order', {
  tag: '@nightly',
}, async ({ page, context }) => {
  const ada = visitor(page);
  await ada.prepareOrder();
  await ada.panel.getByLabel('Email address').fill('ada@gmial.con');
  await ada.panel.getByLabel('Phone number').fill('none');
  await page.reload();
  await expect(ada.panel.getByLabel('Your Name')).toHaveValue('Ada Lovelace');
  await page.goBack();
  await expect(ada.panel).toBeHidden();
  const other = await context.newPage();
  await openPage(other, '/');
  const bo = visitor(other);
  await bo.openBasket();
  await bo.basket.getByRole('button', { name: 'Checkout' }).click();
  await expect(bo.panel.getByLabel('Phone number')).toHaveValue('none');

  // Asked once, and what is probably meant is suggested.
  await bo.placeOrder();
  await expect(bo.panel.getByText('Can we reach you?')).toBeVisible();
  await bo.panel.getByRole('button', { name: 'Did you mean gmail.com?' }).click();
  await expect(bo.panel.getByLabel('Email address')).toHaveValue('ada@gmail.com');
  await expect(bo.panel.getByText('Can we reach you?')).toBeHidden();
  await bo.placeOrder();
  await bo.pay();
  await expect(bo.heading('Thank you')).toBeVisible();
  await hydration(other);
  await expect.poll(() => other.evaluate(() => localStorage.getItem('details'))).toBeNull();
});
