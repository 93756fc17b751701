import type { Page } from '@playwright/test';
import { testimonials } from '#cafe/words/testimonials.ts';
import { scrollTopTo } from './scrolling.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

test.use(WITH_MOTION);

const AUTO_ADVANCE_MS = 1_000_000;
const DRAG_THRESHOLD = 5;

/** Opens the home page and waits for the carousel. */
async function openTestimonials(page: Page) {
  await openPage(page, '/');
  const carousel = page.getByRole('region', { name: 'What people say' });
  await scrollTopTo(carousel, 100);
  const next = carousel.getByRole('button', { name: 'Next testimonial' });
  await expect(next).toBeVisible();
  return {
    carousel,
    next,
    previous: carousel.getByRole('button', { name: 'Previous testimonial' }),
    dot: (number: number) => carousel.getByRole('button', { name: `Testimonial ${number} of 9` }),
    /** Expects that only this testimonial is visible and accessible. */
    async shows(number: number) {
      const slides = carousel.getByRole('listitem');
      await expect(slides).toHaveCount(1);
      await expect(slides).toHaveAccessibleName(`${number} of 9`);
      await expect(slides).toContainText(testimonials[number - 1]?.text ?? '');
      await expect(slides.getByRole('blockquote')).toBeInViewport({ ratio: 0.99 });
      await expect(carousel.locator('[aria-current="true"]')).toHaveAccessibleName(
        `Testimonial ${number} of 9`,
      );
    },
  };
}

test('the carousel loads near the viewport and keeps position and focus', {
  tag: '@nightly',
}, async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await openPage(page, '/');
  await expect(page.locator('#testimonials > li')).toHaveCount(9);
  expect(scripts.filter((url) => url.includes('carousel'))).toEqual([]);
  const row = page.getByRole('group', { name: 'Testimonials', exact: true });
  await row.evaluate((node) => node.scrollTo({ left: node.clientWidth, behavior: 'instant' }));
  await row.focus();
  await expect(page.getByRole('button', { name: 'Next testimonial' })).toBeVisible();
  await expect(row).toBeFocused();
  await expect(page.getByRole('button', { name: 'Testimonial 2 of 9' })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('drags of more than 5 px, buttons, dots and arrow keys move the carousel, and it wraps around', {
  tag: '@nightly',
}, async ({ page }) => {
  const { carousel, next, previous, dot, shows } = await openTestimonials(page);
  await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel');
  await shows(1);
  const quote = await carousel.getByRole('blockquote').boundingBox();
  const from = { x: (quote?.x ?? 0) + 550, y: (quote?.y ?? 0) + 20 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - DRAG_THRESHOLD + 1, from.y);
  await page.mouse.up();
  await shows(1);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - DRAG_THRESHOLD - 1, from.y);
  await page.mouse.up();
  await shows(2);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 450, from.y, { steps: 8 });
  await page.mouse.up();
  await shows(3);

  await dot(1).click();
  await shows(1);
  await next.click();
  await shows(2);
  await previous.click();
  await previous.click();
  await shows(9);
  await dot(5).click();
  await shows(5);
  await page.keyboard.press('ArrowRight');
  await shows(6);
  await page.keyboard.press('ArrowLeft');
  await shows(5);
});

test('each dot is a target of 24 px', { tag: '@nightly' }, async ({ page }) => {
  const { dot } = await openTestimonials(page);
  for (const width of [320, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const box = await dot(5).boundingBox();
    expect(box?.width, `at ${width} px`).toBeGreaterThanOrEqual(24);
  }
});

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true });

  test('the carousel advances after 1,000,000 ms, except on hover or focus, until a button stops it', {
    tag: '@nightly',
  }, async ({ page }) => {
    await page.clock.install();
    const { carousel, next, shows } = await openTestimonials(page);
    const wait = async () => {
      await page.clock.fastForward(AUTO_ADVANCE_MS);
      await page.clock.runFor(3000);
    };
    await shows(1);
    await page.clock.fastForward(AUTO_ADVANCE_MS - 60_000);
    await shows(1);
    await wait();
    await shows(2);
    await carousel.hover();
    await wait();
    await shows(2);
    await page.mouse.move(0, 0);
    await next.focus();
    await wait();
    await shows(2);
    await next.blur();
    await wait();
    await shows(3);
    await carousel.getByRole('blockquote').click();
    await page.mouse.move(0, 0);
    await wait();
    await shows(4);
    await carousel.getByRole('button', { name: 'Stop changing by itself' }).click();
    await page.mouse.move(0, 0);
    await carousel.getByRole('button', { name: 'Start changing by itself' }).blur();
    await wait();
    await shows(4);
  });
});

test('a swipe is followed also by a browser that does not say when scrolling ends', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'onscrollend');
    addEventListener('scrollend', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  const { shows } = await openTestimonials(page);
  expect(await page.evaluate(() => 'onscrollend' in window)).toBe(false);
  await page
    .getByRole('group', { name: 'Testimonials', exact: true })
    .evaluate((row) => row.scrollTo({ left: row.clientWidth, behavior: 'instant' }));
  await shows(2);
});

test('with reduced motion slides change at once and only on request', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { carousel, next, shows } = await openTestimonials(page);
  await expect(carousel.getByRole('button', { name: /by itself/ })).toHaveCount(0);
  const places = await page.evaluate(async () => {
    const slides = document.querySelector('#testimonials');
    const button = document.querySelector<HTMLButtonElement>('[aria-label="Next testimonial"]');
    button?.click();
    const seen = new Set<number>();
    for (let frame = 0; frame < 30; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen.add(Math.round(slides?.getBoundingClientRect().left ?? 0));
    }
    return seen.size;
  });
  expect(places).toBeLessThan(3);
  await shows(2);
  await next.click();
  await shows(3);
});
