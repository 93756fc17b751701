import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { plusSeconds } from '#domain/clock.ts';
import { createLog } from '#server/log.ts';
import { createLive, ORDERS } from './live.ts';

const KEEP_ALIVE_MS = 25_000;
const DAY_SECONDS = 86_400;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Client {
  isAllowed?: () => Promise<boolean>;
  isSlow?: boolean;
}

function open() {
  const state = { reads: 0, cakes: 1, book: '1-1', isDown: false, now: new Date().toISOString() };
  const live = createLive({
    async changedPaths() {
      state.reads += 1;
      if (state.isDown) throw new Error('The database is down.');
      return [{ path: '/cakes', version: state.cakes }];
    },
    orderStates: async () => new Map(),
    bookVersion: async () => state.book,
    readRoom: async () => undefined,
    clock: { now: () => state.now },
    log: createLog('silent'),
    mostListeners: 40,
  });

  /** A client that reads everything at once, unless it `isSlow`. */
  function connect(path = '/cakes', { isAllowed, isSlow = false }: Client = {}) {
    const received = new Map([[path, path === '/cakes' ? state.cakes : undefined]]);
    const stream = live.subscribe({ received, ...(isAllowed && { isAllowed }) });
    const reader = stream.getReader();
    let text = '';
    let hasEnded = false;
    async function readAll() {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        text += new TextDecoder().decode(value);
      }
      hasEnded = true;
    }
    const reading = isSlow ? undefined : readAll();
    return {
      events: () => text,
      hasEnded: () => hasEnded,
      disconnect: () => reader.cancel(),
      readAll: () => reading ?? readAll(),
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
  const { disconnect } = connect();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.reads).toBeGreaterThan(3);
  await disconnect();
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

test('the stream of a client that does not read ends after 64 kB', async () => {
  const { connect, state } = open();
  const { events, hasEnded, readAll } = connect('/cakes', { isSlow: true });
  for (let change = 0; change < 1_500; change += 1) {
    state.cakes += 1;
    await vi.advanceTimersByTimeAsync(250);
  }
  await readAll();
  expect(hasEnded()).toBe(true);
  expect(events().length).toBeGreaterThan(64 * 1024 - 1);
  expect(events().length).toBeLessThan(65 * 1024);
});

test.each([
  ['has ended', async () => false],
  ['cannot be checked', () => Promise.reject(new Error('The database is down.'))],
])('a connection whose session %s ends at the next keep-alive', async (_, check) => {
  const { connect } = open();
  let isAllowed: () => Promise<boolean> = async () => true;
  const { hasEnded, events } = connect(ORDERS, { isAllowed: () => isAllowed() });
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(events()).toContain('event: keep-alive');
  expect(hasEnded()).toBe(false);
  isAllowed = check;
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(hasEnded()).toBe(true);
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

test('accepts only so many listeners until some disconnect', async () => {
  const { live, connect } = open();
  const [first] = Array.from({ length: 40 }, () => connect());
  expect(live.isFull()).toBe(true);
  await first?.disconnect();
  expect(live.isFull()).toBe(false);
});
