import type { Locator, Page } from '@playwright/test';
import * as z from 'zod';
import { expect } from './shop-fixture.ts';

const Positions = z.array(z.number());

/** Moves the page at once until an element's top edge is so far below the window's. */
export async function scrollTopTo(element: Locator, distance: number): Promise<void> {
  await element.evaluate((node, below) => {
    const by = node.getBoundingClientRect().top - below;
    scrollBy({ top: by, behavior: 'instant' });
  }, distance);
}

/** As a reader does: window by window to the end, so that everything that waits comes. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight / 2, behavior: 'instant' });
      await nextFrame();
      await nextFrame();
    }
  });
}

/** Below the bar that stays, and no further. */
export async function expectAtTop(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Math.round(node.getBoundingClientRect().top)))
    .toBeLessThan(110);
  await expect(element).toBeInViewport();
}

/** Notes every place that the page passes from now on. */
export async function recordScrolling(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const positions: number[] = [];
    Reflect.set(window, 'positions', positions);
    addEventListener('scroll', () => positions.push(scrollY));
  });
  return async () => Positions.parse(await page.evaluate(() => Reflect.get(window, 'positions')));
}

/** Adds up from the start what has moved under the reader's eyes. */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Reflect.set(window, 'shift', Reflect.get(window, 'shift') + Reflect.get(entry, 'value'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => z.number().parse(await page.evaluate(() => Reflect.get(window, 'shift')));
}
