import type { Locator, Page } from '@playwright/test';
import axe, { type AxeResults } from 'axe-core';
import * as z from 'zod';
import { expect } from './shop-fixture.ts';

/** The rule and the HTML of the elements that break it. */
const Violations = z.array(z.tuple([z.string(), z.array(z.string())]));

/**
 * Expects no axe violations. Waits for finite animations first, but not for those without a duration: a
 * notice of the owner's side uses one to leave after 20 s.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isMotion = ({ effect, timeline }: Animation) => {
      const { activeDuration, endTime } = effect?.getComputedTiming() ?? {};
      const ends = endTime !== Number.POSITIVE_INFINITY;
      return timeline instanceof DocumentTimeline && ends && Number(activeDuration) > 0;
    };
    const moving = document.getAnimations().filter(isMotion);
    return Promise.allSettled(moving.map(({ finished }) => finished));
  });
  expect(await findViolations(page)).toEqual([]);
}

/** Runs axe inside the page, which takes a fifth of the time of `@axe-core/playwright`. */
async function findViolations(page: Page): Promise<z.infer<typeof Violations>> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const results: AxeResults = await Reflect.get(window, 'axe').run({
      resultTypes: ['violations'],
    });
    return results.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
  return Violations.parse(found);
}

/** Expects no axe violations on a phone and on a desktop computer, where they get other elements. */
export async function expectAccessibleAtAllWidths(page: Page, widths = [390, 1280]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }
}

/**
 * Expects no axe violations at the first width, and that nothing is wider than the viewport at any: for
 * states that have the same elements at all widths.
 */
export async function expectAccessibleAndToFit(page: Page, widths = [390, 1280]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    if (width === widths[0]) await expectAccessible(page);
    await expectNoHorizontalScroll(page);
  }
}

/** Expects that nothing is wider than the viewport. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const [wanted, given] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(wanted).toBeLessThanOrEqual(given ?? 0);
}

const MAX_STOPS = 80;

/** Presses Tab until the element has focus. */
export async function tabTo(page: Page, target: Locator): Promise<number> {
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return stops;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}.`);
}

/** Expects that Tab and Shift+Tab never reach the page behind the dialog, nor anything that is covered. */
export async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const stopsInside = await dialog.locator('a, button, input').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stops = 0; stops < stopsInside + 2; stops += 1) {
      await page.keyboard.press(key);
      const isInside = await dialog.evaluate(
        // The body has focus while focus is in the browser's own toolbars.
        (element) =>
          element.contains(document.activeElement) || document.activeElement === document.body,
      );
      expect(isInside).toBe(true);
      expect(await coverOfFocused(page)).toBeNull();
    }
  }
}

/** Expects that Tab reaches no element, from the first to the last, whose middle something covers. */
export async function expectFocusNeverCovered(page: Page): Promise<void> {
  const covered: string[] = [];
  await page.keyboard.press('Tab');
  while (await page.evaluate(() => document.activeElement !== document.body)) {
    const cover = await coverOfFocused(page);
    if (cover !== null) covered.push(cover);
    await page.keyboard.press('Tab');
  }
  expect(covered).toEqual([]);
}

/** @returns the HTML of what covers the middle of the focused element, null if nothing does. */
function coverOfFocused(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const { x, y, width, height } = focused.getBoundingClientRect();
    const shown = document.elementFromPoint(x + width / 2, y + height / 2);
    return focused.contains(shown) ? null : `${focused.outerHTML} under ${shown?.outerHTML}`;
  });
}
