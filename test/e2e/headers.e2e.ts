import { placeByApi } from './orders-by-api.ts';
import { ASSET, ORDER, PAGE, PICTURE, RESPONSES, responsesForStaff } from './responses.ts';
import { listRoutes } from './routes.ts';
import { expect, test } from './shop-fixture.ts';

/** CDNs may also serve a stale page for 30 seconds while they revalidate it. */
const PAGE_IN_CDN = 'max-age=5, stale-while-revalidate=30';

test('the list of responses names all routes and no others', async () => {
  const routes = await listRoutes();
  const responses = [...RESPONSES, ...responsesForStaff(routes)];
  const listed = [...new Set(responses.flatMap(({ of }) => of))].sort();
  expect(listed, 'in test/e2e/responses.ts').toEqual(routes);
});

test('every response has its cache rules and security headers', async ({ shop }) => {
  const { id: order } = await placeByApi(shop);
  const home = await (await fetch(shop.origin)).text();
  const [, asset] = /<link rel="stylesheet" href="([^"]+)"/.exec(home) ?? [];
  const [, picture] = /<img [^>]*src="([^"]+)"/.exec(home.slice(home.indexOf('<main'))) ?? [];
  expect([asset, picture]).toEqual([expect.any(String), expect.any(String)]);

  const responses = [...RESPONSES, ...responsesForStaff(await listRoutes())];
  for (const { request, body, status, cache, noIndex, staff } of responses) {
    const [method, path = ''] = request
      .replace(ORDER, order)
      .replace(ASSET, asset ?? '')
      .replace(PICTURE, picture ?? '')
      .split(' ');
    const { headers, ...response } = await fetch(shop.origin + path, {
      method: method ?? '',
      redirect: 'manual',
      ...(body && { body, headers: { 'Content-Type': 'application/json' } }),
    }).then(async (response) => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    }));
    expect.soft(response.status, request).toBe(status);
    expect.soft(headers, request).toMatchObject({
      ...SECURITY_HEADERS,
      'content-security-policy': expect.stringMatching(policyStart(path)),
      'cache-control': cache,
      'referrer-policy': staff ? 'same-origin' : 'strict-origin',
      ...((staff || noIndex) && { 'x-robots-tag': 'noindex' }),
    });
    const inCdn = cache === PAGE ? PAGE_IN_CDN : undefined;
    expect.soft(headers['cdn-cache-control'], request).toBe(inCdn);
    const disclosed = DISCLOSING_HEADERS.filter((name) => name in headers);
    expect.soft(disclosed, request).toEqual([]);
  }
});

/** The preview of a cake runs no scripts. */
function policyStart(path: string): RegExp {
  return path === '/owner/cakes/preview'
    ? /^default-src 'none'; script-src 'none'; .*; sandbox allow-same-origin/
    : /^default-src 'none'; script-src 'self'; /;
}

const SECURITY_HEADERS = {
  'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
};

const DISCLOSING_HEADERS = ['x-powered-by', 'server', 'via', 'x-aspnet-version'];
