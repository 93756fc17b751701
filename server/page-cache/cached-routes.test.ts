import { expect, test } from 'vitest';
import pages from '#app/routes.ts';
import { PUBLIC_PAGES } from '#server/http/cache-control.ts';
import { openPageCache } from '#test/open-page-cache.ts';

/** With the reason why each is rendered afresh. */
const NOT_KEPT = {
  '/payment-loading': 'a step, to be taken afresh each time',
  '/thank-you-page/:order': 'one customer’s order',
  '/thank-you-page/:order/calendar/:day': 'one customer’s order',
  '/pay/:token': 'one customer’s order',
  '/my-order/:token': 'one customer’s order',
  '/my-order/:token/add/:day': 'one customer’s order',
  '/my-order/:token/calendar/:day': 'one customer’s order',
  '/my-order/waiting/:token': 'one customer’s place in line',
  '/ask/:token': 'one customer’s request',
  '/ask/:token/photos/:position': 'one customer’s photo',
  '/calendar-feed/:token': 'one person’s address',
  '/robots.txt': 'a few words, seldom asked for',
  '/site.webmanifest': 'a few words, seldom asked for',
  '/owner.webmanifest': 'a few words, seldom asked for',
  '/*': 'there is no such page',
};

test('every route is either cached or listed as not cached', async () => {
  // A layout has no address.
  const addresses = (await pages).filter(({ path, index }) => path !== undefined || index);
  const paths = addresses.map(({ path = '' }) => `/${path}`);
  // None of the owner's side is ever cached (server/staff/require-staff.ts).
  const routes = paths.filter((path) => !/^\/(owner|cakes)(\/|$)/.test(path));
  const cached = [...PUBLIC_PAGES.filter((route) => route !== '/cakes/*'), '/sitemap.xml'];
  expect([...cached, ...Object.keys(NOT_KEPT)].sort()).toEqual(routes.sort());
});

/** How often a page is rendered that is asked for twice. 0: the cache leaves it to the pages. */
async function renderings(path: string) {
  const { ask, rendered } = openPageCache();
  await ask(path);
  await ask(path);
  return rendered.length;
}

test.each([
  '/',
  '/_.data',
  '/cakes',
  '/cakes.data',
  '/cakes/doughnuts',
  '/cakes/doughnuts.data',
  '/cakes/celebration-cakes/berry-drip-cake',
  '/cakes/celebration-cakes/berry-drip-cake.data',
  '/about-us',
  '/about-us.data',
  '/privacy',
  '/privacy.data',
  '/terms',
  '/terms.data',
  '/sitemap.xml',
])('%s is cached', async (path) => {
  expect(await renderings(path)).toBe(1);
});

test.each([
  '/?x=1',
  '/?index',
  '/_.data?_routes=root',
  '/about-us?utm_source=post',
  '/cakes?diet=vegan',
  '/cakes/doughnuts?page=2',
  '/_root.data',
  '/About-Us',
  '/ABOUT-US.DATA',
  '/about%2Dus',
  '/about-us/',
  '//about-us',
  '/cakes/',
  '/cakes//berry-drip-cake',
  '/cakes/Doughnuts',
  '/payment-loading',
  '/payment-loading.data',
  '/thank-you-page/8d0e8f5c-1b7c-4a06-9f0c-0f4f5f0b7a11',
  '/my-order/0abc1def2ghj3kmn4pqr5stv6w',
  '/my-order/0abc1def2ghj3kmn4pqr5stv6w.data',
  '/thank-you-page/8d0e8f5c-1b7c-4a06-9f0c-0f4f5f0b7a11.data',
  '/pay/0123456789ABCDEFGHJKMNPQRS',
  '/pay/0123456789abcdefghjkmnpqrs',
  '/api/cakes',
  '/api/orders/8d0e8f5c-1b7c-4a06-9f0c-0f4f5f0b7a11',
  '/healthz',
  '/owner',
  '/owner.data',
  '/owner/sign-in',
  '/assets/root.js',
  '/no-such-page',
])('%s is not cached', async (path) => {
  expect(await renderings(path)).toBe(0);
});
