import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/chromium.ts';
import { BERRY_DRIP_CAKE, go, visitor } from '../test/e2e/visitor.ts';
import { buildIfNeeded } from './build.ts';
import { freePorts } from './free-ports.ts';
import { checkNodeVersion } from './node-version.ts';
import { startRunningShop } from './running-shop.ts';

// `npm run shots`: pictures of every page and state at three widths, to look at.

const OUT = 'shots';
const WIDTHS = [390, 768, 1440];

/** What is in the picture, and how a visitor comes to see it. The last ones order and pay. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => go(page, '/'),
  category: (page) => go(page, '/cakes/celebration-cakes'),
  cake: (page) => go(page, BERRY_DRIP_CAKE),
  'about-us': (page) => go(page, '/about-us'),
  privacy: (page) => go(page, '/privacy'),
  'not-found': (page) => page.goto('/no-such-page'),
  'payment-without-details': (page) => go(page, '/payment-loading'),
  menu: async (page) => {
    await go(page, '/');
    await page.getByRole('button', { name: 'Menu' }).click();
  },
  'gallery-overlay': async (page) => {
    await go(page, '/');
    await page.locator('#gallery button').first().click();
  },
  'select-a-day': async (page) => {
    await go(page, BERRY_DRIP_CAKE);
    await page.getByRole('button', { name: 'Buy now' }).click();
  },
  'basket-empty': async (page) => {
    await go(page, '/');
    await page
      .getByRole('button', { name: /BASKET/ })
      .first()
      .click();
  },
  basket: async (page) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await page.getByRole('button', { name: /Rainbow Tall Candles/ }).click();
    await ada.addToBasket();
  },
  'pick-up-errors': async (page) => {
    const ada = visitor(page);
    await ada.openCake();
    await ada.chooseDay();
    await page.getByRole('button', { name: 'Buy now' }).click();
    await ada.panel.getByRole('button', { name: 'Place Your Order' }).focus();
    await page.keyboard.press('Enter');
  },
  'card-page': (page) => visitor(page).goToCheckout(),
  'thank-you': async (page) => {
    const ada = visitor(page);
    await ada.goToCheckout();
    await ada.pay();
    await ada.heading('Thank you').waitFor();
  },
};

checkNodeVersion();
buildIfNeeded();
await mkdir(OUT, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-shots-'));
const shop = await startRunningShop(await freePorts(3, 34_000), { DATA_DIR: dataDir });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
for (const width of WIDTHS) {
  for (const [name, show] of Object.entries(states)) await shoot(browser, width, name, show);
}
await browser.close();
await shop.stop();
await rm(dataDir, { recursive: true });
console.log(`${Object.keys(states).length * WIDTHS.length} pictures are in ${OUT}/.`);

async function shoot(
  browser: Browser,
  width: number,
  name: string,
  show: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await browser.newPage({
    baseURL: shop.origin,
    viewport: { width, height: width < 768 ? 844 : 900 },
  });
  try {
    await show(page);
    const isDialogOpen = (await page.locator('dialog[open]').count()) > 0;
    if (!isDialogOpen) await scrollThrough(page);
    await page.screenshot({ path: `${OUT}/${name}-${width}.png`, fullPage: !isDialogOpen });
  } catch (error) {
    // The menu is there on phones only; whatever else is missing should be seen as missing.
    console.warn(
      `${name} at ${width} px: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    );
  }
  await page.close();
}

/** What comes into sight is loaded and faded in then. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.all(
        [...document.images]
          .filter(
            (image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight,
          )
          .map((image) => image.decode().catch(() => undefined)),
      );
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
}
