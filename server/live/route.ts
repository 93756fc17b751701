import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import type { Shop } from '#domain/shop.ts';
import { problemAnswer, readRefused } from '#server/api/answers.ts';
import { NO_SUCH_ORDER } from '#server/api/orders.ts';
import { answerInvalid, PROBLEM_JSON, problem } from '#server/api/problem.ts';
import type { HijackVariables } from '#server/http/hijack.ts';
import type { CallerVariables } from '#server/http/rate-limits.ts';
import { EventIdText } from './event-id.ts';
import type { Live } from './live.ts';
import { Topics } from './topics.ts';

/** After a restart it is over in seconds, and otherwise a seat may be free by then. */
const RETRY_AFTER_SECONDS = '10';

const FULL = {
  server: {
    name: 'live-full',
    detail: 'Please try again in a moment: until then nothing is lost.',
  },
  caller: { name: 'too-many-requests', detail: 'Please close some of the pages that are open.' },
} as const;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // nginx would keep events back until it has a page full of them.
  'X-Accel-Buffering': 'no',
};

const listen = createRoute({
  method: 'get',
  path: '/live',
  summary: 'Hear what changes, as it changes',
  description:
    'Server-sent events in the form of the Realtime Database: `put` replaces what stands at a path, ' +
    '`patch` each record that it names, and null is gone. Without `since` the first event is a `put` ' +
    'at `/` of all that was asked for. A header `Last-Event-ID` counts more than `since`.',
  request: {
    query: z.object({
      topics: Topics,
      since: EventIdText.optional(),
    }),
  },
  responses: {
    200: {
      description: 'Goes on until the caller hangs up, or the server has to',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    404: problemAnswer('No order with this id'),
    422: problemAnswer('A topic that there is not, or a `since` that is no event’s id'),
    503: problemAnswer('Too many listen just now; Retry-After says for how many seconds to wait'),
    ...readRefused,
  },
});

export type LiveRoute = ReturnType<typeof createLiveRoute>;

/** The call with which somebody begins to listen. */
export function createLiveRoute(live: Live, shop: Pick<Shop, 'order'>) {
  const route = new OpenAPIHono<{ Variables: CallerVariables & HijackVariables }>({
    defaultHook: (result, c) => (result.success ? undefined : answerInvalid(c, result.error)),
  });
  route.openapi(listen, async (c) => {
    const { topics: wanted, since } = c.req.valid('query');
    const order = wanted.order === undefined ? undefined : await shop.order(wanted.order);
    if (wanted.order !== undefined && !order) {
      return c.json(problem('not-found', NO_SUCH_ORDER).body, 404, PROBLEM_JSON);
    }
    const caller = c.get('caller');
    const full = live.whyFull(caller);
    if (full) {
      const { body, status } = problem(FULL[full].name, FULL[full].detail);
      return c.json(body, status, { ...PROBLEM_JSON, 'Retry-After': RETRY_AFTER_SECONDS });
    }
    const { topics } = wanted;
    // Browsers send it when they come back by themselves. What nobody gave out says nothing.
    const last = EventIdText.safeParse(c.req.header('Last-Event-ID')).data;
    const heard = c.req.header('Last-Event-ID') === undefined ? since : last;
    c.set('hijack', (answer) => live.subscribe(answer, { topics, order, since: heard, caller }));
    return c.body('', 200, HEADERS);
  });
  return route;
}
