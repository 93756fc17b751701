import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { OrderId, PublicOrder } from '#domain/orders/order.ts';
import { OrderRequest } from '#domain/orders/order-request.ts';
import type { Placed } from '#domain/orders/place-order.ts';
import type { Shop } from '#domain/shop.ts';
import { json, problemAnswer, readRefused, writeRefused } from './answers.ts';
import { PROBLEM_JSON, problem } from './problem.ts';

const params = z.object({ id: OrderId });
const notFound = problemAnswer('No order with this id');

const PlacedOrder = z.object({ id: OrderId, checkoutUrl: z.url() });
const Confirmation = z.object({
  order: PublicOrder,
  checkoutUrl: z.url().nullable(),
  checked: z.boolean(),
});

const place = createRoute({
  method: 'put',
  path: '/orders/{id}',
  summary: 'Place an order under an id of your making; safe to repeat',
  request: {
    params,
    body: { required: true, content: { 'application/json': { schema: OrderRequest } } },
  },
  responses: {
    200: json(PlacedOrder, 'Placed before with the same content; here is its checkout again'),
    201: json(PlacedOrder, 'Placed; it can be paid at the checkout'),
    404: problemAnswer('The id is not a UUID'),
    409: problemAnswer('Changed since, or the id is another order, paid or expired'),
    422: problemAnswer('What is wrong, field by field'),
    503: problemAnswer('The card checkout cannot be reached; nothing was charged'),
    ...writeRefused,
  },
});

const read = createRoute({
  method: 'get',
  path: '/orders/{id}',
  summary: 'What was ordered and whether it is paid; nothing of who ordered it',
  request: { params },
  responses: { 200: json(PublicOrder, 'The order'), 404: notFound, ...readRefused },
});

const confirm = createRoute({
  method: 'post',
  path: '/orders/{id}/confirm',
  summary: 'Ask whether the money has come; the caller is believed nothing',
  request: { params },
  responses: {
    200: json(Confirmation, 'The order as it now is'),
    404: notFound,
    ...writeRefused,
  },
});

export function addOrders(api: OpenAPIHono, shop: Shop): void {
  api.openapi(place, async (c) => {
    const { id } = c.req.valid('param');
    const placed = await shop.placeOrder(id, c.req.valid('json'));
    if (placed.ok) {
      return c.json({ id, checkoutUrl: placed.checkoutUrl }, placed.created ? 201 : 200);
    }
    const { body, status } = refusal(placed);
    return c.json(body, status, PROBLEM_JSON);
  });

  api.openapi(read, async (c) => {
    const order = await shop.order(c.req.valid('param').id);
    if (order) return c.json(order, 200);
    return c.json(problem('not-found', 'There is no such order.').body, 404, PROBLEM_JSON);
  });

  api.openapi(confirm, async (c) => {
    const confirmation = await shop.confirmOrder(c.req.valid('param').id);
    if (confirmation) return c.json(confirmation, 200);
    return c.json(problem('not-found', 'There is no such order.').body, 404, PROBLEM_JSON);
  });
}

function refusal(placed: Exclude<Placed, { ok: true }>) {
  switch (placed.reason) {
    case 'changed':
      return problem('order-changed', 'Please look at what has changed.', {
        differences: placed.differences,
      });
    case 'other-content':
      return problem('other-content', 'Please place it again under a new id.');
    case 'expired':
      return problem('order-expired', 'Please place it again under a new id.');
    case 'already-paid':
      return problem('already-paid', 'There is nothing left to pay.');
    case 'prices-not-synced':
    case 'payments-unavailable':
      return problem(
        'payments-unavailable',
        'We cannot reach the card checkout just now. Nothing has been charged. Please try again.',
      );
  }
}
