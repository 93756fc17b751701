import * as z from 'zod';
import { placeByApi } from './orders-by-api.ts';
import { type PageFacts, readPage, readSitemap } from './read-page.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, openPage } from './visitor.ts';

// `readPage` parses HTML, which the policy of the shop's pages does not allow.
test.use({ ownContext: true });

const BERRY_DRIP_CAKE_AMONG_LARGE_ONES = '/cakes/large-party-cakes/berry-drip-cake';

test('each page of the sitemap has its own title, description and canonical URL', {
  tag: '@nightly',
}, async ({ page, shop }) => {
  const addresses = await readSitemap(page);
  expect(addresses).toEqual(
    expect.arrayContaining(
      ['/', '/about-us', '/cakes/seasonal-treat', BERRY_DRIP_CAKE].map(
        (path) => shop.origin + path,
      ),
    ),
  );
  expect(addresses.filter((url) => /payment|thank-you|candle/.test(url))).toEqual([]);

  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const address of addresses) {
    const facts = await readPage(page, address);
    expect(facts.status, address).toBe(200);
    expect(facts.canonicals, address).toEqual([address]);
    expect(facts.meta.robots, address).toBeUndefined();
    const [title] = z.tuple([z.string().min(10).max(60)]).parse(facts.titles);
    const [description] = z.tuple([z.string().min(50).max(155)]).parse(facts.meta.description);
    titles.add(title);
    descriptions.add(description);
  }
  expect([titles.size, descriptions.size]).toEqual([addresses.length, addresses.length]);
});

test('a cake in two categories has one canonical URL', async ({ page, shop }) => {
  const { canonicals } = await readPage(page, `${BERRY_DRIP_CAKE_AMONG_LARGE_ONES}?from=a-friend`);
  expect(canonicals).toEqual([shop.origin + BERRY_DRIP_CAKE]);
  expect(await readSitemap(page)).not.toContain(shop.origin + BERRY_DRIP_CAKE_AMONG_LARGE_ONES);
});

test('URLs use the shop’s origin for any Host header', async ({ page, shop }) => {
  const headers = { Host: 'elsewhere.example', 'X-Forwarded-Host': 'elsewhere.example' };
  for (const path of ['/', '/sitemap.xml', '/robots.txt']) {
    const text = await (await page.request.get(path, { headers })).text();
    expect(text).toContain(shop.origin);
    expect(text).not.toContain('elsewhere.example');
  }
});

test('no link or hash is dead', { tag: '@nightly' }, async ({ page, shop }) => {
  const pages = new Map<string, PageFacts>();
  const toVisit = [...(await readSitemap(page)), `${shop.origin}/payment-loading`];
  const hashes: { from: string; to: URL }[] = [];
  for (const address of toVisit) {
    if (pages.has(address)) continue;
    const facts = await readPage(page, address);
    expect(facts.status, address).toBeLessThan(400);
    pages.set(address, facts);
    for (const link of facts.links) {
      const to = new URL(link, address);
      if (to.origin !== shop.origin) continue;
      toVisit.push(to.origin + to.pathname);
      if (to.hash !== '') hashes.push({ from: address, to });
    }
  }
  const dead = hashes.filter(
    ({ to }) => !pages.get(to.origin + to.pathname)?.ids.includes(to.hash.slice(1)),
  );
  expect(dead.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  expect(hashes.length).toBeGreaterThan(0);
});

test('order, payment and 404 pages are noindex', async ({ page, shop }) => {
  const { id } = await placeByApi(shop);
  for (const [path, status] of [
    [`${shop.origin}/thank-you-page/${id}`, 200],
    [`${shop.origin}/payment-loading`, 200],
    [`${shop.origin}/no-such-page`, 404],
  ] as const) {
    const facts = await readPage(page, path);
    expect(facts.status, path).toBe(status);
    expect(facts.meta.robots, path).toEqual(['noindex']);
    expect(facts.titles, path).toHaveLength(1);
    expect(facts.canonicals, path).toEqual([]);
    expect(facts.meta['og:url'], path).toBeUndefined();
  }
});

test('robots.txt names the sitemap and disallows orders and the API', async ({ shop }) => {
  const response = await fetch(`${shop.origin}/robots.txt`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  });
  expect((await response.text()).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /payment-loading',
    'Disallow: /thank-you-page/',
    'Disallow: /pay/',
    'Disallow: /my-order/',
    'Disallow: /ask/',
    'Disallow: /calendar-feed/',
    '',
    `Sitemap: ${shop.origin}/sitemap.xml`,
    '',
  ]);
});

test('title and canonical URL change on client-side navigation', { tag: '@nightly' }, async ({
  page,
  shop,
}) => {
  await openPage(page, '/');
  await page
    .getByRole('link', { name: /Celebration Cakes/ })
    .first()
    .click();
  await expect(page).toHaveTitle('Celebration Cakes · Battenberg');
  await page
    .getByRole('link', { name: /Berry Drip Cake/ })
    .first()
    .click();
  await expect(page).toHaveTitle('Berry Drip Cake · Battenberg');
  await expect(page.locator('head title')).toHaveCount(1);
  await expect(page.locator('meta[name=description]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    shop.origin + BERRY_DRIP_CAKE,
  );
});
