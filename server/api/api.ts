import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from 'hono';
import type { BotCheck } from '#server/bot-check/bot-check.ts';
import type { Shop } from '#server/shop.ts';
import { addBotCheck } from './bot-check.ts';
import { addContent } from './content.ts';
import { addOrders, NO_SUCH_ORDER } from './orders.ts';
import { sendError, sendInvalid } from './problem-details.ts';
import { addWaitingList } from './waiting.ts';

/**
 * The JSON API under `/api`, with its description at `/api/openapi.json`.
 * @param live the route of live events.
 */
export function createApi<E extends Env>(
  shop: Shop,
  botCheck: BotCheck,
  live: OpenAPIHono<E>,
): OpenAPIHono {
  const api = new OpenAPIHono({
    defaultHook(result, c) {
      if (result.success) return;
      // Only order ids are checked as parameters: a malformed one is no order's.
      if (result.target === 'param') return sendError(c, 'not-found', NO_SUCH_ORDER);
      return sendInvalid(c, result.error);
    },
  });
  addContent(api, shop);
  addOrders(api, shop, botCheck);
  addWaitingList(api, shop, botCheck);
  addBotCheck(api, botCheck);
  api.route('/', live);
  api.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Battenberg',
      version: '1.0.0',
      description:
        'Cakes, days and orders. While the database is unavailable any call may answer 503 with ' +
        '`database-unavailable` and Retry-After. A known path answers other methods 405 with Allow.',
    },
    servers: [{ url: '/api' }],
  });
  api.all('*', (c) => sendError(c, 'not-found', 'There is no such call.'));
  return api;
}
