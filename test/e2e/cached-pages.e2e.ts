import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, go } from './visitor.ts';

// A page may be had from the shop's memory, and for some seconds from a CDN's; what a browser keeps it
// must ask about. Each story has seen the old price just before, so that the browser has it.

const SIZE = { words: '6 inches', before: '£48', after: '£49' };
const CATEGORY = '/cakes/celebration-cakes';

const PAGES = ['/', CATEGORY, BERRY_DRIP_CAKE, '/about-us', '/privacy'];
const ADDRESSES = [...PAGES, '/_.data', ...PAGES.slice(1).map((path) => `${path}.data`)];

test('a kept page says all that one says that is not kept', async ({ shop }) => {
  for (const path of [...ADDRESSES, '/sitemap.xml']) {
    const kept = await fetch(shop.origin + path);
    // What has a query goes past the memory.
    const made = await fetch(`${shop.origin}${path}?x=1`);
    const { etag, ...headers } = lasting(kept.headers);
    expect(etag, path).toMatch(/^"/);
    expect(headers, path).toEqual(lasting(made.headers));
    const again = await fetch(shop.origin + path, { headers: { 'If-None-Match': etag ?? '' } });
    expect(again.status, path).toBe(304);
  }
});

/** Without what is of one answer only. */
function lasting(headers: Headers): Record<string, string> {
  const ofOneAnswer = [
    'content-encoding',
    'content-length',
    'date',
    'keep-alive',
    'transfer-encoding',
  ];
  return Object.fromEntries([...headers].filter(([name]) => !ofOneAnswer.includes(name)));
}

test('a page that is loaded again has the new price', async ({ page, owner }) => {
  const price = page.getByRole('radio', { name: SIZE.words });
  await go(page, BERRY_DRIP_CAKE);
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.before));
  await owner.changePrice('berry-drip-cake', '6', 49, 48);
  await page.reload();
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.after));
});

test('a page that is opened again has the new price', async ({ page, owner, context }) => {
  await go(page, BERRY_DRIP_CAKE);
  await owner.changePrice('berry-drip-cake', '6', 49, 48);
  const another = await context.newPage();
  await another.goto(BERRY_DRIP_CAKE);
  const price = another.getByRole('radio', { name: SIZE.words });
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.after));
});

test('the page that a link leads to has the new price', async ({ page, owner }) => {
  const main = page.getByRole('main');
  const card = main.getByRole('link', { name: /Berry Drip Cake/ });
  const price = page.getByRole('radio', { name: SIZE.words });
  await go(page, CATEGORY);
  await card.click();
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.before));
  await page.getByRole('link', { name: 'Celebration Cakes' }).first().click();
  await expect(card).toContainText(SIZE.before);

  await owner.changePrice('berry-drip-cake', '6', 49, 48);
  await card.click();
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.after));
  await page.getByRole('link', { name: 'Celebration Cakes' }).first().click();
  await expect(card).toContainText(SIZE.after);
});
