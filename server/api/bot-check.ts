import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { Challenge, Effort } from '#domain/bot-check.ts';
import type { BotCheck } from '#server/bot-check/bot-check.ts';
import { json, problemResponse, tooManyCalls } from './responses.ts';

const newChallenge = createRoute({
  method: 'get',
  path: '/bot-check/challenge',
  summary: 'Create a proof-of-work challenge; its solution can be exchanged for one token',
  request: { query: z.object({ effort: Effort.default('normal') }) },
  responses: {
    200: json(Challenge, 'An ALTCHA challenge; it may require more work than requested'),
    422: problemResponse('There is no such effort'),
    ...tooManyCalls,
  },
});

export function addBotCheck(api: OpenAPIHono, botCheck: BotCheck): void {
  api.openapi(newChallenge, (c) => {
    return c.json(botCheck.createChallenge(c.req.valid('query').effort), 200);
  });
}
