import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { Challenge, Difficulty } from '#domain/bot-check.ts';
import { OrderId } from '#domain/orders/order.ts';
import type { BotCheck } from '#server/bot-check/bot-check.ts';
import { currentWords } from '#server/content/texts.ts';
import type { Shop } from '#server/shop.ts';
import { errorResponse, json, sendError, tooManyCalls } from './problem-details.ts';

export const BOT_CHECK_HEADER = 'X-Firebase-AppCheck';

const RETRY_SECONDS = '30';

const newChallenge = createRoute({
  method: 'get',
  path: '/bot-check/challenge',
  summary: 'Create a proof-of-work challenge; its solution can be exchanged for one token',
  request: { query: z.object({ difficulty: Difficulty.default('normal') }) },
  responses: {
    200: json(Challenge, 'An ALTCHA challenge; it may require more work than requested'),
    422: errorResponse('There is no such difficulty'),
    ...tooManyCalls,
  },
});

export function addBotCheck(api: OpenAPIHono, botCheck: BotCheck): void {
  api.openapi(newChallenge, (c) => {
    return c.json(botCheck.createChallenge(c.req.valid('query').difficulty), 200);
  });
}

/** Runs before an order is placed: without a token its body is not read. */
export function requireBotCheck(shop: Shop, botCheck: BotCheck): MiddlewareHandler {
  return async (c, next) => {
    const id = OrderId.safeParse(c.req.param('id'));
    // The route answers a malformed id with 404.
    if (!id.success) return next();
    const authorization = await botCheck.authorizeOrder(c.req.header(BOT_CHECK_HEADER), id.data);
    if (authorization.ok) return next();
    const { reason } = authorization;
    shop.log.info({ order: id.data, reason }, 'bot check rejected an order');
    const { phone } = (await currentWords(shop)).contact;
    if (reason === 'unavailable') {
      c.header('Retry-After', RETRY_SECONDS);
      const text = `We cannot check just now that you are a person. Please try again in a moment, or call us on ${phone}.`;
      return sendError(c, 'bot-check-unavailable', text);
    }
    // Required with every 401.
    c.header('WWW-Authenticate', 'AppCheck');
    const text = `We could not tell that you are a person. Please try again. If it happens again, call us on ${phone}: we take your order by phone.`;
    return sendError(c, 'bot-check', text);
  };
}
