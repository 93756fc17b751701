import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import * as z from 'zod';
import { NO_SUCH_ORDER } from '#server/api/orders.ts';
import { errorResponse, sendError, sendInvalid } from '#server/api/problem-details.ts';
import { readPublicOrder } from '#server/orders/rows.ts';
import type { Shop } from '#server/shop.ts';
import { type Live, ORDERS, ROOM, type Subscription } from './live.ts';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // nginx would buffer the events.
  'X-Accel-Buffering': 'no',
};

const TOPICS_HINT = 'takes categories, cakes, calendar, room and orders/{id}, with commas between';

/** `categories,cakes,orders/{id}`: no topic twice, and at most one order. @returns the paths of their events. */
const Topics = z.string(TOPICS_HINT).transform((list, context) => {
  const names = list.split(',').map((name) => name.trim());
  const paths = names.flatMap((name) => TOPIC_PATHS.get(name) ?? []);
  const orders = names.flatMap((name) => /^orders\/(.+)$/.exec(name)?.[1] ?? []);
  const reject = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (new Set(names).size < names.length) return reject('names a topic twice');
  if (orders.length > 1) return reject('names more than one order');
  if (paths.length + orders.length < names.length) return reject(TOPICS_HINT);
  return { paths, orderId: orders[0] };
});

const TOPIC_PATHS = new Map([
  ['categories', '/categories'],
  ['cakes', '/cakes'],
  ['calendar', '/calendar'],
  ['room', ROOM],
]);
/** Every page shows the cafe's words. */
const ALWAYS = '/words';

/** What a client has: the version of its content and the state of its order, as in `12/placed`. */
const EventId = z
  .string()
  .regex(/^\d{1,15}(\/[a-z]+)?$/, 'is not the id of an event')
  .transform((text) => {
    const [version, state] = text.split('/');
    return { version: Number(version), state };
  });

const listen = createRoute({
  method: 'get',
  path: '/live',
  summary: 'Learn of changes as they happen',
  description:
    'Server-sent events in the form of the Realtime Database. A `put` at the path of a topic (`/cakes`) says ' +
    'that something there has changed, and has the new version; read the contents with the other calls. For ' +
    '`orders/{id}` it has the order’s state. The first events are those of the topics that have changed since ' +
    '`since`, or since the header `Last-Event-ID`, which takes precedence; without either, those of all ' +
    'topics. A `put` at `/words` comes whatever was asked for: the texts of the pages have changed. For ' +
    '`room` a `put` at `/room/days` tells on each connection, and after each change, the days with less room ' +
    'than the largest size takes, in points; null if the shop has no limits.',
  request: {
    query: z.object({
      topics: Topics,
      since: EventId.optional(),
    }),
  },
  responses: {
    200: {
      description: 'A stream that lasts until either side disconnects',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    404: errorResponse('No order with this id'),
    422: errorResponse('An unknown topic, or a `since` that is not an event id'),
    503: errorResponse('Too many live connections; wait for the seconds in Retry-After'),
  },
});

export function createLiveRoute(live: Live, shop: Pick<Shop, 'db'>) {
  const route = new OpenAPIHono({
    defaultHook: (result, c) => (result.success ? undefined : sendInvalid(c, result.error)),
  });
  route.openapi(listen, async (c) => {
    const { topics, since } = c.req.valid('query');
    const order =
      topics.orderId === undefined ? undefined : await readPublicOrder(shop.db, topics.orderId);
    if (topics.orderId !== undefined && !order) {
      return sendError(c, 'not-found', NO_SUCH_ORDER);
    }
    if (live.isFull()) return sendFull(c);
    // Browsers send the header when they reconnect. An id that is not ours counts as none.
    const lastEventId = c.req.header('Last-Event-ID');
    const has = lastEventId === undefined ? since : EventId.safeParse(lastEventId).data;
    const received = new Map<string, number | string | undefined>();
    for (const path of [...topics.paths, ALWAYS]) {
      received.set(path, path === ROOM ? undefined : has?.version);
    }
    if (order) received.set(`${ORDERS}/${order.id}`, has?.state);
    return sendEvents(c, live, { received });
  });
  return route;
}

function sendFull(c: Context) {
  // A restart takes seconds; otherwise another client may have disconnected by then.
  c.header('Retry-After', '10');
  return sendError(c, 'live-full', 'Please try again in a moment: until then nothing is lost.');
}

function sendEvents(c: Context, live: Live, subscription: Subscription) {
  return c.body(c.req.method === 'HEAD' ? '' : live.subscribe(subscription), 200, HEADERS);
}

/** `GET /owner/live`: an event after each change of an order. Behind the check of the session. */
export function createStaffLiveRoute(live: Live) {
  const route = new OpenAPIHono();
  route.get('/live', (c) => {
    if (!c.get('staff')?.session) throw new Error('A request came past the check of its session.');
    if (live.isFull()) return sendFull(c);
    const received = new Map([[ORDERS, c.req.header('Last-Event-ID') ?? c.req.query('since')]]);
    return sendEvents(c, live, { received, isAllowed: c.get('sessionLasts') });
  });
  return route;
}
