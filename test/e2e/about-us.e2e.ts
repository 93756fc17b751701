import type { Page } from '@playwright/test';
import { story, team, timeline } from '#cafe/words/family.ts';
import { scroller as pictures } from '#cafe/words/pictures.ts';
import { expectAccessibleAtAllWidths } from './accessible.ts';
import { scrollThrough, scrollTopTo } from './scrolling.ts';
import { expect, test, WITH_MOTION } from './shop-fixture.ts';
import { openPage } from './visitor.ts';

const LOOP_MS = 25_000;
const scroller = (page: Page) => page.getByRole('region', { name: 'Pictures from the bakery' });
const pause = (page: Page) => page.getByRole('checkbox', { name: 'Pause the pictures' });

test('family story, team, image scroller, timeline and gallery, in this order, are accessible', {
  tag: '@nightly',
}, async ({ page }) => {
  await openPage(page, '/about-us');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(story.heading);
  for (const paragraph of story.paragraphs) await expect(main).toContainText(paragraph);
  await expect(page.getByRole('region', { name: 'Who bakes for you' })).toContainText(
    team.map(({ name, role, line }) => `${name}${role}${line}`).join(''),
  );
  await expect(page.getByRole('region', { name: 'How we got here' })).toContainText(
    timeline.map(({ year, title, text }) => `${year}${title}${text}`).join(''),
  );
  const regions = [
    'Who bakes for you',
    'Pictures from the bakery',
    'How we got here',
    'Our Gallery',
  ];
  const tops = await Promise.all(
    regions.map(async (name) => (await page.getByRole('region', { name }).boundingBox())?.y ?? 0),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await scrollThrough(page);
  await expectAccessibleAtAllWidths(page);
});

test.describe('blocks', () => {
  test.use(WITH_MOTION);

  test('team cards and timeline entries fade in when scrolled into view', {
    tag: '@nightly',
  }, async ({ page }) => {
    await openPage(page, '/about-us');
    const years = page.getByRole('region', { name: 'How we got here' }).getByRole('listitem');
    await expect(years.first()).toHaveCSS('opacity', '0');
    await expect(years.nth(2)).toHaveCSS('animation-delay', '0.04s');
    await scrollTopTo(years.first(), 800 - 101);
    await expect(years.first()).toHaveCSS('opacity', '1');
  });
});

test.describe('the image scroller', () => {
  test.use(WITH_MOTION);

  test('loops every 25,000 ms, and pauses on hover, on focus and with its checkbox', {
    tag: '@nightly',
  }, async ({ page }) => {
    await openPage(page, '/about-us');
    await expect(scroller(page).locator('img')).toHaveCount(2 * pictures.length);
    // Screen readers get each picture once.
    await expect(scroller(page).getByRole('img')).toHaveCount(pictures.length);
    const [round] = await readAnimations(page);
    expect(round).toMatchObject({ duration: LOOP_MS, endless: true, state: 'running' });
    await scroller(page).scrollIntoViewIfNeeded();
    await scroller(page).hover();
    await expectState(page, 'paused');
    await page.mouse.move(0, 0);
    await expectState(page, 'running');
    await scroller(page).focus();
    await expectState(page, 'paused');
    await scroller(page).blur();
    await expectState(page, 'running');

    await pause(page).press('Space');
    await pause(page).blur();
    await page.mouse.move(0, 0);
    await expectState(page, 'paused');
    await pause(page).uncheck();
    await pause(page).blur();
    await page.mouse.move(0, 0);
    await expectState(page, 'running');
  });

  test('is a scrollable row with reduced motion', { tag: '@nightly' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPage(page, '/about-us');
    expect(await readAnimations(page)).toEqual([]);
    await expect(pause(page)).toBeHidden();
    await expect(scroller(page).locator('img:visible')).toHaveCount(pictures.length);
    await scroller(page).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => scroller(page).evaluate((row) => row.scrollLeft)).toBeGreaterThan(0);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('moves and can be paused', { tag: '@nightly' }, async ({ page }) => {
      await page.goto('/about-us');
      const track = scroller(page).locator('> *');
      await expect(track).toHaveCSS('animation-play-state', 'running');
      await pause(page).check();
      await expect(track).toHaveCSS('animation-play-state', 'paused');
    });
  });
});

function readAnimations(page: Page) {
  return scroller(page).evaluate((node) =>
    Array.from(node.children).flatMap((track) =>
      track.getAnimations().map((animation) => ({
        duration: animation.effect?.getTiming().duration,
        endless: animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        state: animation.playState,
      })),
    ),
  );
}

async function expectState(page: Page, state: AnimationPlayState) {
  await expect
    .poll(async () => (await readAnimations(page)).map((round) => round.state))
    .toEqual([state]);
}
