import type { Locator, Page, Response } from '@playwright/test';
import { testimonials } from '#cafe/words/testimonials.ts';
import { expectAccessible } from './accessible.ts';
import { holdRequests } from './held-requests.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, type Box, boxOf, dayFromToday, openPage, visitor } from './visitor.ts';

test.use(WITH_MOTION);

const CALENDAR_SCRIPT = '**/collection-calendar-*.js';

test('the gallery shows each picture, enlarges it on click and on Enter, and stays beside the options', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const pictures = page.getByRole('region', { name: 'Pictures' });
  const enlarge = pictures.getByRole('button', { name: 'Show it large' });
  const thumbnail = (number: number) =>
    pictures
      .getByRole('list')
      .last()
      .getByRole('button')
      .nth(number - 1);
  const slide = (number: number) =>
    pictures
      .getByRole('list')
      .first()
      .getByRole('img')
      .nth(number - 1);
  await expect(slide(1)).toBeInViewport({ ratio: 0.9 });
  await thumbnail(2).click();
  await expect(thumbnail(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(thumbnail(1)).toHaveAttribute('aria-pressed', 'false');
  await expect(slide(2)).toBeInViewport({ ratio: 0.9 });
  await expect(slide(1)).not.toBeInViewport();

  const large = page.getByRole('dialog', { name: 'Large picture' });
  await enlarge.click();
  await expect(large).toContainText('2 of 3');
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(enlarge).toBeFocused();
  await page.keyboard.press('Enter');
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(large).toBeHidden();
  await expect(enlarge).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slide(3)).toBeInViewport({ ratio: 0.9 });

  await page.mouse.wheel(0, 900);
  await expect(page.getByRole('heading', { name: 'Collection day' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Show it large' })).toBeInViewport({ ratio: 0.9 });
});

test('sizes show inches and slices, drawn to scale; tabs show allergens and serving info; candles cost £6', async ({
  page,
}) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const price = page.getByRole('status').filter({ hasText: /^£/ });
  await expect(price).toHaveText('£48');
  await page.getByRole('radio', { name: '8 inches 14–18 slices £68 from £3.78 a slice' }).check();
  await expect(price).toHaveText('£68');
  const people = page.getByLabel('How many people?');
  await people.fill('20');
  await expect(people).toHaveAccessibleDescription('10 inches, from £3.29 a slice');
  await expect(price).toHaveText('£92');
  await page.getByRole('radio', { name: /^6 inches/ }).check();
  await expect(price).toHaveText('£48');
  await people.fill('41');
  await expect(people).toHaveAccessibleDescription(/^The largest serves 40. For more, ask us: /);
  await expect(price).toHaveText('£48');
  const message = 'Hello, I would like Berry Drip Cake for 41 people.';
  const link = page.getByRole('status').getByRole('link', { name: 'WhatsApp' });
  await expect(link).toHaveAttribute(
    'href',
    `https://wa.me/447700900000?text=${encodeURIComponent(message)}`,
  );
  const widths = await page
    .getByRole('group', { name: 'Size' })
    .locator('use:last-child')
    .evaluateAll((cakes) => cakes.map((cake) => cake.getBoundingClientRect().width));
  const inches = widths.map((width) => (6 * width) / (widths[0] ?? 0));
  expect(inches.map((each) => Math.round(each * 10) / 10)).toEqual([6, 8, 10, 12]);

  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('listitem')).toHaveText([
    'Eggs',
    'Dairy (milk)',
    'Gluten (wheat)',
    'Soya (soybeans)',
  ]);
  await expect(panel.locator('li svg')).toHaveCount(4);
  await page.getByRole('tab', { name: 'Allergens' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Serving info' })).toBeFocused();
  await expect(panel.getByRole('listitem')).toHaveText(['vege', 'halal friendly', 'alcohol free']);
  await expect(panel.locator('li svg')).toHaveCount(3);
  await expect(panel.getByRole('term')).toHaveText([
    'Carry',
    'Keep',
    'Cut',
    'Eat by',
    'Ingredients',
  ]);
  await expect(panel.getByText('3 days after you collect it')).toBeVisible();

  const touches = page.getByRole('region', { name: 'Personal touches' });
  await expect(touches.getByRole('button')).toHaveText([
    /16 Navy & Gold Tall Candles \(18 cm\).*£6/,
    /16 Rainbow Tall Candles \(18 cm\).*£6/,
    /16 Metallic Silver Tall Candles \(18 cm\).*£6/,
  ]);
  await expect(touches.locator('img')).toHaveCount(3);
  const praise = testimonials.filter(({ cake }) => cake === 'berry-drip-cake');
  await expect(page.getByRole('main').getByRole('blockquote')).toHaveText(
    praise.map(({ text }) => text),
  );
});

test('a box shows neither inches nor slices, and a cake without a message has no message field', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/cakes/cup-cakes/assorted-cup-cakes');
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(
    /^Box of \d+ £[\d.]+ each £[\d.]+$/,
  );
  await expect(page.getByRole('group', { name: 'Size' })).not.toContainText(/inches|slices/);
  await expect(page.getByRole('heading', { name: 'Collection day' })).toBeVisible();
  await expect(page.getByLabel('Message on the cake')).toHaveCount(0);
});

test.describe('on a first visit', () => {
  test.use({ ownContext: true });

  test('the message field counts characters and reports an overlong message', async ({ page }) => {
    const fonts: Response[] = [];
    page.on('response', (response) => {
      if (/cookie.*\.woff2$/.test(response.url())) fonts.push(response);
    });
    await openPage(page, BERRY_DRIP_CAKE);
    const message = page.getByLabel('Message on the cake');
    await expect(message).toHaveAttribute('placeholder', 'Enter text here (max 30 letters)');
    await message.scrollIntoViewIfNeeded();
    expect(fonts).toEqual([]);
    await message.fill('Happy Birthday Zoë');
    await expect(page.getByText('18 / 30')).toBeVisible();
    // On the plaque, in icing; screen readers have it from the field alone.
    await expect(page.getByText('Happy Birthday Zoë')).toHaveCSS('font-family', /^Cookie/);
    await expect(page.getByRole('paragraph').filter({ hasText: 'Zoë' })).toHaveCount(0);
    await expect.poll(() => fonts.length).toBe(1);
    expect((await fonts[0]?.body())?.length).toBeLessThanOrEqual(15_000);
    const widest = 'W'.repeat(30);
    await message.fill(widest);
    const leansOut = await page.getByText(widest).evaluate((icing) => {
      const plaque = icing.parentElement?.getBoundingClientRect();
      return icing.getBoundingClientRect().bottom - (plaque?.bottom ?? 0);
    });
    expect(leansOut).toBeLessThan(0);
    await message.fill('x'.repeat(31));
    await expect(page.getByText('31 / 30')).toBeVisible();
    await expect(message).toHaveAttribute('aria-invalid', 'true');
    await expect(message).toHaveAccessibleDescription(/30/);
    // What is wrong stays beside the field, whatever was pasted, and says what can be piped.
    await message.fill('x'.repeat(500));
    const plaque = page.getByText('x'.repeat(500)).locator('..');
    expect((await plaque.boundingBox())?.height).toBeLessThan(260);
    await message.fill('Happy Birthday 🎂');
    await expect(message).toHaveAccessibleDescription(
      /We pipe letters, numbers and ♥\. Please ring for others\./,
    );
    await message.fill('Happy Birthday ❤️');
    await expect(message).toHaveAttribute('aria-invalid', 'false');
  });
});

test('Buy now works while a candle is still being added', async ({ page }) => {
  const ada = visitor(page);
  const letThrough = await holdRequests(page, '**/assets/basket-*.js');
  await ada.openCake();
  await ada.chooseDay();
  await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
  await page.getByRole('button', { name: 'Buy now' }).first().click();
  letThrough();
  await expect(ada.panel.getByLabel('Your Name')).toBeVisible();
  await expect(ada.panel).toContainText('Berry Drip Cake');
  await expect(ada.panel).toContainText('Rainbow Tall Candles');
});

test('the buy bar appears after 1.5 viewport heights and shows the selection', {
  tag: '@nightly',
}, async ({ page }) => {
  const ada = visitor(page);
  // Low enough that the page's own buttons are not in view yet.
  await page.setViewportSize({ width: 1280, height: 700 });
  await ada.openCake();
  await page.getByRole('radio', { name: /8 inches/ }).check();
  const bar = page.getByRole('region', { name: 'Your choice' });
  const scrollDown = (heights: number) =>
    page.evaluate((by) => scrollTo({ top: by * innerHeight, behavior: 'instant' }), heights);
  await scrollDown(1.49);
  await expect(bar).toBeHidden();
  await scrollDown(1.51);
  await expect(bar).toContainText('Berry Drip Cake');
  await expect(bar).toContainText('8 inches · 14–18 slices');
  await expect(bar).toContainText('£68');
  await expect(bar.getByRole('button')).toHaveText('Choose a day');
  await expectAccessible(page);
  await ada.chooseDay();
  await scrollDown(1.51);
  await expect(bar).toContainText(/\w{3} \d+ \w{3} · 8 inches/);
  await bar.getByRole('button', { name: 'Add to basket' }).click();
  await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
});

test('without a day, both buttons and the candles scroll to the calendar and show SELECT A DAY', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, BERRY_DRIP_CAKE);
  const popUp = page.getByRole('dialog', { name: 'SELECT A DAY' });
  const calendar = page.getByRole('group', { name: 'Collection day' });
  for (const name of ['Add to basket', 'Buy now', /Rainbow Tall Candles/]) {
    await page.getByRole('button', { name }).first().click();
    await expect(popUp).toContainText(
      'Please select a day in which you would like to recive your order.',
    );
    await expect(calendar).toBeInViewport({ ratio: 0.9 });
    await popUp.getByRole('button', { name: 'Show the calendar' }).click();
    await expect(popUp).toBeHidden();
    await expect(calendar.locator('td :focus')).toHaveCount(1);
  }
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true });

  test('the first screen shows picture, name, price and soonest day, and the bar covers nothing', {
    tag: '@nightly',
  }, async ({ page }) => {
    await openPage(page, BERRY_DRIP_CAKE);
    const main = page.getByRole('main');
    const picture = main.getByRole('img').first();
    const box = await boxOf(picture);
    expect(box.width).toBe(390);
    expect(box.height).toBeGreaterThan(300);
    expect(box.height).toBeLessThanOrEqual(0.52 * 664);
    const breadcrumb = await boxOf(page.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(breadcrumb.y + breadcrumb.height).toBeLessThanOrEqual(box.y);
    await expect(visitor(page).heading('Berry Drip Cake')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('status').filter({ hasText: '£48' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(/^Soonest day: \w{3} \d+ \w{3}$/)).toBeInViewport({ ratio: 1 });

    const second = main.getByRole('img').nth(1);
    await swipeLeft(page, box, second);
    await expect(second).toBeInViewport({ ratio: 0.9 });
    await expect(page.locator('[data-shown="true"]')).toHaveCount(1);
    await expect(page.locator('[data-shown]').nth(1)).toHaveAttribute('data-shown', 'true');

    const bar = page.getByRole('region', { name: 'Your choice' });
    await page.evaluate(() => scrollTo({ top: 1.51 * innerHeight, behavior: 'instant' }));
    await expect
      .poll(() => bar.boundingBox())
      .toMatchObject({ x: 0, y: 600, width: 390, height: 64 });
    await expect(bar.getByText('£48')).toBeVisible();
    await bar.getByRole('button', { name: 'Choose a day' }).click();
    await expect(page.getByRole('dialog', { name: 'SELECT A DAY' })).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Buy now' }).scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await expect(page.getByRole('contentinfo').getByRole('link').last()).toBeInViewport();
    await expect(bar).toBeHidden();
    const lowest = await page.evaluate(
      () => document.elementFromPoint(innerWidth / 2, innerHeight - 1)?.closest('footer')?.tagName,
    );
    expect(lowest).toBe('FOOTER');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the calendar loads when it nears the viewport, without layout shift', {
    tag: '@nightly',
  }, async ({ page }) => {
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

test('the next five days can be chosen before the calendar loads, with where and when to collect', async ({
  page,
}) => {
  const ada = visitor(page);
  await page.route(CALENDAR_SCRIPT, () => undefined);
  await ada.openCake();
  const days = page.getByRole('list', { name: 'The next days that can be chosen' });
  await expect(days.getByRole('button')).toHaveCount(5);
  await ada.chooseDay();
  const chosen = page.getByText(/^You collect on \w+ \d+ \w+ \d{4}\.$/);
  await expect(chosen).toBeVisible();
  const panel = page.getByRole('group', { name: 'Collection day' });
  await expect(panel.getByText(/^Collect from 12 Chequer Row, 8am\W+6pm$/)).toBeVisible();
  await expect(panel.getByRole('img', { name: /^A map: number 12 / })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Plan a route' })).toHaveAttribute('href', /maps/);
  const day = (await chosen.innerText()).slice('You collect on '.length);
  await expect(panel.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /text=Hello%2C%20I%20would%20like%20Berry%20Drip%20Cake%206%20in%2C%20on%20/,
  );
  await expect(panel.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    new RegExp(`${encodeURIComponent(day)}$`),
  );
  await expect(page.getByRole('button', { name: 'Next month' })).toHaveCount(0);
});

test.describe('left open overnight', () => {
  test.use({ ownContext: true, expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

  test('a cake’s page keeps what was typed without a network, and then offers the days of today', async ({
    page,
    context,
  }) => {
    await openPage(page, BERRY_DRIP_CAKE);
    const soonest = page.getByText(/^Soonest day: /);
    const before = await soonest.innerText();
    const message = page.getByLabel('Message');
    await message.fill('Happy birthday Zoë');
    // An error page in between would make another field.
    await message.evaluate((field) => field.setAttribute('data-same', 'yes'));
    const wake = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

    await page.clock.setFixedTime(`${dayFromToday(7)}T12:00:00Z`);
    await context.setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('.data'));
    await wake();
    await failed;
    await expect(soonest).toHaveText(before);

    await context.setOffline(false);
    // As the server answers then: its clock stays.
    await page.route('**/berry-drip-cake.data*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(dayFromToday(0), dayFromToday(7));
      await route.fulfill({ response, body });
    });
    await wake();
    await expect(soonest).not.toHaveText(before);
    await expect(message).toHaveValue('Happy birthday Zoë');
    await expect(message).toHaveAttribute('data-same', 'yes');
  });
});

/**
 * A finger drags the picture to the left. It rests at the end: a busy browser may take a quick one for a throw beyond the
 * next picture.
 */
async function swipeLeft(page: Page, { x, y, width, height }: Box, next: Locator): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: x + width * part, y: y + height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.95) });
  // As far as it goes: a busy browser drops some of the moves.
  for (const part of [0.8, 0.6, 0.4, 0.2, 0.1, 0.05]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) });
  }
  await expect(next).toBeInViewport({ ratio: 0.5 });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
