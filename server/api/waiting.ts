import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { OrderId } from '#domain/orders/order.ts';
import { WaitingRequest } from '#domain/orders/waiting-request.ts';
import type { BotCheck } from '#server/bot-check/bot-check.ts';
import { type JoinResult, joinWaitingList } from '#server/orders/waiting.ts';
import type { Shop } from '#server/shop.ts';
import { requireBotCheck } from './bot-check.ts';
import { errorResponse, json, sendError, writeErrors } from './problem-details.ts';

const Joined = z.object({ day: z.string() });

const join = createRoute({
  method: 'put',
  path: '/waiting-list/{id}',
  summary: 'Ask for an e-mail if a place comes free on a full day; idempotent',
  security: [{ botCheck: [] }],
  request: {
    params: z.object({ id: OrderId }),
    body: { required: true, content: { 'application/json': { schema: WaitingRequest } } },
  },
  responses: {
    200: json(Joined, 'On the list before, for the same cakes'),
    201: json(Joined, 'On the list; an e-mail says so'),
    401: errorResponse('No token of the bot check, or one that is not valid for another wish'),
    404: errorResponse('The id is not a UUID'),
    409: errorResponse('The day has room or cannot be ordered, or the address waits for too much'),
    422: errorResponse('What is wrong, field by field'),
    ...writeErrors,
  },
});

const REASONS: Record<Extract<JoinResult, { ok: false }>['reason'], string> = {
  room: 'There is room for it by now. Please choose the day.',
  closed: 'This can no longer be ordered for that day. Please choose another day.',
  'too-many':
    'You are on the list for as much as we can keep track of. Please leave one by the link in our e-mail.',
  'other-content': 'Please reload this page and ask again.',
};

export function addWaitingList(api: OpenAPIHono, shop: Shop, botCheck: BotCheck): void {
  api.put('/waiting-list/:id', requireBotCheck(shop, botCheck));
  api.openapi(join, async (c) => {
    const request = c.req.valid('json');
    const joined = await joinWaitingList(shop, c.req.valid('param').id, request);
    return joined.ok
      ? c.json({ day: request.day }, joined.created ? 201 : 200)
      : sendError(c, 'cannot-wait', REASONS[joined.reason]);
  });
}
