import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { stockedSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { createListener } from '#test/listener.ts';
import { openTestShop } from '#test/test-shop.ts';

const open = async () => openTestShop({ where: (await stockedSqlite()).where, jobs: false });

test('a stream is neither cached, compressed nor buffered by a proxy', async () => {
  const shop = await open();
  const { headers, statusCode } = await createListener().connect({ ...shop, topics: 'cakes' });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    // The URL may contain the id of an order.
    'referrer-policy': 'strict-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
  });
  expect(headers).not.toHaveProperty('content-encoding');
});

test('invalid topics and ids are rejected with the reason', async () => {
  const shop = await open();
  const anOrder = `orders/${randomUUID()}`;
  const what = 'takes categories, cakes, calendar, room and orders/{id}, with commas between';
  const wrong: [string, string, string][] = [
    ['', '#/topics', what],
    ['topics=', '#/topics', what],
    ['topics=buns', '#/topics', what],
    ['topics=cakes,', '#/topics', what],
    ['topics=orders/', '#/topics', what],
    ['topics=constructor', '#/topics', what],
    ['topics=cakes,cakes', '#/topics', 'names a topic twice'],
    [`topics=${anOrder},orders/${randomUUID()}`, '#/topics', 'names more than one order'],
    ['topics=cakes&since=', '#/since', 'is not the id of an event'],
    ['topics=cakes&since=-1', '#/since', 'is not the id of an event'],
    ['topics=cakes&since=1e9', '#/since', 'is not the id of an event'],
    ['topics=cakes&since=9999999999999999', '#/since', 'is not the id of an event'],
  ];
  for (const [query, pointer, detail] of wrong) {
    const answer = await customer(shop).call('GET', `/api/live?${query}`);
    expect([query, answer.status]).toEqual([query, 422]);
    expect(answer.body).toMatchObject({
      type: 'urn:problem-type:battenberg:invalid-request',
      errors: [{ pointer, detail }],
    });
  }
  for (const topics of [anOrder, 'orders/my-order', `cakes,${anOrder}`]) {
    const answer = await customer(shop).call('GET', `/api/live?topics=${topics}`);
    expect(answer).toMatchObject({
      status: 404,
      body: { type: 'urn:problem-type:battenberg:not-found', detail: 'There is no such order.' },
    });
  }
});
