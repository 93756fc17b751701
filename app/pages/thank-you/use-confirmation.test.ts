import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { publicView } from '#domain/orders/order.ts';
import { sampleOrder } from '#test/samples.ts';
import { checkPayment } from './use-confirmation.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['confirmed', true, 1],
  ['not confirmed', false, 10],
])('a payment that is %s (%o): %i checks in 100 seconds', async (_, isConfirmed, expected) => {
  const order = publicView(sampleOrder());
  let checks = 0;
  vi.stubGlobal('fetch', async () => {
    checks += 1;
    return Response.json({ order, checkoutUrl: null, checked: isConfirmed });
  });
  const leaving = new AbortController();
  const checking = checkPayment(order.id, async ({ checked }) => checked, leaving.signal);
  await vi.advanceTimersByTimeAsync(100_000);
  leaving.abort();
  await checking;
  expect(checks).toBe(expected);
});
