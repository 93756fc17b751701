import { randomUUID } from 'node:crypto';
import { accessOf } from '#server/staff/require-staff.ts';
import { BERRY_DRIP_CAKE } from './visitor.ts';

const NO_STORE = 'no-store';
/** Browsers must revalidate; a CDN may cache for seconds. */
export const PAGE = 'public, max-age=0, s-maxage=5';
const ONE_HOUR = 'public, max-age=3600';
const IMMUTABLE = 'public, max-age=31536000, immutable';

const UNKNOWN_ID = randomUUID();
/** Placeholders for values of the running shop: an order's id, the URL of a built file, the URL of a picture. */
export const ORDER = '{order}';
export const ASSET = '{asset}';
export const PICTURE = '{picture}';

interface Expected {
  /** The routes of `listRoutes` that the request matches. */
  of: string[];
  request: string;
  body?: string;
  status: number;
  cache: string;
  /** The URL is a secret: no search engine keeps an answer. */
  noIndex?: true;
  /** The owner's side: no other site gets a referrer, and no search engine an answer. */
  staff?: true;
}

/**
 * The expected status and cache headers of each route, besides those of `responsesForStaff`. A missing route fails
 * headers.e2e.ts.
 */
export const RESPONSES: Expected[] = [
  { of: ['page /'], request: 'GET /', status: 200, cache: PAGE },
  { of: ['page /'], request: 'GET /_.data', status: 200, cache: PAGE },
  { of: ['page /'], request: 'HEAD /', status: 200, cache: PAGE },
  { of: ['page /'], request: 'POST /', status: 405, cache: NO_STORE },
  { of: ['page /cakes'], request: 'GET /cakes?diet=vegan', status: 200, cache: PAGE },
  {
    of: ['page /cakes/:category'],
    request: 'GET /cakes/doughnuts',
    status: 200,
    cache: PAGE,
  },
  {
    of: ['page /cakes/:category/:cake'],
    request: `GET ${BERRY_DRIP_CAKE}`,
    status: 200,
    cache: PAGE,
  },
  { of: ['page /about-us'], request: 'GET /about-us', status: 200, cache: PAGE },
  { of: ['page /privacy'], request: 'GET /privacy', status: 200, cache: PAGE },
  { of: ['page /terms'], request: 'GET /terms', status: 200, cache: PAGE },
  { of: ['page /payment-loading'], request: 'GET /payment-loading', status: 200, cache: NO_STORE },
  {
    of: ['page /payment-loading'],
    request: 'GET /payment-loading.data',
    status: 200,
    cache: NO_STORE,
  },
  ...[
    `/thank-you-page/${ORDER}`,
    `/thank-you-page/${ORDER}.data`,
    `/Thank-You-Page/${ORDER}`,
    `/thank%2Dyou%2Dpage/${ORDER}/`,
  ].map((path) => secretResponse('page /thank-you-page/:order', `GET ${path}`, 200)),
  secretResponse('page /thank-you-page/:order', `GET /thank-you-page/${UNKNOWN_ID}`, 404),
  secretResponse(
    'page /thank-you-page/:order/calendar/:day',
    `GET /thank-you-page/${UNKNOWN_ID}/calendar/2026-12-05`,
    404,
  ),
  secretResponse('page /pay/:token', 'GET /pay/NONE', 404),
  secretResponse('page /pay/:token', 'GET /Pay/NONE', 404),
  secretResponse('page /pay/:token', 'POST /pay/NONE', 404),
  secretResponse('page /pay/:token', 'PUT /pay/NONE', 405),
  secretResponse('page /my-order/:token', 'GET /my-order/none', 404),
  secretResponse('page /my-order/:token', 'GET /My%2Dorder//none.data', 404),
  secretResponse('page /my-order/:token', 'POST /my-order/none', 400),
  secretResponse('page /my-order/:token', 'PUT /my-order/none', 405),
  secretResponse('page /my-order/:token/add/:day', 'GET /my-order/none/add/2026-12-05', 404),
  secretResponse('page /my-order/:token/add/:day', 'POST /my-order/none/add/2026-12-05', 400),
  secretResponse(
    'page /my-order/:token/calendar/:day',
    'GET /my-order/none/calendar/2026-12-05',
    404,
  ),
  secretResponse('page /my-order/waiting/:token', 'GET /my-order/waiting/none', 404),
  secretResponse('page /my-order/waiting/:token', 'POST /my-order/waiting/none', 400),
  { of: ['page /ask'], request: 'GET /ask?day=2026-12-05', status: 200, cache: PAGE },
  { of: ['page /ask'], request: 'POST /ask', status: 405, cache: NO_STORE },
  secretResponse('page /ask/:token', 'GET /ask/none', 404),
  secretResponse('page /ask/:token', 'POST /ask/none', 400),
  secretResponse('page /ask/:token/photos/:position', 'GET /ask/none/photos/0', 404),
  {
    of: ['PUT /requests/:id'],
    request: `PUT /requests/${UNKNOWN_ID}`,
    body: '{}',
    status: 401,
    cache: NO_STORE,
  },
  secretResponse('page /calendar-feed/:token', 'GET /calendar-feed/none', 404),
  staffResponse('page /owner/sign-in', 'GET /owner/sign-in', 200),
  staffResponse('page /owner/sign-in/code', 'GET /owner/sign-in/code', 200),
  staffResponse('page /owner/sign-in/recovery-code', 'GET /owner/sign-in/recovery-code', 200),
  staffResponse('page /owner/welcome', 'GET /owner/welcome', 200),
  staffResponse('page /owner/sign-out', 'GET /owner/sign-out', 302),
  staffResponse('page /owner/passkeys/sign-in', 'POST /owner/passkeys/sign-in', 200),
  staffResponse('page /owner/passkeys/sign-in', 'GET /owner/passkeys/sign-in', 405),
  staffResponse('page /owner/more', 'GET /Owner/m%6Fre.data', 401),
  // The router would read it otherwise.
  staffResponse('page /owner/more', 'GET /Owner//m%6Fre.data', 404),
  staffResponse('POST /owner/photos', 'POST /owner/photos', 401),
  { of: ['page /sitemap.xml'], request: 'GET /sitemap.xml', status: 200, cache: ONE_HOUR },
  { of: ['page /robots.txt'], request: 'GET /robots.txt', status: 200, cache: ONE_HOUR },
  {
    of: ['page /site.webmanifest'],
    request: 'GET /site.webmanifest',
    status: 200,
    cache: ONE_HOUR,
  },
  {
    of: ['page /owner.webmanifest'],
    request: 'GET /owner.webmanifest',
    status: 200,
    cache: ONE_HOUR,
  },
  { of: ['page /*', 'ALL /*'], request: 'GET /no-such-page', status: 404, cache: NO_STORE },
  { of: ['GET /error-page.css'], request: 'GET /error-page.css', status: 200, cache: ONE_HOUR },
  { of: ['GET /healthz'], request: 'GET /healthz', status: 200, cache: NO_STORE },
  { of: ['GET /readyz'], request: 'GET /readyz', status: 200, cache: NO_STORE },
  {
    of: ['GET /api/categories'],
    request: 'GET /api/categories',
    status: 200,
    cache: NO_STORE,
  },
  { of: ['GET /api/cakes'], request: 'GET /api/cakes', status: 200, cache: NO_STORE },
  {
    of: ['GET /api/cakes/:id'],
    request: 'GET /api/cakes/berry-drip-cake',
    status: 200,
    cache: NO_STORE,
  },
  { of: ['GET /api/calendar'], request: 'GET /api/calendar', status: 200, cache: NO_STORE },
  {
    of: ['GET /api/openapi.json'],
    request: 'GET /api/openapi.json',
    status: 200,
    cache: NO_STORE,
  },
  // HEAD, because the body of the GET response does not end.
  secretResponse('GET /api/live', 'HEAD /api/live?topics=cakes', 200),
  secretResponse('GET /api/live', 'GET /api/live?topics=buns', 422),
  staffResponse('GET /owner/live', 'GET /owner/live', 401),
  { of: ['ALL /api/*'], request: 'GET /api/no-such-call', status: 404, cache: NO_STORE },
  {
    of: ['ALL /api/*'],
    request: 'POST /api/no-such-call',
    body: 'x'.repeat(70_000),
    status: 413,
    cache: NO_STORE,
  },
  secretResponse('GET /api/orders/:id', `GET /api/orders/${ORDER}`, 200),
  secretResponse('GET /api/orders/:id', `GET /api/orders/${UNKNOWN_ID}`, 404),
  secretResponse('GET /api/orders/:id', 'GET /api/orders/my-order', 404),
  { ...secretResponse('PUT /api/orders/:id', `PUT /api/orders/${UNKNOWN_ID}`, 401), body: '{}' },
  {
    of: ['PUT /api/waiting-list/:id'],
    request: `PUT /api/waiting-list/${UNKNOWN_ID}`,
    body: '{}',
    status: 401,
    cache: NO_STORE,
  },
  secretResponse('POST /api/orders/:id/confirm', `POST /api/orders/${ORDER}/confirm`, 200),
  {
    ...secretResponse('POST /api/orders/:id/email', `POST /api/orders/${UNKNOWN_ID}/email`, 404),
    body: JSON.stringify({ current: 'a@example.org', corrected: 'b@example.org' }),
  },
  {
    of: ['GET /api/bot-check/challenge'],
    request: 'GET /api/bot-check/challenge',
    status: 200,
    cache: NO_STORE,
  },
  {
    of: ['POST /v1/projects/battenberg/apps/web:exchangeRecaptchaV3Token'],
    request: 'POST /v1/projects/battenberg/apps/web:exchangeRecaptchaV3Token',
    body: '{}',
    status: 400,
    cache: NO_STORE,
  },
  {
    of: ['POST /v1/projects/battenberg/apps/web:exchangeDebugToken'],
    request: 'POST /v1/projects/battenberg/apps/web:exchangeDebugToken',
    body: '{}',
    status: 400,
    cache: NO_STORE,
  },
  { of: ['ALL /v1/*'], request: 'GET /v1/none', status: 404, cache: NO_STORE },
  { of: ['POST /webhooks/stripe'], request: 'POST /webhooks/stripe', status: 400, cache: NO_STORE },
  { of: ['ALL /webhooks/*'], request: 'GET /webhooks/none', status: 404, cache: NO_STORE },
  { of: ['ALL /assets/*'], request: `GET ${ASSET}`, status: 200, cache: IMMUTABLE },
  { of: ['ALL /assets/*'], request: 'GET /assets/none.js', status: 404, cache: NO_STORE },
  { of: ['ALL /_img/*'], request: `GET ${PICTURE}`, status: 200, cache: IMMUTABLE },
  { of: ['ALL /_img/*'], request: 'GET /_img/none', status: 404, cache: NO_STORE },
  { of: ['ALL /photos/*'], request: 'GET /photos/hero.jpg', status: 200, cache: ONE_HOUR },
  {
    of: ['ALL /photos/*', 'GET /photos/:file'],
    request: 'GET /photos/none.jpg',
    status: 404,
    cache: NO_STORE,
  },
];

/** What somebody who is not signed in gets of each page for staff. @param routes of `listRoutes`. */
export function responsesForStaff(routes: string[]): Expected[] {
  return routes.flatMap((route) => {
    const path = route.replace(/^page /, '').replaceAll(/:\w+|\*/g, 'x');
    if (!/^\/owner(\/|$)/.test(path) || accessOf(path) === 'anyone') return [];
    return [staffResponse(route, `GET ${path}`, 302), staffResponse(route, `POST ${path}`, 401)];
  });
}

function staffResponse(route: string, request: string, status: number): Expected {
  return { of: [route], request, status, cache: NO_STORE, staff: true };
}

function secretResponse(route: string, request: string, status: number): Expected {
  return { of: [route], request, status, cache: NO_STORE, noIndex: true };
}
