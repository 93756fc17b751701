import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentAttempt, itemsOfAttempt } from '#app/buy/basket/order-attempt.ts';
import {
  basket,
  checkoutUrl,
  customer,
  fakeShop,
  freshStorage,
  json,
  problem,
  silentShop,
  start,
  tokens,
} from '#test/fake-shop.ts';
import { startCheckout } from './start-checkout.ts';

beforeEach(freshStorage);
afterEach(() => vi.useRealTimers());

test('a placed order leads to its checkout, and its items are remembered', async () => {
  const shop = fakeShop(json(201, { id: 'x', checkoutUrl }));
  expect(await start(shop)).toEqual({ ok: true, checkoutUrl });
  expect(itemsOfAttempt(currentAttempt().orderId)).toEqual([7]);
  expect(shop.requests).toEqual([
    {
      call: `PUT /api/orders/${currentAttempt().orderId}`,
      body: {
        ...customer,
        items: [
          {
            cakeId: 'berry',
            sizeId: 'berry-8',
            api: 'price_1',
            message: 'Happy Birthday',
            day: '2026-12-12',
            allergens: ['Eggs'],
          },
        ],
        linkToken: expect.stringMatching(/^[0-9a-z]{26}$/),
      },
    },
  ]);
});

test('started again it is the same order', async () => {
  const shop = fakeShop(json(201, { id: 'x', checkoutUrl }), json(200, { id: 'x', checkoutUrl }));
  await start(shop);
  await start(shop);
  expect(new Set(shop.requests.map(({ call }) => call)).size).toBe(1);
});

test('every difference comes with the item it is about', async () => {
  const difference = { kind: 'gone', item: 0 };
  const shop = fakeShop(problem(409, 'order-changed', { differences: [difference] }));
  expect(await start(shop)).toEqual({
    ok: false,
    reason: 'changed',
    changes: [{ item: basket[0], difference }],
  });
  expect(itemsOfAttempt(currentAttempt().orderId)).toEqual([]);
});

test('what was wrong with the request is passed on, each thing once', async () => {
  const errors = [
    { pointer: '/name', detail: 'Please fill in your name.' },
    { pointer: '/items/0/message', detail: 'Please use at most 30 letters.' },
    { pointer: '/items/1/message', detail: 'Please use at most 30 letters.' },
  ];
  expect(await start(fakeShop(problem(422, 'invalid-request', { errors })))).toEqual({
    ok: false,
    reason: 'invalid-request',
    problems: ['Please fill in your name.', 'Please use at most 30 letters.'],
  });
});

test.each([
  ['payments-unavailable', problem(503, 'payments-unavailable')],
  ['too-large', problem(413, 'too-large')],
  ['too-large', new Response('<h1>Too large</h1>', { status: 413 })],
  ['unexpected', problem(418, 'something-new')],
  ['unexpected', problem(500, 'server-error')],
  ['unexpected', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['unexpected', json(200, { checkoutUrl: 'javascript:alert(1)' })],
] as const)('%s', async (reason, response) => {
  expect(await start(fakeShop(response))).toEqual({ ok: false, reason });
});

test('a bot-check token goes with the order', async () => {
  const shop = fakeShop(json(201, { id: 'x', checkoutUrl }));
  await start(shop, tokens('first'));
  expect(shop.tokens).toEqual(['first']);
});

test('a token that the shop does not take is replaced by itself, once', async () => {
  const shop = fakeShop(problem(401, 'bot-check'), json(201, { id: 'x', checkoutUrl }));
  expect(await start(shop, tokens('used up', 'fresh'))).toEqual({ ok: true, checkoutUrl });
  expect(shop.tokens).toEqual(['used up', 'fresh']);

  const strict = fakeShop(problem(401, 'bot-check'), problem(401, 'bot-check'));
  expect(await start(strict, tokens('used up', 'fresh'))).toEqual({
    ok: false,
    reason: 'bot-check',
  });
});

test('if no fresh token can be had, the first answer counts', async () => {
  const shop = fakeShop(problem(401, 'bot-check'));
  expect(await start(shop, tokens('used up'))).toEqual({ ok: false, reason: 'bot-check' });
  expect(shop.tokens).toEqual(['used up']);
});

test('without a token the order is sent all the same, and the shop has the say', async () => {
  const shop = fakeShop(problem(401, 'bot-check'));
  expect(await start(shop, tokens())).toEqual({ ok: false, reason: 'bot-check' });
  expect(shop.tokens).toEqual([null]);
});

test.each([
  ['4 minutes', '200'],
  ['a minute', '12'],
  ['a minute', 'Fri, 20 Nov 2026 12:00:00 GMT'],
])('too many requests: wait %s', async (wait, retryAfter) => {
  const refused = problem(429, 'too-many-requests');
  refused.headers.set('Retry-After', retryAfter);
  expect(await start(fakeShop(refused))).toEqual({ ok: false, reason: 'too-many-requests', wait });
  const byProxy = new Response('Slow down', {
    status: 429,
    headers: { 'Retry-After': retryAfter },
  });
  expect(await start(fakeShop(byProxy))).toMatchObject({ wait });
});

test('no answer at all', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await startCheckout(customer, basket, { fetch })).toEqual({
    ok: false,
    reason: 'unreachable',
  });
});

test('no answer within a minute', async () => {
  const shop = { fetch: silentShop() };
  const given: unknown[] = [];
  start(shop).then((answer) => given.push(answer));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(given).toEqual([{ ok: false, reason: 'unreachable' }]);
});

test('a visitor who leaves during the bot check sends no order', async () => {
  const shop = fakeShop(json(201, { id: 'x', checkoutUrl }));
  const leaving = new AbortController();
  const getToken = async () => {
    leaving.abort();
    return tokens('first')();
  };
  const { signal } = leaving;
  await startCheckout(customer, basket, { fetch: shop.fetch, getToken, signal });
  expect(shop.requests).toEqual([]);
});
