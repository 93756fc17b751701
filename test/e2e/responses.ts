import { randomUUID } from 'node:crypto';
import { BERRY_DRIP_CAKE } from './visitor.ts';

const NEVER = 'no-store';
const ASK_EACH_TIME = 'no-cache';
/** Kept by no browser without asking, and by a CDN for seconds. */
export const A_PAGE = 'public, max-age=0, s-maxage=5';
const FIVE_MINUTES = 'public, max-age=300';
const AN_HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

const SOME_ID = randomUUID();
/** Filled in from the shop that runs: an order's id, the address of a built file, of a picture. */
export const ORDER = '{order}';
export const ASSET = '{asset}';
export const PICTURE = '{picture}';

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
export const ANSWERS: Expected[] = [
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
  { of: ['ALL /webhooks/*'], request: 'GET /webhooks/none', status: 404, cache: NEVER },
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
