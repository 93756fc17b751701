import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import { startJob } from './job.ts';

const log = createLog('silent');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs at once, then at every interval', async () => {
  let runs = 0;
  startJob({ name: 'count', everySeconds: 10, log, run: async () => void runs++ });
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(runs).toBe(3);
});

test('goes on after a round that failed', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    throw new Error('This round fails.');
  };
  startJob({ name: 'fail', everySeconds: 10, log, run });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
});

test('repeats a round that failed sooner, if it is told so', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs < 3) throw new Error('This round fails.');
  };
  startJob({ name: 'fail', everySeconds: 100, retrySeconds: 10, log, run });
  await vi.advanceTimersByTimeAsync(90_000);
  expect(runs).toBe(3);
});

test('woken while a round is under way, it runs once more and never twice at once', async () => {
  let running = 0;
  let runs = 0;
  const job = startJob({
    name: 'slow',
    everySeconds: 60,
    log,
    async run() {
      running += 1;
      expect(running).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      runs += 1;
      running -= 1;
    },
  });
  await vi.advanceTimersByTimeAsync(500);
  job.wake();
  job.wake();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(runs).toBe(2);
});

test('stopping waits for the round under way, and none follows', async () => {
  let runs = 0;
  const job = startJob({
    name: 'slow',
    everySeconds: 1,
    log,
    async run() {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      runs += 1;
    },
  });
  await vi.advanceTimersByTimeAsync(1_000);
  const stopped = job.stop().then(() => runs);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await stopped).toBe(1);
  expect(runs).toBe(1);
});
