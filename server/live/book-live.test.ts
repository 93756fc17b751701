import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { londonDay } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import { createLog } from '#server/log.ts';
import { createBookLive } from './book-live.ts';

const KEEP_ALIVE_MS = 25_000;
const DAY_SECONDS = 86_400;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const session = { lasts: true };
  const state = { reads: 0, version: '1-1', isDown: false, now: new Date().toISOString() };
  const version = async () => {
    state.reads += 1;
    if (state.isDown) throw new Error('The database is down.');
    return state.version;
  };
  const clock = { now: () => state.now };
  const live = createBookLive({ book: { version }, clock, log: createLog('silent') });
  const socket = new Socket();
  const response = new ServerResponse(new IncomingMessage(socket));
  const sent = vi.spyOn(response, 'write');
  live.subscribe(response, {
    personId: 'anna',
    since: `1-1-${londonDay(clock.now())}`,
    sessionLasts: async () => session.lasts,
  });
  const events = () => sent.mock.calls.map(([chunk]) => String(chunk)).join('');
  return { live, response, session, state, events };
}

test('a connection ends at the next keep-alive after its session', async () => {
  const { response, session, events } = open();
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(events()).toContain('event: keep-alive');
  expect(response.writableEnded).toBe(false);
  session.lasts = false;
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(response.writableEnded).toBe(true);
});

test('the database is read only while somebody listens', async () => {
  const { response, state } = open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(state.reads).toBeGreaterThan(3);
  response.emit('close');
  await vi.advanceTimersByTimeAsync(250);
  state.reads = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.reads).toBe(0);
});

test('a change while the database was down is told when it is back', async () => {
  const { state, events } = open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events()).not.toContain('event: put');
  Object.assign(state, { isDown: true, version: '2-2' });
  await vi.advanceTimersByTimeAsync(10_000);
  state.isDown = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(events()).toContain('event: put\ndata: null\nid: 2-2-');
});

test('screens that stay on load again when a new day begins', async () => {
  const { state, events } = open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events()).not.toContain('event: put');
  state.now = plusSeconds(state.now, DAY_SECONDS);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events().match(/event: put/g)).toHaveLength(1);
});
