import type { Page } from '@playwright/test';
import * as z from 'zod';
import { scrollThrough } from './scrolling.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage, visitor } from './visitor.ts';

test.use({ ownContext: true });

const Violation = z.object({ page: z.string(), directive: z.string(), blocked: z.string() });

/**
 * Records violations of the content security policy on the shop's pages. The browser also reports them in
 * the console, where unexpected errors fail every test (shop-fixture.ts).
 */
async function recordViolations(page: Page, shop: { origin: string }) {
  const violations: z.infer<typeof Violation>[] = [];
  await page.exposeFunction('noteViolation', (seen: unknown) => {
    const violation = Violation.parse(seen);
    // The practice services have policies of their own.
    if (violation.page.startsWith(shop.origin)) violations.push(violation);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const { documentURI, effectiveDirective, blockedURI, sourceFile } = event;
      Reflect.get(
        window,
        'noteViolation',
      )({
        page: documentURI,
        directive: effectiveDirective,
        blocked: `${blockedURI} ${sourceFile}`,
      });
    });
  });
  return violations;
}

test.describe('pages opened by URL', () => {
  test.use({ expectedErrors: /404/ });

  test('no page, overlay or drawer violates the policy, including 404 pages', {
    tag: '@nightly',
  }, async ({ page, shop }) => {
    const violations = await recordViolations(page, shop);
    await page.setViewportSize({ width: 390, height: 844 });
    await openPage(page, '/');
    await page.locator('#gallery').getByRole('button').first().click();
    await page.getByRole('button', { name: 'Next photo' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('link', { name: 'ABOUT US' })
      .click();
    await expect(page).toHaveURL('/about-us');
    await scrollThrough(page);
    await openPage(page, BERRY_DRIP_CAKE);
    await scrollThrough(page);
    for (const path of [
      '/cakes/doughnuts',
      '/about-us',
      '/payment-loading',
      '/thank-you-page/no-order',
      '/no-such-page',
    ]) {
      await openPage(page, path);
      await scrollThrough(page);
    }
    expect(violations).toEqual([]);
  });
});

test.describe('the policy blocks', () => {
  test.use({ expectedErrors: /Content Security Policy|TrustedHTML|TrustedScript/ });

  test('strings as HTML or code, and scripts of other origins', async ({ page, shop }) => {
    const violations = await recordViolations(page, shop);
    await openPage(page, '/');
    const refused = await page.evaluate(async () => {
      // Code that Playwright evaluates is exempt from the policy; code in a timer is not.
      await new Promise((resolve) => setTimeout(resolve));
      const attempt = (act: () => void) => {
        try {
          act();
          return 'allowed';
        } catch {
          return 'refused';
        }
      };
      const html = '<img src="x" onerror="alert(1)">';
      return {
        html: attempt(() => Reflect.set(document.createElement('div'), 'innerHTML', html)),
        code: attempt(() => Reflect.construct(Function, ['return 1'])),
        address: attempt(() => {
          Reflect.set(document.createElement('script'), 'src', 'https://evil.example/x.js');
        }),
        timer: attempt(() => Reflect.apply(setTimeout, window, ['alert(1)'])),
        // React needs this to render the whole document again.
        emptyScript: attempt(() => {
          Reflect.set(document.createElement('div'), 'innerHTML', '<script></script>');
        }),
      };
    });
    expect(refused).toEqual({
      html: 'refused',
      code: 'refused',
      address: 'refused',
      timer: 'refused',
      emptyScript: 'allowed',
    });
    await page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'https://evil.example/pixel.gif';
      document.body.append(image);
    });
    await expect
      .poll(() => new Set(violations.map(({ directive }) => directive)))
      .toEqual(new Set(['require-trusted-types-for', 'img-src']));
  });
});

test.describe('when an extension changes the page before hydration', () => {
  // React reports the mismatch and renders the whole document again.
  test.use({ expectedErrors: /Minified React error #418/ });

  test('the page works', { tag: '@nightly' }, async ({ page, shop }) => {
    const violations = await recordViolations(page, shop);
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const title = document.querySelector('h1');
        const font = document.createElement('font');
        font.textContent = 'Translated';
        title?.replaceChildren(font);
      });
    });
    const ada = visitor(page);
    await ada.openCake();
    await expect(ada.heading('Berry Drip Cake')).toBeVisible();
    await ada.chooseDay();
    await ada.addToBasket();
    await expect(ada.basket.getByRole('listitem')).toHaveCount(1);
    expect(violations).toEqual([]);
  });
});
