import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeliverySettings } from '#domain/emails/deliver-claimed.ts';
import { createLog } from '#server/log.ts';
import { startJob } from './job.ts';
import { startShopJobs } from './shop-jobs.ts';

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

/** A shop in which so many notifications wait, and the e-mail service takes its time. */
function shopWithWaiting(waiting: number, sendingMs: number) {
  const shop = {
    sent: 0,
    throttles: [] as number[],
    async deliverNotifications(most: number, { throttleSeconds = 0 }: DeliverySettings = {}) {
      shop.throttles.push(throttleSeconds);
      const taken = Math.min(waiting - shop.sent, most);
      await new Promise((resolve) => setTimeout(resolve, sendingMs));
      shop.sent += taken;
      return taken;
    },
    deliverCustomerEmails: async () => 0,
    async reconcile() {},
    async finishRefunds() {},
    async repairBookings() {},
    async recoverOrders() {},
    async warnOfProblems() {},
    async alertOwner() {},
    async anonymiseOldOrders() {},
    async maintainBotCheck() {},
    async maintainStaff() {},
    async cleanPhotos() {},
  };
  return shop;
}

const settings = {
  log,
  reconcileSeconds: 60,
  emailThrottleSeconds: 0,
  emailLeaseSeconds: 120,
  retentionDays: 90,
};

test('all notifications that wait are sent in one go', async () => {
  const shop = shopWithWaiting(24, 10);
  startShopJobs({ shop, ...settings });
  await vi.advanceTimersByTimeAsync(100);
  expect(shop.sent).toBe(24);
});

test('a stop lets the e-mails under way end and sends no others', async () => {
  const shop = shopWithWaiting(300, 15_000);
  const jobs = startShopJobs({ shop, ...settings });
  await vi.advanceTimersByTimeAsync(20_000);
  const stopped = jobs.stop().then(() => shop.sent);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await Promise.race([stopped, 'still running'])).toBe(20);
});

test('the throttle is handed on, and a short one is looked at often enough', async () => {
  const shop = shopWithWaiting(0, 0);
  startShopJobs({ shop, ...settings, emailThrottleSeconds: 0.2 });
  await vi.advanceTimersByTimeAsync(1_100);
  expect(new Set(shop.throttles)).toEqual(new Set([0.2]));
  expect(shop.throttles.length).toBeGreaterThanOrEqual(5);
});

test('old orders are looked for at the start and then every day', async () => {
  const askedFor: number[] = [];
  // E-mails being sent all the time: otherwise their jobs would run every second of two days.
  const sending = Promise.withResolvers<number>();
  const shop = {
    deliverNotifications: () => sending.promise,
    deliverCustomerEmails: () => sending.promise,
    async reconcile() {},
    async finishRefunds() {},
    async repairBookings() {},
    async recoverOrders() {},
    async warnOfProblems() {},
    async alertOwner() {},
    async maintainBotCheck() {},
    async maintainStaff() {},
    async cleanPhotos() {},
    async anonymiseOldOrders(retentionDays: number) {
      askedFor.push(retentionDays);
    },
  };
  const seldom = { reconcileSeconds: 3600, emailThrottleSeconds: 3600, retentionDays: 30 };
  const jobs = startShopJobs({ shop, ...settings, ...seldom });
  await vi.advanceTimersByTimeAsync(0);
  expect(askedFor).toEqual([30]);
  await vi.advanceTimersByTimeAsync(2 * 24 * 60 * 60 * 1000);
  expect(askedFor).toEqual([30, 30, 30]);
  sending.resolve(0);
  await jobs.stop();
});
