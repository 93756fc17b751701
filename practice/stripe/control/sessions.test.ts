import { expect, test } from 'vitest';
import { goodCard, openCheckout, openPracticeStripe, submit } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

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
        customer_email: 'ada@example.com',
      },
      { idempotencyKey: 'order-1' },
    );
  const before = await open();
  expect((await open()).id).toBe(before.id);
  await submit(String(before.url), goodCard);
  await postPractice(service.origin, 'sessions/forget');

  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  await expect(stripe.checkout.sessions.retrieve(before.id)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(stripe.checkout.sessions.expire(before.id)).rejects.toMatchObject({
    statusCode: 404,
  });
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
