import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Confirmation } from '#app/buy/checkout/confirm-order.ts';
import { publicView } from '#domain/orders/public-order.ts';
import { silentShop } from '#test/fake-shop.ts';
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
  ['not confirmed', false, 9],
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

test('a check without an answer is repeated', async () => {
  const order = publicView(sampleOrder());
  const silent = silentShop();
  const answers = [silent, async () => Response.json({ order, checkoutUrl: null, checked: true })];
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => answers.shift()?.(...request));
  const shown: boolean[] = [];
  const show = async ({ checked }: Confirmation) => shown.push(checked) > 0;
  void checkPayment(order.id, show, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(shown).toEqual([true]);
});
