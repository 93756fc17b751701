import fc from 'fast-check';
import { expect, test } from 'vitest';
import pages from '#app/routes.ts';
import { cachedRoutes, isCacheable } from './cached-routes.ts';

/** With the reason why each is rendered afresh. */
const NOT_KEPT = {
  '/payment-loading': 'a step, to be taken afresh each time',
  '/thank-you-page/:order': 'one customer’s order',
  '/pay/:token': 'one customer’s order',
  '/my-order/:token': 'one customer’s order',
  '/my-order/:token/calendar/:day': 'one customer’s order',
  '/calendar-feed/:token': 'one person’s address',
  '/robots.txt': 'a few words, seldom asked for',
  '/site.webmanifest': 'a few words, seldom asked for',
  '/*': 'there is no such page',
};

const ADDRESSES = [
  '/',
  '/_.data',
  '/cakes',
  '/cakes.data',
  '/cakes?page=2',
  '/cakes?diet=vegan',
  '/cakes.data?diet=vegan&diet=no-gluten&diet=no-nuts',
  '/cakes?diet=no-gluten&diet=no-nuts&page=2',
  '/cakes/doughnuts',
  '/cakes/doughnuts.data',
  '/cakes/doughnuts?page=2',
  '/cakes/doughnuts.data?page=40',
  '/cakes/celebration-cakes/berry-drip-cake',
  '/cakes/celebration-cakes/berry-drip-cake.data',
  '/about-us',
  '/about-us.data',
  '/privacy',
  '/privacy.data',
  '/terms',
  '/terms.data',
  '/sitemap.xml',
];

test('every route is either cached or listed as not cached', async () => {
  const paths = (await pages).map(({ path = '' }) => `/${path}`);
  // None of the owner's side is ever cached (server/staff/require-staff.ts).
  const routes = paths.filter((path) => !/^\/owner(\/|$)/.test(path));
  const known = [...cachedRoutes.map(({ route }) => route), ...Object.keys(NOT_KEPT)];
  expect(known.sort()).toEqual(routes.sort());
});

test.each(ADDRESSES)('%s is cacheable', (address) => {
  expect(isCacheable(address)).toBe(true);
});

test.each([
  '',
  '*',
  '/?',
  '/?x=1',
  '/?index',
  '/_.data?_routes=root',
  '/about-us?utm_source=post',
  '/about-us?page=2',
  '/cakes/doughnuts?page=1',
  '/cakes/doughnuts?page=02',
  '/cakes/doughnuts?page=2&x=1',
  '/cakes/doughnuts?x=1&page=2',
  '/cakes/celebration-cakes/berry-drip-cake?page=2',
  '/#top',
  '/_root.data',
  '/.data',
  '/about-us/_.data',
  '/sitemap.xml.data',
  '/About-Us',
  '/ABOUT-US.DATA',
  '/about%2Dus',
  '/about-us/',
  '//about-us',
  '/./about-us',
  '/x/../about-us',
  '/cakes/',
  '/cakes?diet=no-nuts&diet=vegan',
  '/cakes?diet=vegan&diet=vegan',
  '/cakes?diet=keto',
  '/cakes?diet=vegan&x=1',
  '/cakes?page=2&diet=vegan',
  '/cakes/doughnuts?diet=vegan',
  '/cakes//berry-drip-cake',
  '/cakes/Doughnuts',
  '/cakes/a/b/c',
  '/cakes/-a',
  '/cakes/cr%C3%A8me',
  'http://cafe.example/about-us',
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
])('%s is not cacheable', (address) => {
  expect(isCacheable(address)).toBe(false);
});

test('a changed URL is cacheable only if it is still a page’s', () => {
  const address =
    /^\/(_\.data|(cakes(\/[a-z0-9-]+){0,2}|about-us|privacy|terms)(\.data)?(\?(diet=[a-z-]+&?){0,3}(page=\d+)?)?|sitemap\.xml)?$/;
  fc.assert(
    fc.property(fc.constantFrom(...ADDRESSES), fc.nat(), fc.string(), (known, at, put) => {
      const where = at % (known.length + 1);
      const changed = known.slice(0, where) + put + known.slice(where);
      if (isCacheable(changed)) expect(changed).toMatch(address);
    }),
  );
});
