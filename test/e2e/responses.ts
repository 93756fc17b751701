import { randomUUID } from 'node:crypto';
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
  /** The URL is a secret: no other site gets it as a referrer, and no search engine keeps an answer. */
  noIndex?: true;
  /** The owner's side, and the link to pay: no other site gets a referrer, and no search engine an answer. */
  staff?: true;
}

/** The expected status and cache headers of each route. A missing route fails headers.e2e.ts. */
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
  payResponse('GET /pay/NONE', 404),
  payResponse('GET /Pay/NONE', 404),
  payResponse('POST /pay/NONE', 404),
  payResponse('PUT /pay/NONE', 405),
  secretResponse('page /my-order/:token', 'GET /my-order/none', 404),
  secretResponse('page /my-order/:token', 'GET /My%2Dorder//none.data', 404),
  secretResponse('page /my-order/:token', 'POST /my-order/none', 400),
  secretResponse('page /my-order/:token', 'PUT /my-order/none', 405),
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
  staffResponse('page /owner', 'GET /owner', 302),
  staffResponse('page /owner/week', 'GET /owner/week', 302),
  staffResponse('page /owner/day/:day', 'GET /owner/day/2026-12-05', 302),
  staffResponse('page /owner/orders', 'GET /owner/orders', 302),
  staffResponse('page /owner/orders/new', 'GET /owner/orders/new', 302),
  staffResponse('page /owner/orders/new', 'POST /owner/orders/new', 401),
  staffResponse('page /owner/orders/:order/pay-link', `POST /owner/orders/${ORDER}/pay-link`, 401),
  staffResponse('page /owner/orders/:order/paid', `POST /owner/orders/${ORDER}/paid`, 401),
  staffResponse(
    'page /owner/orders/:order/cancellation',
    `POST /owner/orders/${ORDER}/cancellation`,
    401,
  ),
  staffResponse(
    'page /owner/orders/:order/cancel-request/decline',
    `POST /owner/orders/${ORDER}/cancel-request/decline`,
    401,
  ),
  staffResponse(
    'page /owner/orders/:order/resend/:recipient',
    `POST /owner/orders/${ORDER}/resend/customer`,
    401,
  ),
  staffResponse(
    'page /owner/orders/:order/refund/:refund/not-given',
    `POST /owner/orders/${ORDER}/refund/none/not-given`,
    401,
  ),
  staffResponse('page /owner/orders/:order', `GET /owner/orders/${ORDER}`, 302),
  staffResponse('page /owner/orders/:order/seen', `POST /owner/orders/${ORDER}/seen`, 401),
  staffResponse('page /owner/orders/:order/made', `POST /owner/orders/${ORDER}/made`, 401),
  staffResponse('page /owner/orders/:order/ready', `POST /owner/orders/${ORDER}/ready`, 401),
  staffResponse('page /owner/requests', 'GET /owner/requests', 302),
  staffResponse('page /owner/requests/:request', 'GET /owner/requests/4KX7WP', 302),
  ...['answer', 'decline', 'forget'].flatMap((verb) => [
    staffResponse(
      `page /owner/requests/:request/${verb}`,
      `GET /owner/requests/4KX7WP/${verb}`,
      302,
    ),
    staffResponse(
      `page /owner/requests/:request/${verb}`,
      `POST /owner/requests/4KX7WP/${verb}`,
      401,
    ),
  ]),
  staffResponse('page /owner/requests/:request/close', 'POST /owner/requests/4KX7WP/close', 401),
  staffResponse(
    'page /owner/requests/:request/photos/:position',
    'GET /owner/requests/4KX7WP/photos/0',
    302,
  ),
  staffResponse('page /owner/print/request/:request', 'GET /owner/print/request/4KX7WP', 302),
  staffResponse('page /owner/cakes', 'GET /owner/cakes', 302),
  staffResponse('page /owner/cakes/new', 'GET /owner/cakes/new', 302),
  staffResponse('page /owner/cakes/:cake', 'GET /owner/cakes/berry-drip-cake', 302),
  staffResponse(
    'page /owner/cakes/:cake/versions',
    'GET /owner/cakes/berry-drip-cake/versions',
    302,
  ),
  staffResponse('page /owner/prices', 'GET /owner/prices', 302),
  staffResponse('page /owner/prices', 'POST /owner/prices', 401),
  staffResponse('page /owner/cakes/:cake/options', 'GET /owner/cakes/berry-drip-cake/options', 302),
  staffResponse(
    'page /owner/cakes/:cake/options/:option',
    'GET /owner/cakes/berry-drip-cake/options/new',
    302,
  ),
  staffResponse('page /owner/cakes/:cake/sale', 'POST /owner/cakes/berry-drip-cake/sale', 401),
  staffResponse('page /owner/cakes/:cake/place', 'POST /owner/cakes/berry-drip-cake/place', 401),
  staffResponse(
    'page /owner/categories/:category/place',
    'POST /owner/categories/cup-cakes/place',
    401,
  ),
  staffResponse('page /owner/cakes/preview', 'POST /owner/cakes/preview', 401),
  staffResponse('page /owner/categories', 'GET /owner/categories', 302),
  staffResponse('page /owner/categories/:category', 'GET /owner/categories/cup-cakes', 302),
  staffResponse(
    'page /owner/categories/:category/versions',
    'GET /owner/categories/cup-cakes/versions',
    302,
  ),
  staffResponse('page /owner/you/address', 'GET /owner/you/address', 302),
  staffResponse('page /owner/you/address', 'POST /owner/you/address', 401),
  staffResponse('page /owner/people/:person/address', 'GET /owner/people/none/address', 302),
  staffResponse('page /owner/people/:person/address', 'POST /owner/people/none/address', 401),
  staffResponse('page /owner/orders/export', 'GET /owner/orders/export', 302),
  staffResponse('page /owner/orders.csv', 'GET /owner/orders.csv', 302),
  staffResponse('page /owner/orders/:order/customer', `GET /owner/orders/${ORDER}/customer`, 302),
  staffResponse(
    'page /owner/orders/:order/customer.csv',
    `GET /owner/orders/${ORDER}/customer.csv`,
    302,
  ),
  staffResponse('page /owner/print/customer/:order', `GET /owner/print/customer/${ORDER}`, 302),
  staffResponse('page /owner/orders/:order/forget', `GET /owner/orders/${ORDER}/forget`, 302),
  staffResponse('page /owner/orders/:order/forget', `POST /owner/orders/${ORDER}/forget`, 401),
  staffResponse('page /owner/money', 'GET /owner/money', 302),
  staffResponse('page /owner/money.csv', 'GET /owner/money.csv?month=2026-11', 302),
  staffResponse('page /owner/money/payouts', 'GET /owner/money/payouts?month=2026-11', 302),
  staffResponse('page /owner/money/payouts/:payout', 'GET /owner/money/payouts/po_1', 302),
  staffResponse('page /owner/money/sales', 'GET /owner/money/sales?in=2026', 302),
  staffResponse('page /owner/money/sales.csv', 'GET /owner/money/sales.csv?in=2026-11', 302),
  staffResponse('page /owner/words', 'GET /owner/words', 302),
  staffResponse('page /owner/words/:words', 'GET /owner/words/contact', 302),
  staffResponse('page /owner/words/:words/first', 'POST /owner/words/contact/first', 401),
  staffResponse('page /owner/words/:words/versions', 'GET /owner/words/contact/versions', 302),
  staffResponse('page /owner/orders/:order/move', `GET /owner/orders/${ORDER}/move`, 302),
  staffResponse('page /owner/orders/:order/move', `POST /owner/orders/${ORDER}/move`, 401),
  staffResponse(
    'page /owner/orders/:order/cancellation',
    `POST /owner/orders/${ORDER}/cancellation`,
    401,
  ),
  staffResponse('page /owner/orders/:order/refund', `GET /owner/orders/${ORDER}/refund`, 302),
  staffResponse('page /owner/orders/:order/refund', `POST /owner/orders/${ORDER}/refund`, 401),
  staffResponse('page /owner/orders/:order/text', `GET /owner/orders/${ORDER}/text`, 302),
  staffResponse('page /owner/orders/:order/text', `POST /owner/orders/${ORDER}/text`, 401),
  staffResponse('page /owner/orders/:order/note', `GET /owner/orders/${ORDER}/note`, 302),
  staffResponse('page /owner/orders/:order/note', `POST /owner/orders/${ORDER}/note`, 401),
  staffResponse('page /owner/orders/:order/contact', `GET /owner/orders/${ORDER}/contact`, 302),
  staffResponse('page /owner/orders/:order/contact', `POST /owner/orders/${ORDER}/contact`, 401),
  staffResponse('page /owner/orders/:order/email', `GET /owner/orders/${ORDER}/email`, 302),
  staffResponse('page /owner/orders/:order/email', `POST /owner/orders/${ORDER}/email`, 401),
  staffResponse('page /owner/calendar', 'GET /owner/calendar', 302),
  staffResponse('page /owner/calendar/reopening', 'POST /owner/calendar/reopening', 401),
  staffResponse('page /owner/calendar/rules', 'POST /owner/calendar/rules', 401),
  staffResponse('page /owner/calendar/pause', 'POST /owner/calendar/pause', 401),
  staffResponse('page /owner/calendar/pause/end', 'POST /owner/calendar/pause/end', 401),
  staffResponse('page /owner/calendar/period', 'POST /owner/calendar/period', 401),
  staffResponse('page /owner/calendar/period/removal', 'POST /owner/calendar/period/removal', 401),
  staffResponse('page /owner/calendar/hours', 'GET /owner/calendar/hours', 302),
  staffResponse('page /owner/calendar/hours', 'POST /owner/calendar/hours', 401),
  staffResponse(
    'page /owner/calendar/bank-holidays/keep',
    'POST /owner/calendar/bank-holidays/keep',
    401,
  ),
  staffResponse('page /owner/calendar/opening', 'POST /owner/calendar/opening', 401),
  staffResponse('page /owner/calendar/opening/end', 'POST /owner/calendar/opening/end', 401),
  staffResponse('page /owner/calendar/close', 'GET /owner/calendar/close', 302),
  staffResponse('page /owner/calendar/close', 'POST /owner/calendar/close', 401),
  staffResponse('page /owner/calendar/versions', 'GET /owner/calendar/versions', 302),
  staffResponse('page /owner/capacity', 'GET /owner/capacity', 302),
  staffResponse('page /owner/capacity/week', 'POST /owner/capacity/week', 401),
  staffResponse('page /owner/capacity/day', 'POST /owner/capacity/day', 401),
  staffResponse('page /owner/capacity/off', 'POST /owner/capacity/off', 401),
  staffResponse('page /owner/times', 'GET /owner/times', 302),
  staffResponse('page /owner/times/removal', 'POST /owner/times/removal', 401),
  staffResponse('page /owner/times/off', 'POST /owner/times/off', 401),
  staffResponse('page /owner/undo/:change', 'POST /owner/undo/event.1', 401),
  staffResponse('page /owner/before-you-open', 'GET /owner/before-you-open', 302),
  staffResponse('page /owner/before-you-open/right', 'POST /owner/before-you-open/right', 401),
  staffResponse('page /owner/needs-you', 'GET /owner/needs-you', 302),
  staffResponse('page /owner/needs-you/close', 'POST /owner/needs-you/close', 401),
  staffResponse('page /owner/needs-you/send-all', 'POST /owner/needs-you/send-all', 401),
  staffResponse('page /owner/needs-you/give-up', 'POST /owner/needs-you/give-up', 401),
  staffResponse('page /owner/more', 'GET /owner/more', 302),
  staffResponse('page /owner/*', 'GET /owner/no-such-screen', 302),
  staffResponse('page /owner/print/bake-sheet/:day', 'GET /owner/print/bake-sheet/2026-12-05', 302),
  staffResponse('page /owner/print/tickets/:day', 'GET /owner/print/tickets/2026-12-05', 302),
  staffResponse('page /owner/print/labels/:day', 'GET /owner/print/labels/2026-12-05', 302),
  staffResponse(
    'page /owner/print/label/:order/:day',
    `GET /owner/print/label/${ORDER}/2026-12-05`,
    302,
  ),
  staffResponse('page /owner/sign-in', 'GET /owner/sign-in', 200),
  staffResponse('page /owner/sign-in/code', 'GET /owner/sign-in/code', 200),
  staffResponse('page /owner/sign-in/recovery-code', 'GET /owner/sign-in/recovery-code', 200),
  staffResponse('page /owner/welcome', 'GET /owner/welcome', 200),
  staffResponse('page /owner/sign-out', 'GET /owner/sign-out', 302),
  staffResponse('page /owner/more', 'GET /Owner/m%6Fre.data', 401),
  // The router would read it otherwise.
  staffResponse('page /owner/more', 'GET /Owner//m%6Fre.data', 404),
  staffResponse('page /owner/you', 'GET /owner/you', 302),
  ...[
    'email',
    'passkeys/remove',
    'recovery-codes',
    'calendar-feed',
    'calendar-feed/end',
    'test-email',
  ].map((verb) => staffResponse(`page /owner/you/${verb}`, `POST /owner/you/${verb}`, 401)),
  ...['disable', 'enable', 'role'].map((verb) =>
    staffResponse(`page /owner/people/:person/${verb}`, `POST /owner/people/1/${verb}`, 401),
  ),
  staffResponse('page /owner/devices/sign-out', 'POST /owner/devices/sign-out', 401),
  staffResponse('page /owner/people', 'GET /owner/people', 302),
  staffResponse('page /owner/photos', 'GET /owner/photos', 302),
  staffResponse('POST /owner/photos', 'POST /owner/photos', 401),
  staffResponse('page /owner/photos/:photo', 'GET /owner/photos/hero.jpg', 302),
  staffResponse('page /owner/photos/:photo/focus', 'POST /owner/photos/hero.jpg/focus', 401),
  staffResponse('page /owner/photos/:photo/deletion', 'POST /owner/photos/hero.jpg/deletion', 401),
  staffResponse('page /owner/people', 'POST /owner/people', 401),
  staffResponse('page /owner/passkeys/sign-in', 'POST /owner/passkeys/sign-in', 200),
  staffResponse('page /owner/passkeys/sign-in', 'GET /owner/passkeys/sign-in', 405),
  staffResponse('page /owner/passkeys/add', 'POST /owner/passkeys/add', 401),
  { of: ['page /sitemap.xml'], request: 'GET /sitemap.xml', status: 200, cache: ONE_HOUR },
  { of: ['page /robots.txt'], request: 'GET /robots.txt', status: 200, cache: ONE_HOUR },
  {
    of: ['page /site.webmanifest'],
    request: 'GET /site.webmanifest',
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

function staffResponse(route: string, request: string, status: number): Expected {
  return { of: [route], request, status, cache: NO_STORE, staff: true };
}

function payResponse(request: string, status: number): Expected {
  return { of: ['page /pay/:token'], request, status, cache: NO_STORE, staff: true };
}

function secretResponse(route: string, request: string, status: number): Expected {
  return { of: [route], request, status, cache: NO_STORE, noIndex: true };
}
