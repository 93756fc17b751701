import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PublicOrder, publicView } from '#domain/orders/order.ts';
import { sampleOrder } from '#test/samples.ts';
import { followOrder } from './follow-order.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['none', 10],
  ['processing', 2],
] as const)('payment %s: %i questions in 100 seconds', async (payment, expected) => {
  const order: PublicOrder = { ...publicView(sampleOrder()), payment };
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json({ order, checkoutUrl: null, checked: true });
  });
  const leaving = new AbortController();
  const following = followOrder(order.id, () => {}, leaving.signal);
  await vi.advanceTimersByTimeAsync(100_000);
  leaving.abort();
  await following;
  expect(asked).toBe(expected);
});
