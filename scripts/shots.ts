import { mkdir } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { postPractice } from '../harness/practice-services.ts';
import { type RunningShop, withRunningShop } from '../harness/running-shop.ts';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/e2e/browsers.ts';
import { states } from './shot-states.ts';

// `npm run shots`: screenshots of every page and state at three widths; with names after `--`, only of
// those.

const OUT = 'shots';
const WIDTHS = [390, 768, 1440];

checkNodeVersion();
buildIfNeeded();
await mkdir(OUT, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGUMENTS });
const only = process.argv.slice(2);
const names = Object.keys(states).filter((name) => only.length === 0 || only.includes(name));
const failed: string[] = [];
await withRunningShop(34_000, {}, async (shop) => {
  for (const width of WIDTHS) {
    for (const name of names) await takeScreenshot(shop, name, width);
  }
});
await browser.close();
console.log(`${names.length * WIDTHS.length - failed.length} screenshots are in ${OUT}/.`);
console.log(failed.join('\n'));
process.exit(failed.length);

async function takeScreenshot(shop: RunningShop, name: string, width: number): Promise<void> {
  await postPractice(shop.stripe, 'settings', { webhooks: 'normal', api: 'normal' });
  await postPractice(shop.mail, 'settings', { sending: 'works' });
  const page = await browser.newPage({
    baseURL: shop.origin,
    viewport: { width, height: width < 768 ? 844 : 900 },
  });
  try {
    await states[name]?.(page, shop);
    const showsPart = name === 'buy-bar' || (await page.locator('dialog[open]').count()) > 0;
    if (!showsPart) await scrollThrough(page);
    await decodeImages(page, showsPart ? 'dialog[open] img' : 'img');
    await page.screenshot({
      path: `${OUT}/${name}-${width}.png`,
      fullPage: !showsPart,
      // In their final state.
      animations: 'disabled',
    });
  } catch (error) {
    failed.push(`${name} at ${width} px: ${error instanceof Error ? error.message : error}`);
  }
  await page.close();
}

/** Elements fade in when they come into view. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
}

async function decodeImages(page: Page, selector: string): Promise<void> {
  await page.evaluate(async (imageSelector) => {
    const images = document.querySelectorAll<HTMLImageElement>(imageSelector);
    for (const image of images) image.loading = 'eager';
    await Promise.allSettled([...images].map((image) => image.decode()));
  }, selector);
}
