import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage } from './visitor.ts';

test.use({ ownContext: true });

// The server caches pages in memory and a CDN caches them for seconds; browsers must revalidate. Each test
// loads the old price first, so that the browser has it in its cache.

const SIZE = { words: '6 inches', before: '£48', after: '£49' };
const CATEGORY = '/cakes/celebration-cakes';

const PAGES = ['/', CATEGORY, BERRY_DRIP_CAKE, '/about-us', '/ask', '/privacy', '/terms'];
const ADDRESSES = [...PAGES, '/_.data', ...PAGES.slice(1).map((path) => `${path}.data`)];

test('a cached page has the same headers as an uncached one', async ({ shop }) => {
  for (const path of [...ADDRESSES, '/sitemap.xml']) {
    const cached = await fetch(shop.origin + path);
    // Requests with a query bypass the page cache.
    const uncached = await fetch(`${shop.origin}${path}?x=1`);
    const { etag, ...headers } = comparable(cached.headers);
    expect(etag, path).toMatch(/^"/);
    expect(headers, path).toEqual(comparable(uncached.headers));
    const again = await fetch(shop.origin + path, { headers: { 'If-None-Match': etag ?? '' } });
    expect(again.status, path).toBe(304);
  }
});

/** Removes headers that differ between responses. */
function comparable(headers: Headers): Record<string, string> {
  const perResponse = [
    'content-encoding',
    'content-length',
    'date',
    'keep-alive',
    'transfer-encoding',
    'x-request-id',
  ];
  return Object.fromEntries([...headers].filter(([name]) => !perResponse.includes(name)));
}

test('a reloaded page has the new price', { tag: '@nightly' }, async ({ page, owner }) => {
  const price = page.getByRole('radio', { name: SIZE.words });
  await openPage(page, BERRY_DRIP_CAKE);
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.before));
  await owner.changePrice('berry-drip-cake', '6', 49, 48);
  await page.reload();
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.after));
});

test('a page opened in another tab has the new price', { tag: '@nightly' }, async ({
  page,
  owner,
  context,
}) => {
  await openPage(page, BERRY_DRIP_CAKE);
  await owner.changePrice('berry-drip-cake', '6', 49, 48);
  const another = await context.newPage();
  await another.goto(BERRY_DRIP_CAKE);
  const price = another.getByRole('radio', { name: SIZE.words });
  await expect(price).toHaveAccessibleName(new RegExp(SIZE.after));
});

test('client-side navigation loads the new price', { tag: '@nightly' }, async ({ page, owner }) => {
  const main = page.getByRole('main');
  const card = main.getByRole('link', { name: /Berry Drip Cake/ });
  const price = page.getByRole('radio', { name: SIZE.words });
  await openPage(page, CATEGORY);
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
