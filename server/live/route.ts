import { createRoute, OpenAPIHono } from '@hono/zod-openapi';

import * as z from 'zod';
import type { Shop } from '#domain/shop.ts';
import { NO_SUCH_ORDER } from '#server/api/orders.ts';
import { PROBLEM_JSON, problem, sendInvalid } from '#server/api/problem.ts';
import { problemResponse, readErrors } from '#server/api/responses.ts';
import type { HijackVariables } from '#server/http/hijack.ts';
import type { CallerVariables } from '#server/http/rate-limits.ts';
import type { BookLive } from './book-live.ts';
import { Topic } from './catalogue-snapshot.ts';
import { EventIdText } from './events.ts';
import type { Live } from './live.ts';

/** A restart takes seconds; otherwise another client may have disconnected by then. */
const RETRY_AFTER_SECONDS = '10';

const LIMIT_PROBLEMS = {
  server: {
    name: 'live-full',
    detail: 'Please try again in a moment: until then nothing is lost.',
  },
  caller: { name: 'too-many-requests', detail: 'Please close some of the pages that are open.' },
} as const;

function limitProblem(limit: keyof typeof LIMIT_PROBLEMS) {
  return problem(LIMIT_PROBLEMS[limit].name, LIMIT_PROBLEMS[limit].detail);
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // nginx would buffer the events.
  'X-Accel-Buffering': 'no',
};

const TOPICS_HINT = 'takes categories, cakes, calendar, room and orders/{id}, with commas between';

/** `categories,cakes,orders/{id}`: no topic twice, and at most one order. */
const Topics = z.string(TOPICS_HINT).transform((list, context) => {
  const names = list.split(',').map((name) => name.trim());
  const topics = Topic.options.filter((topic) => names.includes(topic));
  const hasRoom = names.includes('room');
  const orders = names.flatMap((name) => /^orders\/(.+)$/.exec(name)?.[1] ?? []);
  const reject = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (new Set(names).size < names.length) return reject('names a topic twice');
  if (orders.length > 1) return reject('names more than one order');
  const known = topics.length + orders.length + (hasRoom ? 1 : 0);
  if (known < names.length) return reject(TOPICS_HINT);
  return { topics, hasRoom, orderId: orders[0] };
});

const listen = createRoute({
  method: 'get',
  path: '/live',
  summary: 'Receive changes as they happen',
  description:
    'Server-sent events in the form of the Realtime Database: `put` replaces the value at a path, ' +
    '`patch` replaces each record that it names, and null means removed. Unless `since`, or the ' +
    'header `Last-Event-ID`, is current, the first event is a `put` at `/` of all that was asked ' +
    'for. The header takes precedence. A `put` of a version at `/words` comes whatever was asked for: ' +
    'the texts of the pages have changed. For `room` a `put` at `/room/days` tells on each connection, and ' +
    'after each change, the days with less room than the largest size takes, in points; null if the ' +
    'shop has no limits.',
  request: {
    query: z.object({
      topics: Topics,
      since: EventIdText.optional(),
    }),
  },
  responses: {
    200: {
      description: 'A stream that lasts until either side disconnects',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    404: problemResponse('No order with this id'),
    422: problemResponse('An unknown topic, or a `since` that is not an event id'),
    503: problemResponse('Too many live connections; wait for the seconds in Retry-After'),
    ...readErrors,
  },
});

export type LiveRoute = ReturnType<typeof createLiveRoute>;

export function createLiveRoute(live: Live, shop: Pick<Shop, 'order'>) {
  const route = new OpenAPIHono<{ Variables: CallerVariables & HijackVariables }>({
    defaultHook: (result, c) => (result.success ? undefined : sendInvalid(c, result.error)),
  });
  route.openapi(listen, async (c) => {
    const { topics: parsed, since } = c.req.valid('query');
    const { topics, hasRoom, orderId } = parsed;
    const order = orderId === undefined ? undefined : await shop.order(orderId);
    if (orderId !== undefined && !order) {
      return c.json(problem('not-found', NO_SUCH_ORDER).body, 404, PROBLEM_JSON);
    }
    const caller = c.get('caller');
    const limit = live.limitReached(caller);
    if (limit) {
      const { body, status } = limitProblem(limit);
      return c.json(body, status, { ...PROBLEM_JSON, 'Retry-After': RETRY_AFTER_SECONDS });
    }
    // Browsers send the header when they reconnect. An id that is not ours counts as none.
    const lastEventId = c.req.header('Last-Event-ID');
    const received = lastEventId === undefined ? since : EventIdText.safeParse(lastEventId).data;
    c.set('hijack', (response) =>
      live.subscribe(response, { topics, hasRoom, order, since: received, caller }),
    );
    return c.body('', 200, HEADERS);
  });
  return route;
}

export type BookRoute = ReturnType<typeof createBookRoute>;

/** `GET /owner/live`: an event after each change of an order. Behind the check of the session. */
export function createBookRoute(live: BookLive) {
  const route = new OpenAPIHono<{ Variables: HijackVariables }>();
  route.get('/live', (c) => {
    const personId = c.get('staff')?.session?.person.id;
    if (personId === undefined) throw new Error('A request came past the check of its session.');
    const limit = live.limitReached(personId);
    if (limit) {
      const { body, status } = limitProblem(limit);
      return c.json(body, status, { ...PROBLEM_JSON, 'Retry-After': RETRY_AFTER_SECONDS });
    }
    const since = c.req.header('Last-Event-ID') ?? c.req.query('since');
    const subscription = { personId, since, sessionLasts: c.get('sessionLasts') };
    c.set('hijack', (response) => live.subscribe(response, subscription));
    return c.body('', 200, HEADERS);
  });
  return route;
}
