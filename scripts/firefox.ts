import { launch, type Page } from 'puppeteer-core';
import '../test/clock.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { withRunningShop } from '../harness/running-shop.ts';
import { CARD_EXPIRY, CARDS } from '../test/card-page.ts';
import { findFirefox } from '../test/e2e/browsers.ts';

// `npm run test:firefox` orders a cake in the installed Firefox. Through Puppeteer, because Playwright
// drives only a patched Firefox, or one newer than Debian's.

const CAKE = '/cakes/celebration-cakes/berry-drip-cake';
const LONGEST_STEP_MS = 60_000;

buildIfNeeded();
const executablePath = findFirefox();
if (!executablePath) {
  console.log(
    'Firefox is not installed (Debian: firefox-esr). FIREFOX=/path/to/firefox names one.',
  );
  process.exit(1);
}
const errors: string[] = [];
await withRunningShop(17_000, {}, async (shop) => {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(LONGEST_STEP_MS);
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await orderCake(page, shop.origin).catch((error: unknown) => {
      errors.push(`${error} at ${page.url()}`);
    });
  } finally {
    await browser.close();
  }
});
for (const error of errors) console.error(error);
console.log(`Ordered a cake in Firefox: ${errors.length} errors in its console`);
process.exitCode = errors.length === 0 ? 0 : 1;

/** From the cake's page to the thank-you page. */
async function orderCake(page: Page, origin: string): Promise<void> {
  await page.goto(origin + CAKE);
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main !== null && Object.keys(main).some((key) => key.startsWith('__react'));
  });
  // The second of the next open days: the first may be too soon once it is midnight.
  await page
    .locator('ul[aria-label="The next days that can be chosen"] li:nth-child(2) button')
    .click();
  await page.locator('::-p-aria([name="Buy now"][role="button"])').click();
  await fill(page, 'name', 'Ada Lovelace');
  await fill(page, 'email', 'ada@example.org');
  await fill(page, 'tel', '020 7946 0123');
  await page.locator('::-p-aria([name="Place Your Order"][role="button"])').click();

  await fill(page, 'cc-number', CARDS.pays);
  await fill(page, 'cc-exp', CARD_EXPIRY);
  await fill(page, 'cc-csc', '123');
  await fill(page, 'cc-name', 'Ada Lovelace');
  await page.locator('button::-p-text(Pay £)').click();
  await page.locator('h1::-p-text(Thank you)').wait();
}

async function fill(page: Page, autocomplete: string, text: string): Promise<void> {
  await page.locator(`input[autocomplete="${autocomplete}"]`).fill(text);
}
