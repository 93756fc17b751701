import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

const BOXED = '/cakes/cup-cakes';
const CALENDAR_SCRIPT = '**/collection-calendar-*.js';

test('the gallery shows each picture and enlarges it on click and on Enter', async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const pictures = page.getByRole('region', { name: 'Pictures' });
  const main = pictures.getByRole('button', { name: 'Show it large' });
  const [first, second] = [
    pictures.getByRole('listitem').nth(0),
    pictures.getByRole('listitem').nth(1),
  ];
  await second.getByRole('button').click();
  await expect(second.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect(first.getByRole('button')).toHaveAttribute('aria-pressed', 'false');
  await expect(main.getByRole('img')).toHaveAttribute('src', /berry-drip-cake-slice/);

  const large = page.getByRole('dialog', { name: 'Large picture' });
  await main.click();
  await expect(large.getByRole('img')).toHaveAttribute('src', /berry-drip-cake-slice/);
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(main).toBeFocused();
  await page.keyboard.press('Enter');
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(large).toBeHidden();
  await expect(main).toBeFocused();
});

test('on a wide screen the pictures stay beside the options', async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await page.mouse.wheel(0, 700);
  await expect(page.getByRole('heading', { name: 'Personal touches' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Show it large' })).toBeInViewport({ ratio: 0.9 });
});

test('the price changes with the size; sizes show inches and slices', async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const price = page.getByRole('status').filter({ hasText: /^£/ });
  await expect(price).toHaveText('£48');
  await page.getByRole('radio', { name: '8 inches 14–18 slices £68' }).check();
  await expect(price).toHaveText('£68');
});

test('a box shows neither inches nor slices', async ({ page }) => {
  await openPage(page, BOXED);
  await page.getByRole('main').getByRole('link', { name: /VIEW/ }).first().click();
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/^Box of \d+ £[\d.]+$/);
  await expect(page.getByRole('group', { name: 'Size' })).not.toContainText(/inches|slices/);
});

test('the message field counts characters and reports an overlong message', async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const message = page.getByLabel('Message on the cake');
  await expect(message).toHaveAttribute('placeholder', 'Enter text here (max 30 letters)');
  await message.fill('Happy Birthday Zoë');
  await expect(page.getByText('18 / 30')).toBeVisible();
  await message.fill('x'.repeat(31));
  await expect(page.getByText('31 / 30')).toBeVisible();
  await expect(message).toHaveAttribute('aria-invalid', 'true');
  await expect(message).toHaveAccessibleDescription(/30/);
});

test('a cake without a message has no message field', async ({ page }) => {
  await openPage(page, '/cakes/cup-cakes/assorted-cup-cakes');
  await expect(page.getByRole('heading', { name: 'Collection day' })).toBeVisible();
  await expect(page.getByLabel('Message on the cake')).toHaveCount(0);
});

test('the tabs show allergens and serving info with icons', async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('listitem')).toHaveText(['Eggs', 'Dairy', 'Gluten', 'Soya']);
  await expect(panel.locator('li svg')).toHaveCount(4);
  await page.getByRole('tab', { name: 'Allergens' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Serving info' })).toBeFocused();
  await expect(panel.getByRole('listitem')).toHaveText(['vege', 'halal friendly', 'alcohol free']);
  await expect(panel.locator('li svg')).toHaveCount(3);
});

test('personal touches are three candles at £6 with pictures', async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const touches = page.getByRole('region', { name: 'Personal touches' });
  await expect(touches.getByRole('button')).toHaveText([
    /16 Navy & Gold Tall Candles \(18 cm\).*£6/,
    /16 Rainbow Tall Candles \(18 cm\).*£6/,
    /16 Metallic Silver Tall Candles \(18 cm\).*£6/,
  ]);
  await expect(touches.locator('img')).toHaveCount(3);
});

test('the buy bar appears after 1.5 viewport heights and shows the selection', async ({ page }) => {
  const ada = visitor(page);
  await ada.openCake();
  await page.getByRole('radio', { name: /8 inches/ }).check();
  const bar = page.getByRole('region', { name: 'Your choice' });
  const scrollDown = (heights: number) =>
    page.evaluate((by) => scrollTo({ top: by * innerHeight, behavior: 'instant' }), heights);
  await scrollDown(1.49);
  await expect(bar).toBeHidden();
  await scrollDown(1.51);
  await expect(bar).toContainText('Berry Drip Cake');
  await expect(bar).toContainText('8 inches · 14–18 slices · No day chosen yet');
  await expect(bar).toContainText('£68');
  await ada.chooseDay();
  await scrollDown(1.51);
  await expect(bar).toContainText(/slices · \w{3} \d+ \w{3}/);
  await bar.getByRole('button', { name: 'Add to basket' }).click();
  await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
});

test('without a day the page scrolls to the calendar and shows the pop-up', async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await page.getByRole('button', { name: 'Buy now' }).click();
  const popUp = page.getByRole('dialog', { name: 'SELECT A DAY' });
  await expect(popUp).toBeVisible();
  const calendar = page.getByRole('group', { name: 'Collection day' });
  await expect(calendar).toBeInViewport({ ratio: 0.9 });
  await popUp.getByRole('button', { name: 'OK' }).click();
  await expect(calendar.locator('td :focus')).toHaveCount(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the calendar loads when it nears the viewport, without layout shift', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const calendar = page.getByRole('group', { name: 'Collection day' });
    await openPage(page, BERRY_DRIP_CAKE);
    const before = await calendar.boundingBox();
    expect(scripts.join()).not.toContain('collection-calendar-');
    await calendar.scrollIntoViewIfNeeded();
    await expect(calendar.getByRole('button', { name: 'Next month' })).toBeVisible();
    expect((await calendar.boundingBox())?.height).toBe(before?.height);
  });
});

test('the next five days can be chosen before the calendar loads', async ({ page }) => {
  const ada = visitor(page);
  await page.route(CALENDAR_SCRIPT, () => undefined);
  await ada.openCake();
  const days = page.getByRole('list', { name: 'The next days that can be chosen' });
  await expect(days.getByRole('button')).toHaveCount(5);
  await ada.chooseDay();
  await expect(page.getByText(/^You collect on \w+ \d+ \w+ \d{4}\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next month' })).toHaveCount(0);
  await ada.addToBasket();
});
