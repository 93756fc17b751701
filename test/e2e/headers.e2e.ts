import { randomUUID } from 'node:crypto';
import { readFreshOrder } from '../../bench/shopper.ts';
import { tokenByWork } from '../bot-check-tokens.ts';
import { A_PAGE, ANSWERS, ASSET, ORDER, PICTURE } from './responses.ts';
import { everyRoute } from './routes.ts';
import { expect, test } from './shop-fixture.ts';

/** What only CDNs read of a page: a little longer, while they fetch the next. */
const A_PAGE_IN_A_CDN = 'max-age=5, stale-while-revalidate=30';

test('every route is on the list, and nothing else', async () => {
  const listed = [...new Set(ANSWERS.flatMap(({ of }) => of))].sort();
  expect(listed).toEqual(await everyRoute());
});

test('every response has its cache rules and security headers', async ({
  shop,
}) => {
  const order = randomUUID();
  const placed = await fetch(`${shop.origin}/api/orders/${order}`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      'X-Firebase-AppCheck': await tokenByWork(shop.origin),
    },
    body: await readFreshOrder(shop.origin),
  });
  expect(placed.status).toBe(201);
  const home = await (await fetch(shop.origin)).text();
  const [, asset] = /<link rel="stylesheet" href="([^"]+)"/.exec(home) ?? [];
  const [, picture] = /<img [^>]*src="([^"]+)"/.exec(home.slice(home.indexOf('<main'))) ?? [];
  expect([asset, picture]).toEqual([expect.any(String), expect.any(String)]);

  for (const { request, body, status, cache, keepsAddress = false } of ANSWERS) {
    const [method, path = ''] = request
      .replace(ORDER, order)
      .replace(ASSET, asset ?? '')
      .replace(PICTURE, picture ?? '')
      .split(' ');
    const { headers, ...answer } = await fetch(shop.origin + path, {
      method: method ?? '',
      ...(body && { body, headers: { 'Content-Type': 'application/json' } }),
    }).then(async (response) => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    }));
    expect.soft(answer.status, request).toBe(status);
    expect.soft(headers, request).toMatchObject({
      ...PROTECTION,
      'cache-control': cache,
      'referrer-policy': keepsAddress ? 'no-referrer' : 'strict-origin-when-cross-origin',
    });
    const inCdn = cache === A_PAGE ? A_PAGE_IN_A_CDN : undefined;
    expect.soft(headers['cdn-cache-control'], request).toBe(inCdn);
    const givenAway = GIVEAWAYS.filter((name) => name in headers);
    expect.soft(givenAway, request).toEqual([]);
  }
});

const PROTECTION = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; /),
  'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

const GIVEAWAYS = ['x-powered-by', 'server', 'via', 'x-aspnet-version'];
