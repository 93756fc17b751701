import { beforeEach, describe, expect, test } from 'vitest';
import {
  currentAttempt,
  forgetAttempt,
  itemsOfAttempt,
  nextAttempt,
} from '#app/buy/basket/order-attempt.ts';
import type { Basket } from '#domain/basket/basket.ts';
import {
  basket,
  checkoutUrl,
  fakeShop,
  freshStorage,
  json,
  problem,
  start,
  tokens,
} from '#test/fake-shop.ts';

beforeEach(freshStorage);

test('an expired order is replaced by a new one, with a limit', async () => {
  const shop = fakeShop(problem(409, 'order-expired'), json(201, { id: 'x', checkoutUrl }));
  const { orderId } = currentAttempt();
  expect(await start(shop)).toEqual({ ok: true, checkoutUrl });
  const [first, second] = shop.requests;
  expect(first?.call).not.toBe(second?.call);
  expect(first?.body).not.toHaveProperty('replaces');
  expect(second?.body).toHaveProperty('replaces', orderId);

  const stubborn = fakeShop(...Array.from({ length: 4 }, () => problem(409, 'order-expired')));
  expect(await start(stubborn)).toEqual({ ok: false, reason: 'unexpected' });
});

test('a changed basket replaces the order before it, also when it is sent again later', async () => {
  const { orderId: before } = currentAttempt();
  const offline = fakeShop(problem(409, 'other-content'), problem(503, 'payments-unavailable'));
  expect(await start(offline)).toEqual({ ok: false, reason: 'payments-unavailable' });
  const { orderId: next } = currentAttempt();
  expect(next).not.toBe(before);

  const back = fakeShop(json(201, { id: 'x', checkoutUrl }), json(200, { id: 'x', checkoutUrl }));
  await start(back);
  await start(back);
  expect(back.requests.map(({ call }) => call)).toEqual(Array(2).fill(`PUT /api/orders/${next}`));
  const [untilTaken, taken] = back.requests;
  expect(untilTaken?.body).toHaveProperty('replaces', before);
  expect(taken?.body).not.toHaveProperty('replaces');
});

test('the page of an order paid long ago leaves alone which order is replaced', async () => {
  const { orderId: before } = currentAttempt();
  await start(fakeShop(problem(409, 'other-content'), problem(503, 'payments-unavailable')));
  forgetAttempt('f1d8a3a6-7c4e-4f3b-9c53-0d3d5a1d6a10');
  const shop = fakeShop(json(201, { id: 'x', checkoutUrl }));
  await start(shop);
  expect(shop.requests[0]?.body).toHaveProperty('replaces', before);
});

test('an attempt begun by another tab meanwhile is gone on with', async () => {
  const { orderId: before } = currentAttempt();
  let theirs = '';
  const shop = fakeShop(problem(409, 'other-content'), json(201, { id: 'x', checkoutUrl }));
  const fetch: typeof globalThis.fetch = (input, init) => {
    theirs ||= nextAttempt(before).orderId;
    return shop.fetch(input, init);
  };
  await start({ fetch });
  expect(shop.requests.map(({ call }) => call)).toEqual([
    `PUT /api/orders/${before}`,
    `PUT /api/orders/${theirs}`,
  ]);
  expect(shop.requests[1]?.body).toHaveProperty('replaces', before);
});

test('an order taken late leaves the attempt alone that another tab has begun', async () => {
  const { orderId: before } = currentAttempt();
  const shop = fakeShop(json(201, { id: 'x', checkoutUrl }));
  const fetch: typeof globalThis.fetch = (input, init) => {
    nextAttempt(before);
    return shop.fetch(input, init);
  };
  expect(await start({ fetch })).toEqual({ ok: true, checkoutUrl });
  expect(currentAttempt()).toMatchObject({ replaces: before, itemIds: [] });
  expect(itemsOfAttempt(before)).toEqual([7]);
});

describe('when the order before this one is paid', () => {
  const cake = basket[0];
  const candles = { ...cake, id: 8 };

  /** An order with the cake, and then another basket. */
  async function orderAfter(answer: string, then: Basket) {
    await start(fakeShop(json(201, { id: 'x', checkoutUrl })));
    const { orderId: before } = currentAttempt();
    const shop = fakeShop(
      problem(409, 'other-content'),
      problem(409, answer, { order: before }),
      json(201, { id: 'x', checkoutUrl }),
    );
    const started = await start(shop, tokens(), then);
    return { before, started, requests: shop.requests };
  }

  test.each([
    ['earlier-order-paid', 'partly-paid'],
    ['earlier-order-processing', 'partly-processing'],
  ])('%s: a basket that holds some of it is not charged, and says what', async (answer, reason) => {
    const { before, started, requests } = await orderAfter(answer, [cake, candles]);
    expect(started).toEqual({ ok: false, reason, orderId: before, items: [cake] });
    expect(requests).toHaveLength(2);
    expect(itemsOfAttempt(before)).toEqual([7]);
  });

  test.each(['earlier-order-paid', 'earlier-order-processing'])(
    '%s: a basket that holds nothing of it is ordered at once, replacing nothing',
    async (answer) => {
      const { before, started, requests } = await orderAfter(answer, [candles]);
      expect(started).toEqual({ ok: true, checkoutUrl });
      expect(requests.at(-1)?.body).not.toHaveProperty('replaces');
      expect(requests.at(-1)?.call).toBe(requests.at(-2)?.call);
      expect(itemsOfAttempt(before)).toEqual([]);
      expect(itemsOfAttempt(currentAttempt().orderId)).toEqual([8]);
    },
  );

  test('nothing is replaced when the paid order is one that another browser replaced it by', async () => {
    await start(fakeShop(json(201, { id: 'x', checkoutUrl })));
    const shop = fakeShop(
      problem(409, 'other-content'),
      problem(409, 'earlier-order-paid', { order: 'f1d8a3a6-7c4e-4f3b-9c53-0d3d5a1d6a10' }),
      json(201, { id: 'x', checkoutUrl }),
    );
    expect(await start(shop)).toEqual({ ok: true, checkoutUrl });
    expect(shop.requests.at(-1)?.body).not.toHaveProperty('replaces');
  });

  test('a basket that it holds all of leads to its page', async () => {
    const { before, started } = await orderAfter('earlier-order-paid', [cake]);
    expect(started).toEqual({ ok: false, reason: 'already-paid', orderId: before });
  });

  test('an answer that names no order is no reason to order without it', async () => {
    const shop = fakeShop(problem(409, 'earlier-order-paid'));
    expect(await start(shop)).toEqual({ ok: false, reason: 'unexpected' });
  });
});

test.each(['already-paid', 'payment-processing'])(
  '%s leads to the order’s own page',
  async (name) => {
    const { orderId } = currentAttempt();
    const shop = fakeShop(problem(409, name));
    expect(await start(shop)).toEqual({ ok: false, reason: 'already-paid', orderId });
    expect(itemsOfAttempt(orderId)).toEqual([7]);
  },
);
