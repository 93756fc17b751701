import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plusSeconds } from '#domain/clock.ts';
import { createLog } from '#server/log.ts';
import { createLive, ORDERS } from './live.ts';

const KEEP_ALIVE_MS = 25_000;
const DAY_SECONDS = 86_400;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const state = { reads: 0, cakes: 1, book: '1-1', isDown: false, now: new Date().toISOString() };
  const live = createLive({
    changes: {
      version: async () => state.cakes,
      async versions() {
        state.reads += 1;
        if (state.isDown) throw new Error('The database is down.');
        return [{ path: '/cakes', version: state.cakes }];
      },
    },
    orderStates: async () => new Map(),
    bookVersion: async () => state.book,
    readRoom: async () => undefined,
    clock: { now: () => state.now },
    log: createLog('silent'),
    mostListeners: 40,
  });

  function connect(path = '/cakes', isAllowed?: () => Promise<boolean>) {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const sent = vi.spyOn(response, 'write');
    const unread = vi.spyOn(response, 'writableLength', 'get').mockReturnValue(0);
    const received = new Map([[path, path === '/cakes' ? state.cakes : undefined]]);
    live.subscribe(response, { received, ...(isAllowed && { isAllowed }) });
    return {
      response,
      unread,
      events: () => sent.mock.calls.map(([chunk]) => String(chunk)).join(''),
    };
  }
  return { live, state, connect };
}

test('a client that is current receives nothing but keep-alive events', async () => {
  const { connect } = open();
  const { events } = connect();
  await vi.advanceTimersByTimeAsync(2 * KEEP_ALIVE_MS);
  expect(events().match(/event: keep-alive\ndata: null/g)?.length).toBeGreaterThan(1);
  expect(events()).not.toContain('event: put');
});

test('the database is read only while somebody listens', async () => {
  const { connect, state } = open();
  const { response } = connect();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.reads).toBeGreaterThan(3);
  response.emit('close');
  await vi.advanceTimersByTimeAsync(250);
  state.reads = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.reads).toBe(0);
});

test('a change while the database was down is told when it is back', async () => {
  const { connect, state } = open();
  const { events } = connect();
  await vi.advanceTimersByTimeAsync(1_000);
  Object.assign(state, { isDown: true, cakes: 2 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events()).not.toContain('event: put');
  state.isDown = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events()).toContain('event: put\ndata: {"path":"/cakes","data":2}\nid: 2\n\n');
});

test('a client that does not read is disconnected', async () => {
  const { connect, state } = open();
  const { response, unread } = connect();
  unread.mockReturnValue(64 * 1024 + 1);
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(response.destroyed).toBe(false);
  state.cakes = 2;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(response.destroyed).toBe(true);
});

test.each([
  ['has ended', async () => false],
  ['cannot be checked', () => Promise.reject(new Error('The database is down.'))],
])('a connection whose session %s ends at the next keep-alive', async (_, check) => {
  const { connect } = open();
  let isAllowed: () => Promise<boolean> = async () => true;
  const { response, events } = connect(ORDERS, () => isAllowed());
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(events()).toContain('event: keep-alive');
  expect(response.writableEnded).toBe(false);
  isAllowed = check;
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(response.writableEnded).toBe(true);
});

test('screens that stay on load again when a new day begins', async () => {
  const { connect, state } = open();
  const { events } = connect(ORDERS);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events().match(/event: put/g)).toHaveLength(1);
  state.now = plusSeconds(state.now, DAY_SECONDS);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events().match(/event: put/g)).toHaveLength(2);
});

test('accepts only so many listeners until some disconnect', () => {
  const { live, connect } = open();
  const [first] = Array.from({ length: 40 }, () => connect());
  expect(live.isFull()).toBe(true);
  first?.response.emit('close');
  expect(live.isFull()).toBe(false);
});
