import { expect, test } from 'vitest';
import { openCheckout, openPracticeStripe, submit } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

async function payByDebit() {
  const { stripe, service, receiver } = await openPracticeStripe();
  const { session, url } = await openCheckout(stripe);
  const left = await submit(url, { method: 'bacs_debit', name: 'Ada Lovelace' });
  expect(left.headers.get('location')).toContain(session.id);
  const eventOf = (type: string) => receiver.events.find((event) => event.type === type);
  await expect.poll(() => eventOf('checkout.session.completed')).toBeDefined();
  return {
    service,
    stripe,
    url,
    eventOf,
    end: (status: string) =>
      postPractice(service.origin, `sessions/${session.id}/bank-debit`, { status }),
    read: () => stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] }),
  };
}

test('a bank debit completes the session before the payment succeeds', async () => {
  const { service, stripe, url, eventOf, read } = await payByDebit();
  const session = await read();

  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'processing' },
  });
  expect(eventOf('checkout.session.completed')).toMatchObject({
    data: { object: { id: session.id, status: 'complete', payment_status: 'unpaid' } },
  });
  expect(await (await fetch(url)).text()).toContain('£56.00 will come from your bank.');
  expect(await (await fetch(service.origin)).text()).toContain('Bank debit: under way');
  await expect(postPractice(service.origin, `sessions/${session.id}/refund`)).rejects.toThrow(
    'does not have a successful charge to refund',
  );
  expect((await stripe.checkout.sessions.list({ status: 'complete' })).data).toHaveLength(1);
});

test('a bank debit succeeds once', async () => {
  const { service, stripe, eventOf, end, read } = await payByDebit();
  await end('succeeded');

  const session = await read();
  expect(session).toMatchObject({
    payment_status: 'paid',
    payment_intent: { status: 'succeeded' },
  });
  expect(eventOf('checkout.session.async_payment_succeeded')).toMatchObject({
    data: { object: { id: session.id, payment_status: 'paid' } },
  });
  await expect(end('failed')).rejects.toThrow('No bank debit is under way');
  expect(await postPractice(service.origin, `sessions/${session.id}/refund`)).toMatchObject({
    status: 'pending',
  });
  expect((await stripe.refunds.list()).data).toMatchObject([{ status: 'pending' }]);
});

test('a bank debit fails', async () => {
  const { eventOf, end, read } = await payByDebit();
  await end('failed');

  const session = await read();
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: { status: 'requires_payment_method' },
  });
  expect(eventOf('checkout.session.async_payment_failed')).toMatchObject({
    data: { object: { id: session.id, payment_status: 'unpaid' } },
  });
});

test('a bank debit requires no card', async () => {
  const { stripe } = await openPracticeStripe();
  const { url } = await openCheckout(stripe);
  expect((await submit(url, { method: 'bacs_debit', name: 'Ada' })).status).toBe(303);
});
