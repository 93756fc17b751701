import { expect, test, vi } from 'vitest';
import { freshStorage } from '#test/fake-shop.ts';
import { startSending } from './ticks.ts';

test('sends a stored tick, also beside a damaged one', async () => {
  freshStorage();
  const tick = { id: '1', number: 'an-order', day: 'a-day', name: 'Ada', from: 'to-make' };
  localStorage.setItem('owner-ticks', JSON.stringify([null, { ...tick, fulfilment: 'ready' }]));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('document', new EventTarget());
  const sent = Promise.withResolvers<string>();
  vi.stubGlobal('fetch', async (url: string) => {
    sent.resolve(url);
    return new Response(null, { status: 204 });
  });
  const stop = startSending(() => {});
  expect(await sent.promise).toBe('/owner/orders/an-order/made');
  stop();
});
