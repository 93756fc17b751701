import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readPublicOrder } from '#server/orders/rows.ts';
import { tokenByDebug } from '#test/bot-check-tokens.ts';
import { stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { openTestShop } from '#test/test-shop.ts';
import { limits } from './rate-limits.ts';

const CAKE = 'berry-drip-cake';

async function open(variables: Record<string, string> = {}) {
  const { where } = await stockedSqlite();
  const shop = await openTestShop({ where, jobs: false, variables });
  return { shop, ada: customer(shop) };
}

describe('a write', () => {
  test.each<[string, Record<string, string>, number]>([
    ['from the shop’s own page', { 'Sec-Fetch-Site': 'same-origin' }, 201],
    ['from the address bar', { 'Sec-Fetch-Site': 'none' }, 201],
    ['from another website', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['from a neighbour of the shop’s domain', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['with contradictory headers', { 'Sec-Fetch-Site': 'cross-site', Origin: 'OURS' }, 403],
    ['of an older browser, from here', { Origin: 'OURS' }, 201],
    ['of an older browser, from elsewhere', { Origin: 'https://evil.example' }, 403],
    ['of an older browser, from nowhere', { Origin: 'null' }, 403],
    ['of a program that is no browser', {}, 201],
  ])('%s', async (_, said, status) => {
    const { shop, ada } = await open();
    const id = randomUUID();
    const headers = Object.entries(said).map(([name, value]): [string, string] => [
      name,
      value.replace('OURS', shop.origin),
    ]);
    const body = JSON.stringify(await ada.requestFor(CAKE));
    // Not `fetch`, which would add a `Sec-Fetch-Mode` of its own and keeps some of these names to itself.
    const answer = await send(`${shop.origin}/api/orders/${id}`, 'PUT', body, [
      ['Content-Type', 'application/json'],
      ['X-Firebase-AppCheck', await tokenByDebug(shop.origin)],
      ...headers,
    ]);
    expect(answer).toBe(status);
    expect((await readPublicOrder(shop.shop.db, id)) !== undefined).toBe(status === 201);
  });

  test('from another website gets an error that says so', async () => {
    const { ada } = await open();
    const answer = await ada.call('POST', `/api/orders/${randomUUID()}/confirm`, undefined, {
      Origin: 'https://evil.example',
    });
    expect(answer).toMatchObject({
      status: 403,
      body: { type: 'urn:problem-type:battenberg:cross-site' },
    });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    'with a body declared as "%s" is rejected, even if it is JSON',
    async (type) => {
      const { shop, ada } = await open();
      const id = randomUUID();
      const request = await ada.requestFor(CAKE);
      const answer = await ada.call('PUT', `/api/orders/${id}`, request, { 'Content-Type': type });
      expect(answer).toMatchObject({
        status: 415,
        body: { type: 'urn:problem-type:battenberg:not-json' },
      });
      expect(await readPublicOrder(shop.shop.db, id)).toBeUndefined();
    },
  );

  test.each([
    ['PUT', `/api/orders/${randomUUID()}`, 65 * 1024],
    ['POST', '/webhooks/stripe', 257 * 1024],
    ['POST', '/no-such-page', 65 * 1024],
  ])('%s %s of too many bytes is rejected before it is read', async (method, path, bytes) => {
    const { shop, ada } = await open();
    const whole = await ada.call(method, path, 'x'.repeat(bytes));
    expect(whole).toMatchObject({
      status: 413,
      body: { type: 'urn:problem-type:battenberg:too-large' },
    });
    const inChunks = await send(`${shop.origin}${path}`, method, 'x'.repeat(bytes), [
      ['Transfer-Encoding', 'chunked'],
    ]);
    expect(inChunks).toBe(413);
  });
});

describe('a caller above a limit', () => {
  const OF_CALLER = limits['orders of a caller'];
  const OF_ORDER = limits['writes to an order'];

  test('gets 429 with Retry-After, and nothing is written', async () => {
    const { shop, ada } = await open(allowing(2 / OF_CALLER));
    const request = await ada.requestFor(CAKE);
    const refusedId = randomUUID();
    expect((await ada.place(request, randomUUID())).status).toBe(201);
    expect((await ada.place(request, randomUUID())).status).toBe(201);
    const refused = await ada.place(request, refusedId);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        type: 'urn:problem-type:battenberg:too-many-requests',
        detail: expect.stringMatching(/Please wait (10|9) minutes and try again/),
      },
    });
    expect(z.coerce.number().parse(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(600);
    expect(refused.headers.get('Cache-Control')).toBe('no-store');
    expect(await readPublicOrder(shop.shop.db, refusedId)).toBeUndefined();
    // Reading is another matter, and so is being paid.
    expect((await ada.read(refusedId)).status).toBe(404);
    expect((await ada.confirm(refusedId)).status).toBe(404);
  });

  test('of one order is limited for that order only, from any address', async () => {
    const { ada } = await open({ ...allowing(3 / OF_ORDER), TRUSTED_PROXIES: '127.0.0.1' });
    const request = await ada.requestFor(CAKE);
    const id = randomUUID();
    const placeFrom = async (address: string, order: string) => {
      return (await ada.place(request, order, { 'X-Forwarded-For': address })).status;
    };
    const statuses = [];
    for (const caller of [1, 2, 3, 4]) statuses.push(await placeFrom(`203.0.113.${caller}`, id));
    expect(statuses).toEqual([201, 200, 200, 429]);
    expect(await placeFrom('203.0.113.5', id.toUpperCase())).toBe(429);
    expect(await placeFrom('203.0.113.5', randomUUID())).toBe(201);
  });

  test('cannot pose as another by sending X-Forwarded-For', async () => {
    const { ada } = await open(allowing(1 / OF_CALLER));
    const request = await ada.requestFor(CAKE);
    const statuses = [];
    for (const address of ['203.0.113.1', '203.0.113.2']) {
      const headers = { 'X-Forwarded-For': address };
      statuses.push((await ada.place(request, randomUUID(), headers)).status);
    }
    expect(statuses).toEqual([201, 429]);
  });

  test('of a page’s form gets an error page', async () => {
    const { ada } = await open(allowing(1 / limits['payments of a caller']));
    const pay = () => ada.call('POST', '/pay/none', undefined, { Accept: 'text/html,*/*;q=0.8' });
    await pay();
    const answer = await pay();
    expect(answer.status).toBe(429);
    expect(answer.headers.get('Content-Type')).toMatch('text/html');
    expect(answer.body).toContain('Please wait 10 minutes');
  });

  test('is not limited for what only reads, nor for webhooks', async () => {
    const { ada } = await open(allowing(0.000_1));
    for (const path of ['/', '/cakes', '/api/cakes', '/my-order/none', '/healthz', '/readyz']) {
      await ada.call('GET', path);
      expect((await ada.call('GET', path)).status, path).not.toBe(429);
    }
    await ada.call('POST', '/webhooks/stripe');
    expect((await ada.call('POST', '/webhooks/stripe')).status).toBe(400);
  });
});

/** So large a part of the usual limits. */
function allowing(factor: number) {
  return { RATE_LIMIT_FACTOR: String(factor) };
}

/** Exactly these headers. @returns the status. */
function send(url: string, method: string, body: string, headers: [string, string][]) {
  return new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(url, { method }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    for (const [name, value] of headers) request.setHeader(name, value);
    request.end(body);
  });
}
