import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { recordingLog } from '#test/recording-log.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { createSite } from './site.ts';

async function open() {
  const { where } = await stockedSqlite();
  const { log, lines, errors } = recordingLog();
  const underWay = Promise.withResolvers<void>();
  const pictures = { path: '/_img', serve: async () => new Response('picture') };
  const site = () =>
    new Hono()
      .get('/slow', async (c) => {
        underWay.resolve();
        await once(c.req.raw.signal, 'abort');
        throw new Error('Rendered in vain.');
      })
      .route('/', createSite({ renderPage: async () => new Response('page'), pictures }));
  const shop = await openTestShop({ where, jobs: false, log, site });
  return { shop, ada: customer(shop), lines, errors, underWay: underWay.promise };
}

describe('a method that a known path does not have', () => {
  const ORDER = `/api/orders/${randomUUID()}`;

  const CALLS = [
    ['DELETE', '/api/cakes', 'GET, HEAD'],
    ['POST', '/api/cakes/berry-drip-cake', 'GET, HEAD'],
    ['OPTIONS', '/api/calendar', 'GET, HEAD'],
    ['PATCH', ORDER, 'PUT, GET, HEAD'],
    ['POST', ORDER, 'PUT, GET, HEAD'],
    ['GET', `${ORDER}/confirm`, 'POST'],
    ['PUT', '/api/live', 'GET, HEAD'],
    ['DELETE', '/api/openapi.json', 'GET, HEAD'],
    ['GET', '/webhooks/stripe', 'POST'],
    ['PUT', '/webhooks/stripe', 'POST'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['PROPFIND', '/', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/thank-you-page/nobody', 'GET, HEAD'],
    ['POST', '/assets/none.js', 'GET, HEAD'],
  ] as const;

  test('is answered 405 with the methods that it has, and is no error', async () => {
    const { ada, errors } = await open();
    for (const [method, path, allow] of CALLS) {
      const { status, body, headers } = await ada.call(method, path);
      const type = 'urn:problem-type:battenberg:method-not-allowed';
      expect([method, path, status, headers.get('Allow')]).toEqual([method, path, 405, allow]);
      expect(body).toMatchObject({ type });
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
    expect(errors()).toEqual([]);
  });

  test('at an unknown call is not found', async () => {
    const { ada } = await open();
    expect((await ada.call('POST', '/api/secrets')).status).toBe(404);
  });

  test('at a page is answered with a page', async () => {
    const { ada } = await open();
    const answer = await ada.call('POST', '/', undefined, { Accept: 'text/html,*/*;q=0.8' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Content-Type')).toMatch('text/html');
  });
});

describe('a client that hangs up', () => {
  test.each([
    ['PUT', `/api/orders/${randomUUID()}`],
    ['POST', '/webhooks/stripe'],
    ['POST', '/v1/projects/battenberg/apps/web:exchangeDebugToken'],
  ])('in the middle of its body, %s %s, is no error and no 500', async (method, path) => {
    const { shop, lines, errors } = await open();
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: shop',
      'Content-Type: application/json',
      'Content-Length: 100',
      'Expect: 100-continue',
    ];
    const socket = await send(shop.origin, `${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    socket.write('{"half":');
    await hangUp(socket);
    await waitFor(() => expect(statuses(lines)).toHaveLength(1));
    expect(statuses(lines)[0]).toBeLessThan(500);
    expect(errors()).toEqual([]);
  });

  test('before its page is rendered is no error and no 500', async () => {
    const { shop, lines, errors, underWay } = await open();
    const socket = await send(shop.origin, 'GET /slow HTTP/1.1\r\nHost: shop\r\n\r\n');
    await underWay;
    await hangUp(socket);
    await waitFor(() => expect(statuses(lines)).toEqual([499]));
    expect(errors()).toEqual([]);
  });
});

test('health checks are not logged', async () => {
  const { ada, lines } = await open();
  for (const path of ['/healthz', '/readyz', '/api/categories']) await ada.call('GET', path);
  expect(lines.flatMap(({ facts }) => ('path' in facts ? [facts.path] : []))).toEqual([
    '/api/categories',
  ]);
});

function statuses(lines: { facts: object }[]) {
  return lines.flatMap(({ facts }) => ('status' in facts ? Number(facts.status) : []));
}

async function send(origin: string, text: string) {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

async function hangUp(socket: ReturnType<typeof connect>) {
  socket.resetAndDestroy();
  await once(socket, 'close');
}
