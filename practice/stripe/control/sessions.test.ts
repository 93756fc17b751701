import { expect, test } from 'vitest';
import { z } from 'zod';
import { openCheckout, openPracticeStripe, payForCheckout } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

const created = z.looseObject({ id: z.string() });

test.each([
  { amount: 30, currency: 'gbp', client_reference_id: 'order-1' },
  { amount: 100, currency: 'jpy', client_reference_id: null },
])('completes a Payment Link for $amount $currency', async ({ client_reference_id, ...money }) => {
  const { stripe, service, receiver } = await openPracticeStripe();
  const reference = client_reference_id === null ? {} : { client_reference_id };
  const { id } = created.parse(
    await postPractice(service.origin, 'foreign-sessions', { ...money, ...reference }),
  );

  const session = {
    id,
    amount_total: money.amount,
    client_reference_id,
    currency: money.currency,
    metadata: {},
    payment_status: 'paid',
    status: 'complete',
  };
  expect(receiver.events).toMatchObject([
    { type: 'checkout.session.completed', data: { object: session } },
  ]);
  const { data } = await stripe.checkout.sessions.list({
    expand: ['data.payment_intent'],
  });
  expect(data).toMatchObject([
    {
      ...session,
      payment_intent: { ...money, status: 'succeeded' },
    },
  ]);
});

test('signs and sends a forged event and returns the response', async () => {
  const { stripe, service, receiver } = await openPracticeStripe();
  const { session } = await openCheckout(stripe);
  const forged = {
    id: 'evt_forged',
    type: 'checkout.session.completed',
    data: { object: { id: session.id, payment_status: 'paid', amount_total: 1 } },
  };
  receiver.statuses = [200, 400];
  expect(await postPractice(service.origin, 'events', forged)).toEqual({ result: '200' });
  expect(receiver.events).toMatchObject([{ ...forged, object: 'event', livemode: false }]);
  expect(await postPractice(service.origin, 'events', forged)).toEqual({ result: '400' });
  await expect(postPractice(service.origin, 'events', { type: 'x' })).rejects.toThrow('data');
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
});

test('deletes a session and its payment but no other', async () => {
  const { stripe, service } = await openPracticeStripe();
  const gone = await payForCheckout(stripe);
  const other = await payForCheckout(stripe);
  await stripe.refunds.create({ payment_intent: gone.payment_intent.id });
  await postPractice(service.origin, `sessions/${gone.id}/forget`);

  await expect(stripe.checkout.sessions.retrieve(gone.id)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(stripe.checkout.sessions.expire(gone.id)).rejects.toMatchObject({ statusCode: 404 });
  await expect(stripe.paymentIntents.retrieve(gone.payment_intent.id)).rejects.toMatchObject({
    statusCode: 404,
  });
  expect((await stripe.refunds.list()).data).toEqual([]);
  expect((await stripe.checkout.sessions.list()).data).toMatchObject([{ id: other.id }]);
});

test('a change of account deletes all sessions and idempotency keys', async () => {
  const { stripe, service } = await openPracticeStripe();
  const price = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 100,
    product_data: { name: 'Scone' },
  });
  const open = () =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: 'http://shop.test/thanks',
        cancel_url: 'http://shop.test/',
      },
      { idempotencyKey: 'order-1' },
    );
  const before = await open();
  expect((await open()).id).toBe(before.id);
  await postPractice(service.origin, 'sessions/forget');

  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  expect((await open()).id).not.toBe(before.id);
});

test('one session answers 500 while the others work', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { session: broken } = await openCheckout(stripe);
  const { session: sound } = await openCheckout(stripe);
  await postPractice(service.origin, `sessions/${broken.id}/fail`);

  for (const call of ['retrieve', 'expire'] as const) {
    await expect(stripe.checkout.sessions[call](broken.id)).rejects.toMatchObject({
      statusCode: 500,
      rawType: 'api_error',
    });
  }
  expect(await stripe.checkout.sessions.retrieve(sound.id)).toMatchObject({ status: 'open' });
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(2);
});

test('the API fails as the setting says', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { session } = await openCheckout(stripe);
  await postPractice(service.origin, 'settings', { api: 'error-500' });
  await expect(stripe.checkout.sessions.retrieve(session.id)).rejects.toMatchObject({
    statusCode: 500,
  });

  await postPractice(service.origin, 'settings', { api: 'refuses-key' });
  await expect(stripe.checkout.sessions.retrieve(session.id)).rejects.toMatchObject({
    statusCode: 401,
    type: 'StripeAuthenticationError',
    rawType: 'invalid_request_error',
    message: expect.stringContaining('Invalid API Key provided'),
  });
  await postPractice(service.origin, 'settings', { api: 'normal' });
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ id: session.id });
});
