import { beforeEach, expect, test, vi } from 'vitest';
import { currentAttempt, forgetAttempt, itemsOfAttempt } from '#app/basket/attempt.ts';
import { BasketItem } from '#domain/basket/basket-item.ts';
import type { TokenOutcome } from '#domain/bot-check/errors.ts';
import { startCheckout } from './start-checkout.ts';

const customer = { name: 'Ada', email: 'ada@example.test', phone: '020 7946 0000' };
const basket = [
  BasketItem.parse({
    id: 7,
    cake: {
      id: 'berry',
      title: 'Berry Drip Cake',
      img: 'x.jpg',
      category: [],
      allergens: ['Eggs'],
    },
    size: { id: 'berry-8', size: '8', slices: '14–18', price: 6800, api: 'price_1' },
    messageOnCake: 'Happy Birthday',
    selectedDay: '2026-12-12',
    price: 0,
  }),
];
const checkoutUrl = 'http://localhost:3001/c/pay/1';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  forgetAttempt();
});

test('a placed order leads to its checkout, and its items are remembered', async () => {
  const shop = answering(json(201, { id: 'x', checkoutUrl }));
  expect(await start(shop)).toEqual({ ok: true, checkoutUrl });
  expect(itemsOfAttempt(currentAttempt())).toEqual([7]);
  expect(shop.requests).toEqual([
    {
      call: `PUT /api/orders/${currentAttempt()}`,
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
      },
    },
  ]);
});

test('started again it is the same order', async () => {
  const shop = answering(json(201, { id: 'x', checkoutUrl }), json(200, { id: 'x', checkoutUrl }));
  await start(shop);
  await start(shop);
  expect(new Set(shop.requests.map(({ call }) => call)).size).toBe(1);
});

test('every difference comes with the item it is about', async () => {
  const difference = { kind: 'gone', item: 0 };
  const shop = answering(problem(409, 'order-changed', { differences: [difference] }));
  expect(await start(shop)).toEqual({
    ok: false,
    reason: 'changed',
    changes: [{ item: basket[0], difference }],
  });
  expect(itemsOfAttempt(currentAttempt())).toEqual([]);
});

test('an expired order is begun anew, once', async () => {
  const shop = answering(problem(409, 'order-expired'), json(201, { id: 'x', checkoutUrl }));
  expect(await start(shop)).toEqual({ ok: true, checkoutUrl });
  const [first, second] = shop.requests.map(({ call }) => call);
  expect(first).not.toBe(second);

  const stubborn = answering(problem(409, 'order-expired'), problem(409, 'order-expired'));
  expect(await start(stubborn)).toEqual({ ok: false, reason: 'unexpected' });
  expect(stubborn.requests).toHaveLength(2);
});

test('a changed basket becomes another order when the one before it is unpaid', async () => {
  const before = currentAttempt();
  const shop = answering(
    problem(409, 'other-content'),
    json(200, confirmation(before, 'placed')),
    json(201, { id: 'x', checkoutUrl }),
  );
  expect(await start(shop)).toEqual({ ok: true, checkoutUrl });
  expect(currentAttempt()).not.toBe(before);
});

test('a changed basket is not charged while the order before it is paid, or may be', async () => {
  const before = currentAttempt();
  const paid = answering(problem(409, 'other-content'), json(200, confirmation(before, 'funded')));
  expect(await start(paid)).toEqual({ ok: false, reason: 'partly-paid', orderId: before });

  const unknown = answering(
    problem(409, 'other-content'),
    json(200, { ...confirmation(before, 'placed'), checked: false }),
  );
  expect(await start(unknown)).toEqual({ ok: false, reason: 'payments-unavailable' });
  expect(currentAttempt()).toBe(before);
});

test('an order already paid leads to its own page', async () => {
  const shop = answering(problem(409, 'already-paid'));
  expect(await start(shop)).toEqual({
    ok: false,
    reason: 'already-paid',
    orderId: currentAttempt(),
  });
  expect(itemsOfAttempt(currentAttempt())).toEqual([7]);
});

test('what was wrong with the request is passed on, each thing once', async () => {
  const errors = [
    { pointer: '/name', detail: 'Please fill in your name.' },
    { pointer: '/items/0/message', detail: 'Please use at most 30 letters.' },
    { pointer: '/items/1/message', detail: 'Please use at most 30 letters.' },
  ];
  expect(await start(answering(problem(422, 'invalid-request', { errors })))).toEqual({
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
  expect(await start(answering(response))).toEqual({ ok: false, reason });
});

test('a bot-check token goes with the order', async () => {
  const shop = answering(json(201, { id: 'x', checkoutUrl }));
  await start(shop, tokens('first'));
  expect(shop.tokens).toEqual(['first']);
});

test('a token that the shop does not take is replaced by itself, once', async () => {
  const shop = answering(problem(401, 'bot-check'), json(201, { id: 'x', checkoutUrl }));
  expect(await start(shop, tokens('used up', 'fresh'))).toEqual({ ok: true, checkoutUrl });
  expect(shop.tokens).toEqual(['used up', 'fresh']);

  const strict = answering(problem(401, 'bot-check'), problem(401, 'bot-check'));
  expect(await start(strict, tokens('used up', 'fresh'))).toEqual({
    ok: false,
    reason: 'bot-check',
  });
});

test('without a token the order is sent all the same, and the shop has the say', async () => {
  const shop = answering(problem(401, 'bot-check'));
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
  expect(await start(answering(refused))).toEqual({ ok: false, reason: 'too-many-requests', wait });
  const byProxy = new Response('Slow down', {
    status: 429,
    headers: { 'Retry-After': retryAfter },
  });
  expect(await start(answering(byProxy))).toMatchObject({ wait });
});

test('no answer at all', async () => {
  const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(await startCheckout(customer, basket, { fetch })).toEqual({
    ok: false,
    reason: 'unreachable',
  });
});

function start({ fetch }: ReturnType<typeof answering>, getToken = tokens()) {
  return startCheckout(customer, basket, { fetch, getToken });
}

/** A bot check that gives these tokens in turn, the next one only for one that was refused. */
function tokens(...list: string[]) {
  return async (refused?: string): Promise<TokenOutcome> => {
    const token = list[refused === undefined ? 0 : list.indexOf(refused) + 1];
    return token ? { ok: true, token } : { ok: false, error: 'bot-check-error' };
  };
}

/** A shop that gives these answers in turn and keeps what it was asked. */
function answering(...responses: Response[]) {
  const requests: { call: string; body: unknown }[] = [];
  const tokens: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    tokens.push(new Headers(init?.headers).get('X-Firebase-AppCheck'));
    requests.push({ call: `${init?.method} ${input}`, body });
    const response = responses.shift();
    if (!response) throw new Error('The shop was asked more often than expected.');
    return response;
  };
  return { fetch, requests, tokens };
}

function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

function problem(status: number, name: string, members: object = {}): Response {
  const type = `urn:problem-type:battenberg:${name}`;
  return new Response(JSON.stringify({ type, title: name, status, detail: name, ...members }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}

function confirmation(id: string, state: 'placed' | 'funded') {
  const order = { id, state, paid: false, items: [], total: 6800 };
  return { order, checkoutUrl: null, checked: true };
}
