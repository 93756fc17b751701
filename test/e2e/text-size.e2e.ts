import type { CDPSession, Locator, Page } from '@playwright/test';
import { bookOrders } from './booked-orders.ts';
import { holdRequests } from './held-requests.ts';
import { recordShifts } from './scrolling.ts';
import { expect, test } from './shop-fixture.ts';
import { signInContext } from './staff.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

const DEFAULT_FONTS = [16, 24, 32];
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
];

test.use({ ownContext: true, hasTouch: true });

test('pages fit with any default font on a phone, on its side, and on a desktop', {
  tag: '@nightly',
}, async ({ page }) => {
  test.slow();
  for (const path of ['/', '/cakes', '/cakes/celebration-cakes', '/about-us', '/terms']) {
    await openPage(page, path);
    await expectToFit(page);
  }
});

test('the owner’s pages and the form of a cake fit with any default font', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  test.slow();
  await signInContext(context, shop, 'owner');
  const [order] = await bookOrders(shop, [{ name: 'Ada', email: 'a@b.example' }]);
  for (const path of [
    '/owner/week',
    '/owner/calendar',
    `/owner/orders/${order?.id}`,
    '/owner/orders/new',
    '/owner/money/sales',
    '/owner/prices?percent=5&step=50',
    '/owner/cakes',
  ]) {
    await openPage(page, path);
    await expectToFit(page);
  }
  await page.getByRole('main').getByRole('link', { name: 'Berry Drip Cake' }).first().click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expectToFit(page);
});

test('the cafe’s name is one line on a phone, also with wide text spacing', {
  tag: '@nightly',
}, async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, '/');
    const name = page.getByRole('heading', { level: 1 });
    const lines = await name.evaluate((heading) => {
      const spacing = new CSSStyleSheet();
      // WCAG 2.2, 1.4.12.
      spacing.replaceSync('* { letter-spacing: 0.12em !important; line-height: 1.5 !important }');
      document.adoptedStyleSheets.push(spacing);
      const text = document.createRange();
      text.selectNodeContents(heading);
      return text.getClientRects().length;
    });
    expect(lines, `at ${width} px`).toBe(1);
  }
});

test('what the home page says first can be scrolled to and pressed with large text', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, '/');
  await setDefaultFont(await page.context().newCDPSession(page), 32);
  const link = page.getByRole('link', { name: /See the cakes/ });
  await expect(link).not.toBeInViewport({ ratio: 1 });
  await link.getByText('See the cakes').click();
  await expect(page.getByRole('region', { name: 'Cakes and Pastries' })).toBeFocused();
});

for (const path of ['/', '/cakes/celebration-cakes', '/about-us', BERRY_DRIP_CAKE]) {
  test(`${path} does not shift when its fonts arrive after it is painted`, {
    tag: '@nightly',
  }, async ({ page }) => {
    const shifts = await recordShifts(page);
    const deliver = await holdRequests(page, '**/*.woff2');
    await page.setViewportSize({ width: 360, height: 664 });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    deliver();
    await page.evaluate(() => document.fonts.ready);
    await expect
      .poll(() => page.evaluate(() => document.fonts.check('600 1em Fraunces Variable')))
      .toBe(true);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await shifts()).toBeLessThan(0.005);
  });
}

test('every step of an order fits with any default font', { tag: '@nightly' }, async ({ page }) => {
  test.slow();
  const ada = visitor(page);
  await openPage(page, BERRY_DRIP_CAKE);
  await ada.openBasket();
  await expect(ada.basket.getByRole('link', { name: 'Battenberg Loaf' })).toBeVisible();
  await expectToFit(page);
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Collection day' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('button', { name: 'Buy now' }).click();
  await expect(page.getByRole('dialog', { name: 'SELECT A DAY' })).toBeVisible();
  await expectToFit(page);
  await page.keyboard.press('Escape');
  await ada.chooseDay();
  await ada.addToBasket();
  await expect(ada.basket.getByText('Total')).toBeVisible();
  await expectToFit(page);
  await ada.basket.getByRole('button', { name: 'Checkout' }).click();
  await ada.fillIn();
  await expectToFit(page);
  await ada.placeOrder();
  await ada.pay();
  await expect(ada.heading('Thank you')).toBeVisible();
  await expectToFit(page);
});

test('each day of the month is a target of 44 px on a phone and a tablet, and a row with a large default font', {
  tag: '@nightly',
}, async ({ page }) => {
  const days = page.getByRole('gridcell').getByRole('button');
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 568 });
    await openPage(page, BERRY_DRIP_CAKE);
    await page.getByRole('group', { name: 'Collection day' }).scrollIntoViewIfNeeded();
    await expect(days.first()).toBeVisible();
    const smallest = await days.evaluateAll((all) =>
      Math.min(
        ...all
          .map((day) => day.getBoundingClientRect())
          .flatMap(({ width, height }) => [width, height]),
      ),
    );
    expect(smallest).toBeGreaterThanOrEqual(44);
  }

  const session = await page.context().newCDPSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const columns = () =>
    days.evaluateAll((all) => new Set(all.map((day) => day.getBoundingClientRect().left)).size);
  await expect.poll(columns).toBe(7);
  await setDefaultFont(session, 32);
  await expect.poll(columns).toBe(1);
});

test('in forced colours a chosen diet and tab differ from the others', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(page, '/cakes?diet=vegan');
  const diets = page.getByRole('navigation', { name: 'Diets' });
  const fill = (name: string) =>
    diets.getByRole('link', { name }).evaluate((it) => getComputedStyle(it).backgroundColor);
  expect(await fill('Vegan')).not.toBe(await fill('Without nuts'));

  await openPage(page, BERRY_DRIP_CAKE);
  const line = (name: string) =>
    page.getByRole('tab', { name }).evaluate((it) => getComputedStyle(it).borderBottomColor);
  expect(await line('Allergens')).not.toBe(await line('Serving info'));
});

test('in forced colours the owner’s chosen list and the day of today differ from the others', {
  tag: '@nightly',
}, async ({ page, context, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInContext(context, shop, 'owner');
  await openPage(page, '/owner/orders');
  const style = (link: Locator, name: string) =>
    link.evaluate((it, property) => getComputedStyle(it).getPropertyValue(property), name);
  const list = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await style(list('All'), 'color')).not.toBe(await style(list('Ready'), 'color'));
  await openPage(page, '/owner/calendar');
  const days = page.getByRole('main').getByRole('link', { name: /\d{4}/ });
  const border = (which: string) =>
    style(days.and(page.locator(which)).first(), 'border-top-width');
  expect(await border('[aria-current]')).not.toBe(await border(':not([aria-current])'));
});

async function expectToFit(page: Page) {
  const session = await page.context().newCDPSession(page);
  for (const font of DEFAULT_FONTS) {
    await setDefaultFont(session, font);
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      expect
        .soft(await page.evaluate(findProblems), `${page.url()}, ${font} px at ${window.width} px`)
        .toEqual([]);
    }
  }
  await setDefaultFont(session, 16);
  await session.detach();
}

function setDefaultFont(session: CDPSession, standard: number) {
  return session.send('Page.setFontSizes', { fontSizes: { standard } });
}

/** Runs inside the page. Scrolls to the middle, where sticky elements stick. */
function findProblems(): string[] {
  const dialog = document.querySelector('dialog:modal');
  const root = dialog ?? document.body;
  const scroller = dialog ?? document.documentElement;
  scroller.scrollTo({ top: scroller.scrollHeight / 2, behavior: 'instant' });

  function describe(problem: string, element: Element): string {
    return `${problem}: ${element.className} ${element.textContent.trim().slice(0, 40)}`;
  }

  function isVisible(element: Element): boolean {
    const hidden = element.closest('noscript') ?? isClipped(element);
    return !hidden && element.checkVisibility({ visibilityProperty: true });
  }

  function isClipped(element: Element | null): boolean {
    if (!element) return false;
    return getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement);
  }

  function visible(selector: string): Element[] {
    return [...root.querySelectorAll(selector)].filter(isVisible);
  }

  function findBrokenWords(): string[] {
    const range = document.createRange();
    return visible('*:not(a[href^="mailto:"], script, style)').flatMap((element) =>
      [...element.childNodes]
        .filter((node) => node instanceof Text)
        .flatMap((text) =>
          [...text.data.matchAll(/[^\s\-–—/@.\u2060]+/g)]
            .filter(({ index, 0: word }) => {
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              const lines = [...range.getClientRects()].map(({ top }) => Math.round(top / 8));
              return new Set(lines).size > 1;
            })
            .map(([word]) => describe(`breaks inside ${word}`, element)),
        ),
    );
  }

  function shareCovered(element: Element): number {
    const { top, bottom, width } = element.getBoundingClientRect();
    if (width < innerWidth / 2) return 0;
    return Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)) / innerHeight;
  }

  /** Bars that leave the window have a negative inset. */
  function isBar(element: Element): boolean {
    const { position, top, bottom } = getComputedStyle(element);
    const isInset = [top, bottom].some((inset) => Number.parseFloat(inset) >= 0);
    return element !== dialog && isInset && /fixed|sticky/.test(position);
  }

  function isSmall(target: Element): boolean {
    const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
    const isInText =
      getComputedStyle(target).display.startsWith('inline') && target.closest('p, dd');
    return !isInText && width > 0 && Math.min(width, height) < 43.5;
  }

  function contrastWithWhite(element: Element): number {
    const parts = getComputedStyle(element).borderTopColor.match(/\d+/g) ?? [];
    const [red = 0, green = 0, blue = 0] = parts.map((part) => (Number(part) / 255) ** 2.2);
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  }

  const covered = visible('*').filter(isBar).map(shareCovered);
  return [
    ...[document.documentElement, scroller]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((it) => `is ${it.scrollWidth} px wide`),
    ...findBrokenWords(),
    ...(covered.reduce((sum, share) => sum + share, 0) > 0.5 ? ['bars cover half'] : []),
    // Beside the testimonials’ dots larger buttons do the same. The target of a file's field is its label.
    ...visible(
      'a[href], button:not([aria-label^="Testimonial"]), input:not([type="file"]), summary',
    )
      .filter(isSmall)
      .map((target) => describe('is a small target', target)),
    ...visible('input:not([type="radio"]), label:has([type="radio"])')
      .filter((field) => contrastWithWhite(field) < 3)
      .map((field) => describe('has a faint border', field)),
  ];
}
