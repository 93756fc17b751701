import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { catalogue } from '#cafe/catalogue.ts';
import { seed } from '#server/content/seed.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { freeShopPorts, type RunningShop, startRunningShop } from '../../harness/running-shop.ts';
import { SHARED_PICTURES, sharePictures } from '../../harness/shared-pictures.ts';
import { sampleCake, sampleSeed } from '../samples.ts';
import { expectAccessibleAndToFit } from './accessible.ts';
import { expect } from './shop-fixture.ts';

const CATEGORY = '/cakes/celebration-cakes';
const CAKES = 60;

/** A shop with a category of three pages; the demo cafe has only shorter ones. */
const test = base.extend<object, { longShop: RunningShop }>({
  longShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
    async ({}, use, { parallelIndex }) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-pages-'));
      const database = await openDatabase({ dataDir });
      const [photo] = catalogue.cakes;
      const cakes = Array.from({ length: CAKES }, (_, n) => ({
        ...sampleCake(`cake-${n + 1}`, { category: ['celebration-cakes'] }),
        ...(photo && { img: photo.img, imgs: photo.imgs }),
      }));
      await seed(database.db, sampleSeed({ categories: catalogue.categories, cakes }));
      await database.close();
      await sharePictures(dataDir);
      const port = await freeShopPorts(26_000 + parallelIndex * 500);
      const shop = await startRunningShop(port, { DATA_DIR: dataDir, ...SHARED_PICTURES });
      await use(shop);
      await shop.stop();
      await rm(dataDir, { recursive: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ longShop }, use) => use(longShop.origin),
});

// The tests share the long shop, which takes seconds to start.
test.describe.configure({ mode: 'default' });

test('has previous and next links, shows the page number, and is accessible', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto(CATEGORY);
  const cakes = page.locator('#shelf > li');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText('Page 1 of 3');
  await expect(cakes).toHaveCount(24);
  await expect(pages.getByRole('link')).toHaveText(['Next']);

  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(pages).toContainText('Page 2 of 3');
  await expect(page).toHaveURL(/\/cakes\/celebration-cakes\?page=2#shelf$/);
  await expect(page).toHaveTitle('Celebration Cakes, page 2 · Battenberg');
  await expect(cakes.first()).toContainText('Cake cake-25');
  await expect(cakes.first()).toBeInViewport();
  await expect(page.locator('#shelf')).toBeFocused();
  await expect(pages.getByRole('link')).toHaveText(['Previous', 'Next']);
  await expectAccessibleAndToFit(page, [320, 1280]);

  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(cakes).toHaveCount(CAKES - 48);
  await expect(pages.getByRole('link')).toHaveText(['Previous']);
  await page.goBack();
  await expect(pages).toContainText('Page 2 of 3');
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/\/cakes\/celebration-cakes#shelf$/);
  await expect(cakes.first()).toContainText('Cake cake-1');
});

test('has canonical, prev and next links, and 404 for other page numbers', {
  tag: '@nightly',
}, async ({ longShop }) => {
  const address = longShop.origin + CATEGORY;
  const head = async (path: string) => {
    const html = await (await fetch(longShop.origin + path)).text();
    const links = html.matchAll(/<link rel="(canonical|prev|next)" href="([^"]+)"/g);
    return Object.fromEntries(Array.from(links, ([, rel, href]) => [rel, href]));
  };
  expect(await head(CATEGORY)).toEqual({ canonical: address, next: `${address}?page=2` });
  expect(await head(`${CATEGORY}?page=2`)).toEqual({
    canonical: `${address}?page=2`,
    prev: address,
    next: `${address}?page=3`,
  });
  expect(await head(`${CATEGORY}?page=3`)).toEqual({
    canonical: `${address}?page=3`,
    prev: `${address}?page=2`,
  });
  for (const number of ['4', '0', '-1', '02', 'two', '', '9999999']) {
    const { status } = await fetch(`${address}?page=${number}`);
    expect([number, status]).toEqual([number, 404]);
  }
  expect((await fetch(`${address}?page=1`)).url).toBe(address);
});
