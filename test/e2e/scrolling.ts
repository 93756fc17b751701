import type { Locator, Page } from '@playwright/test';
import * as z from 'zod';
import { expect } from './shop-fixture.ts';

const Positions = z.array(z.number());

/** Scrolls at once until the element's top edge is `distance` px below the top of the viewport. */
export async function scrollTopTo(element: Locator, distance: number): Promise<void> {
  await element.evaluate((node, below) => {
    const by = node.getBoundingClientRect().top - below;
    scrollBy({ top: by, behavior: 'instant' });
  }, distance);
}

/** Scrolls to the end in steps of half a viewport, so that lazy content loads. */
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

/** Expects the element directly below the sticky navbar. */
export async function expectAtTop(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Math.round(node.getBoundingClientRect().top)))
    .toBeLessThan(110);
  await expect(element).toBeInViewport();
}

/** Records the scroll positions from now on. */
export async function recordScrolling(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const positions: number[] = [];
    Reflect.set(window, 'positions', positions);
    addEventListener('scroll', () => positions.push(scrollY));
  });
  return async () => Positions.parse(await page.evaluate(() => Reflect.get(window, 'positions')));
}

/** Sums the layout shifts of the page, until the sum is read. */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
  const script = await page.addInitScript(() => {
    Reflect.set(window, 'shift', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Reflect.set(window, 'shift', Reflect.get(window, 'shift') + Reflect.get(entry, 'value'));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // A later test would count each shift twice.
    await script.dispose();
    return z.number().parse(await page.evaluate(() => Reflect.get(window, 'shift')));
  };
}
