import { expect, test } from 'vitest';
import { goodCard, openCheckout, openPracticeStripe, submit } from '#test/practice-stripe.ts';
import { postPractice } from '../../harness/practice-services.ts';

// The receiver checks every signature with the SDK before it counts an event.

test('sends a payment event with the session of that moment', async () => {
  const { stripe, receiver } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  await submit(url, goodCard);

  await expect.poll(() => receiver.events).toHaveLength(1);
  expect(receiver.events).toMatchObject([
    {
      object: 'event',
      type: 'checkout.session.completed',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: session.id, status: 'complete', payment_status: 'paid', url: null } },
    },
  ]);
});

test('sends an event of a session that is expired', async () => {
  const { stripe, receiver } = await openPracticeStripe();
  const { session } = await openCheckout(stripe);
  await stripe.checkout.sessions.expire(session.id);

  await expect.poll(() => receiver.events).toHaveLength(1);
  expect(receiver.events).toMatchObject([
    { type: 'checkout.session.expired', data: { object: { id: session.id, status: 'expired' } } },
  ]);
});

test('retries after any status but 2xx', async () => {
  const { stripe, receiver } = await openPracticeStripe();
  receiver.statuses = [500, 302, 200];
  const { url } = await openCheckout(stripe);
  await submit(url, goodCard);

  await expect.poll(() => receiver.events.length).toBe(1);
  expect(receiver.attempts).toBe(3);
});

test('never: completes the payment and sends no event', async () => {
  const { stripe, receiver, service } = await openPracticeStripe();
  await postPractice(service.origin, 'settings', { webhooks: 'never' });
  const silent = await openCheckout(stripe);
  await submit(silent.url, goodCard);
  await postPractice(service.origin, 'settings', { webhooks: 'normal' });
  const notified = await openCheckout(stripe);
  await submit(notified.url, goodCard);

  await expect.poll(() => receiver.events).toHaveLength(1);
  expect(receiver.events).toMatchObject([{ data: { object: { id: notified.session.id } } }]);
  expect(await stripe.checkout.sessions.retrieve(silent.session.id)).toMatchObject({
    payment_status: 'paid',
  });
});

test('thrice: sends the event twice before the redirect and once after', async () => {
  const { stripe, receiver, service } = await openPracticeStripe();
  await postPractice(service.origin, 'settings', { webhooks: 'thrice' });
  const { url } = await openCheckout(stripe);
  await submit(url, goodCard);

  expect(receiver.events).toHaveLength(2);
  await expect.poll(() => receiver.events.length).toBe(3);
  expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
});

test('expires an overdue session', async () => {
  let now = new Date();
  const { stripe, receiver } = await openPracticeStripe({ now: () => now });
  const { session } = await openCheckout(stripe);
  now = new Date(now.getTime() + 24 * 60 * 60_000);

  await expect.poll(() => receiver.events).toHaveLength(1);
  expect(receiver.events).toMatchObject([
    {
      type: 'checkout.session.expired',
      data: { object: { id: session.id } },
    },
  ]);
});
