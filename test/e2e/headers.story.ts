import { randomUUID } from 'node:crypto';
import { everyRoute } from './doors.ts';
import { expect, test } from './shop-fixture.ts';
import { BERRY_DRIP_CAKE, sessionsAt, visitor } from './visitor.ts';

const NEVER = 'no-store';
const ASK_EACH_TIME = 'no-cache';
/** Kept by no browser without asking, and by a CDN for seconds. */
const A_PAGE = 'public, max-age=0, s-maxage=5';
const A_PAGE_IN_A_CDN = 'max-age=5, stale-while-revalidate=30';
const FIVE_MINUTES = 'public, max-age=300';
const AN_HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

const SOME_ID = randomUUID();
/** Filled in from the shop that runs: an order's id, the address of a built file, of a picture. */
const ORDER = '{order}';
const ASSET = '{asset}';
const PICTURE = '{picture}';

interface Expected {
  /** The routes of `everyRoute` that the request comes to. */
  of: string[];
  request: string;
  body?: string;
  status: number;
  cache: string;
  /** Its address is an order's, and told to nobody. */
  keepsAddress?: true;
}

/** Each route, and what its answers say of themselves. A route that is not here fails the story. */
const ANSWERS: Expected[] = [
  { of: ['page /'], request: 'GET /', status: 200, cache: A_PAGE },
  { of: ['page /'], request: 'GET /_.data', status: 200, cache: A_PAGE },
  { of: ['page /'], request: 'HEAD /', status: 200, cache: A_PAGE },
  { of: ['page /'], request: 'POST /', status: 405, cache: NEVER },
  {
    of: ['page /cakes/:category'],
    request: 'GET /cakes/doughnuts',
    status: 200,
    cache: A_PAGE,
  },
  {
    of: ['page /cakes/:category/:cake'],
    request: `GET ${BERRY_DRIP_CAKE}`,
    status: 200,
    cache: A_PAGE,
  },
  { of: ['page /about-us'], request: 'GET /about-us', status: 200, cache: A_PAGE },
  { of: ['page /privacy'], request: 'GET /privacy', status: 200, cache: A_PAGE },
  { of: ['page /payment-loading'], request: 'GET /payment-loading', status: 200, cache: NEVER },
  {
    of: ['page /payment-loading'],
    request: 'GET /payment-loading.data',
    status: 200,
    cache: NEVER,
  },
  ...[
    `/thank-you-page/${ORDER}`,
    `/thank-you-page/${ORDER}.data`,
    `/Thank-You-Page/${ORDER}`,
    `/thank%2Dyou%2Dpage/${ORDER}/`,
  ].map((path) => orderAnswer('page /thank-you-page/:order', `GET ${path}`, 200)),
  orderAnswer('page /thank-you-page/:order', `GET /thank-you-page/${SOME_ID}`, 404),
  { of: ['page /sitemap.xml'], request: 'GET /sitemap.xml', status: 200, cache: AN_HOUR },
  { of: ['page /robots.txt'], request: 'GET /robots.txt', status: 200, cache: AN_HOUR },
  {
    of: ['page /site.webmanifest'],
    request: 'GET /site.webmanifest',
    status: 200,
    cache: AN_HOUR,
  },
  { of: ['page /*', 'ALL /*'], request: 'GET /no-such-page', status: 404, cache: NEVER },
  { of: ['GET /healthz'], request: 'GET /healthz', status: 200, cache: NEVER },
  { of: ['GET /readyz'], request: 'GET /readyz', status: 200, cache: NEVER },
  {
    of: ['GET /api/categories'],
    request: 'GET /api/categories',
    status: 200,
    cache: ASK_EACH_TIME,
  },
  { of: ['GET /api/cakes'], request: 'GET /api/cakes', status: 200, cache: ASK_EACH_TIME },
  {
    of: ['GET /api/cakes/:id'],
    request: 'GET /api/cakes/berry-drip-cake',
    status: 200,
    cache: ASK_EACH_TIME,
  },
  { of: ['GET /api/calendar'], request: 'GET /api/calendar', status: 200, cache: ASK_EACH_TIME },
  {
    of: ['GET /api/openapi.json'],
    request: 'GET /api/openapi.json',
    status: 200,
    cache: ASK_EACH_TIME,
  },
  // Only its head: the rest goes on until the caller hangs up.
  orderAnswer('GET /api/live', 'HEAD /api/live?topics=cakes', 200),
  orderAnswer('GET /api/live', 'GET /api/live?topics=buns', 422),
  { of: ['ALL /api/*'], request: 'GET /api/no-such-call', status: 404, cache: NEVER },
  {
    of: ['ALL /api/*'],
    request: 'POST /api/no-such-call',
    body: 'x'.repeat(70_000),
    status: 413,
    cache: NEVER,
  },
  orderAnswer('GET /api/orders/:id', `GET /api/orders/${ORDER}`, 200),
  orderAnswer('GET /api/orders/:id', `GET /api/orders/${SOME_ID}`, 404),
  orderAnswer('GET /api/orders/:id', 'GET /api/orders/my-order', 404),
  { ...orderAnswer('PUT /api/orders/:id', `PUT /api/orders/${SOME_ID}`, 401), body: '{}' },
  orderAnswer('POST /api/orders/:id/confirm', `POST /api/orders/${ORDER}/confirm`, 200),
  {
    of: ['GET /api/bot-check/challenge'],
    request: 'GET /api/bot-check/challenge',
    status: 200,
    cache: NEVER,
  },
  { of: ['GET /v1/jwks'], request: 'GET /v1/jwks', status: 200, cache: FIVE_MINUTES },
  {
    of: ['ALL /v1/projects/*', 'POST /v1/projects/:project/apps/:call'],
    request: 'POST /v1/projects/battenberg/apps/web:exchangeRecaptchaV3Token',
    body: '{}',
    status: 400,
    cache: NEVER,
  },
  { of: ['ALL /v1/*'], request: 'GET /v1/none', status: 404, cache: NEVER },
  { of: ['POST /webhooks/stripe'], request: 'POST /webhooks/stripe', status: 400, cache: NEVER },
  { of: ['ALL /assets/*'], request: `GET ${ASSET}`, status: 200, cache: FOR_EVER },
  { of: ['ALL /assets/*'], request: 'GET /assets/none.js', status: 404, cache: NEVER },
  { of: ['ALL /_img/*'], request: `GET ${PICTURE}`, status: 200, cache: FOR_EVER },
  { of: ['ALL /_img/*'], request: 'GET /_img/none', status: 404, cache: NEVER },
  { of: ['ALL /photos/*'], request: 'GET /photos/hero.jpg', status: 200, cache: AN_HOUR },
  { of: ['ALL /photos/*'], request: 'GET /photos/none.jpg', status: 404, cache: NEVER },
];

function orderAnswer(route: string, request: string, status: number): Expected {
  return { of: [route], request, status, cache: NEVER, keepsAddress: true };
}

test('every route is on the list, and nothing else', async () => {
  const listed = [...new Set(ANSWERS.flatMap(({ of }) => of))].sort();
  expect(listed).toEqual(await everyRoute());
});

test('every answer says how long it may be kept, and protects whoever opens it', async ({
  page,
  shop,
}) => {
  await visitor(page).goToCheckout();
  const order = (await sessionsAt(shop.stripe)).at(-1)?.client_reference_id ?? '';
  await page.goto(`${shop.origin}/`);
  const asset = await page.locator('link[rel=stylesheet]').first().getAttribute('href');
  const picture = await page.getByRole('main').locator('img').first().getAttribute('src');

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
    expect.soft(Object.keys(headers), request).not.toEqual(expect.arrayContaining(GIVEAWAYS));
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

const SIX_MONTHS_S = 15_768_000;

// The rules of the HTTP Observatory (developer.mozilla.org/observatory), one test for each.
test.describe('as the HTTP Observatory sees the home page', () => {
  let headers: Record<string, string>;
  let html: string;

  test.beforeEach(async ({ shop }) => {
    const answer = await fetch(`${shop.origin}/`);
    headers = Object.fromEntries(answer.headers);
    html = await answer.text();
  });

  test('content security policy: nothing by default, nothing unsafe, no frame, base or form', () => {
    const policy = headers['content-security-policy'] ?? '';
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
    expect(policy).not.toMatch(/unsafe-|data:|blob:|http:|https:|\*/);
  });

  test('the policy has nothing to forgive: no inline script, style or handler in the page', () => {
    const executed = [...html.matchAll(/<script\b([^>]*)>/g)]
      .map(([, attributes = '']) => attributes)
      .filter((attributes) => !/type="application\/(ld\+)?json"/.test(attributes));
    expect(executed.filter((attributes) => !/ src="\/assets\//.test(attributes))).toEqual([]);
    expect(html).not.toMatch(/<style|<[^>]+ (style|on[a-z]+)="/);
  });

  test('cookies: there are none', () => {
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('cross-origin sharing: no other site may read anything', () => {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  // Redirection from http is the proxy's, which speaks TLS (README, Going live); the shop says:
  test('strict transport security: for six months at least', () => {
    const [, seconds] = /max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(SIX_MONTHS_S);
  });

  test('referrer policy: other sites learn the origin at most', () => {
    expect(headers['referrer-policy']).toMatch(
      /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/,
    );
  });

  test('subresource integrity: not needed, every script and style is the shop’s own', () => {
    const sources = [...html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]+)"/g)];
    const loaded = sources.filter(([tag]) => /^<script|rel="(stylesheet|modulepreload)"/.test(tag));
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter(([, address = '']) => !/^\/(?!\/)/.test(address))).toEqual([]);
  });

  test('content types are not guessed', () => {
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('no other site may frame it', () => {
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('cross-origin resource policy: no other site may embed it', () => {
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
