import { expect, test } from 'vitest';
import { openCheckout, openPracticeStripe, submit } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

const page = async (origin: string) => (await fetch(origin)).text();

test('the control page shows each session', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { session } = await openCheckout(stripe, { client_reference_id: 'order-1' });
  expect(await page(service.origin)).toContain(`Order order-1 · ${session.id}`);
});

test('returns the sessions as JSON', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { session } = await openCheckout(stripe, { client_reference_id: 'order-1' });
  const sessions = await fetch(`${service.origin}/practice/sessions`);

  expect(await sessions.json()).toMatchObject([
    {
      id: session.id,
      client_reference_id: 'order-1',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 5_600,
    },
  ]);
});

test('expires a session by JSON or by the button', async () => {
  const { stripe, service } = await openPracticeStripe();
  const first = await openCheckout(stripe);
  const second = await openCheckout(stripe);
  const address = (id: string) => `${service.origin}/practice/sessions/${id}/expire`;

  const byTest = await fetch(address(first.session.id), { method: 'POST' });
  expect(await byTest.json()).toMatchObject({ id: first.session.id, status: 'expired' });
  const byButton = await submit(address(second.session.id), {});
  expect(byButton.headers.get('location')).toBe('/');
  expect(await stripe.checkout.sessions.retrieve(second.session.id)).toMatchObject({
    status: 'expired',
  });
  expect((await submit(address('cs_test_x'), {})).status).toBe(404);
});

test('changes single settings', async () => {
  const { service } = await openPracticeStripe();
  const settings = `${service.origin}/practice/settings`;
  expect(await (await fetch(settings)).json()).toEqual({
    webhooks: 'normal',
    api: 'normal',
    payment_methods: 'enabled',
    balance: 'at-once',
  });

  await postPractice(service.origin, 'settings', { webhooks: 'thrice' });
  await postPractice(service.origin, 'settings', { api: 'down' });
  expect(await (await fetch(settings)).json()).toMatchObject({
    webhooks: 'thrice',
    api: 'down',
  });
  await expect(postPractice(service.origin, 'settings', { webhooks: 'sometimes' })).rejects.toThrow(
    'webhooks',
  );
});
