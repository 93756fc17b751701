import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openPracticeStripe, sdkFor } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

const scone = { currency: 'gbp', unit_amount: 300, product_data: { name: 'Scone' } };

test('replays the first response for the same request and key', async () => {
  const { stripe } = await openPracticeStripe();
  const first = await stripe.prices.create(scone, { idempotencyKey: 'order-1' });
  const again = await stripe.prices.create(scone, { idempotencyKey: 'order-1' });

  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
  expect((await stripe.prices.list()).data).toHaveLength(1);
});

test('rejects a key that was used with other parameters or another path', async () => {
  const { stripe } = await openPracticeStripe();
  const { id } = await stripe.prices.create(scone, { idempotencyKey: 'order-1' });
  const rejection = {
    type: 'StripeIdempotencyError',
    statusCode: 400,
    message: expect.stringContaining(
      'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    ),
  };

  await expect(
    stripe.prices.create({ ...scone, unit_amount: 400 }, { idempotencyKey: 'order-1' }),
  ).rejects.toMatchObject(rejection);
  await expect(
    stripe.prices.update(id, { active: false }, { idempotencyKey: 'order-1' }),
  ).rejects.toMatchObject(rejection);
});

test('a validation error does not use up its key', async () => {
  const { stripe } = await openPracticeStripe();
  const idempotencyKey = 'order-1';

  await expect(
    stripe.prices.create({ ...scone, currency: 'xyz' }, { idempotencyKey }),
  ).rejects.toMatchObject({
    statusCode: 400,
    param: 'currency',
  });
  await expect(stripe.prices.create(scone, { idempotencyKey })).resolves.toMatchObject({
    unit_amount: 300,
  });
});

test('replays a refusal of an endpoint that has begun', async () => {
  const { stripe, service } = await openPracticeStripe();
  const parameters = await sessionParameters(stripe);
  const open = () => stripe.checkout.sessions.create(parameters, { idempotencyKey: 'order-1' });

  await postPractice(service.origin, 'settings', { payment_methods: 'none' });
  const refusal = {
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    message: expect.stringContaining('No valid payment method types for this Checkout Session.'),
  };
  await expect(open()).rejects.toMatchObject(refusal);
  await postPractice(service.origin, 'settings', { payment_methods: 'enabled' });
  await expect(open()).rejects.toMatchObject({
    ...refusal,
    headers: { 'idempotent-replayed': 'true' },
  });
  await expect(
    stripe.checkout.sessions.create(parameters, { idempotencyKey: 'order-2' }),
  ).resolves.toMatchObject({ status: 'open' });
});

test('can answer a request with 500 although it has taken effect', async () => {
  const { stripe, service } = await openPracticeStripe();
  await postPractice(service.origin, 'settings', { api: 'error-after' });
  await expect(stripe.prices.create(scone, { idempotencyKey: 'order-1' })).rejects.toMatchObject({
    statusCode: 500,
  });
  await postPractice(service.origin, 'settings', { api: 'normal' });

  expect((await stripe.prices.list()).data).toHaveLength(1);
  await expect(stripe.prices.create(scone, { idempotencyKey: 'order-1' })).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true' },
  });
});

test('replays a server error', async () => {
  const { stripe, service } = await openPracticeStripe();
  const parameters = await sessionParameters(stripe);
  const open = () => stripe.checkout.sessions.create(parameters, { idempotencyKey: 'order-1' });

  await postPractice(service.origin, 'settings', { api: 'down' });
  await expect(open()).rejects.toMatchObject({ statusCode: 500 });
  await postPractice(service.origin, 'settings', { api: 'normal' });
  await expect(open()).rejects.toMatchObject({
    statusCode: 500,
    headers: { 'idempotent-replayed': 'true' },
  });
});

test('answers 409 while the first request with the key is still being received', async () => {
  const { stripe, service } = await openPracticeStripe();
  const slow = request({
    port: service.port,
    host: '127.0.0.1',
    path: '/v1/prices',
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_practice',
      'idempotency-key': 'order-1',
      // The server's "continue" tells us that it has seen the key and waits for the rest.
      expect: '100-continue',
    },
  });
  const answer = new Promise<unknown>((resolve, reject) => {
    slow.on('response', (response) => resolve(json(response)));
    slow.on('error', reject);
  });
  slow.write('currency=gbp&unit_amount=300&product_data[name]=');
  await once(slow, 'continue');

  await expect(stripe.prices.create(scone, { idempotencyKey: 'order-1' })).rejects.toMatchObject({
    statusCode: 409,
    message: expect.stringContaining('There is currently another in-progress request'),
  });
  slow.end('Scone');
  expect(await answer).toMatchObject({ object: 'price', unit_amount: 300 });
});

test('concurrent requests with one key create one object, with the retries of the SDK', async () => {
  const { service } = await openPracticeStripe();
  const stripe = sdkFor(service.port, 2);
  const [one, other] = await Promise.all([
    stripe.prices.create(scone, { idempotencyKey: 'order-1' }),
    stripe.prices.create(scone, { idempotencyKey: 'order-1' }),
  ]);

  expect(one.id).toBe(other.id);
  expect((await stripe.prices.list()).data).toHaveLength(1);
});

test('a key expires after a day', async () => {
  let now = new Date();
  const { stripe } = await openPracticeStripe({ now: () => now });
  await stripe.prices.create(scone, { idempotencyKey: 'order-1' });
  now = new Date(now.getTime() + 25 * 60 * 60_000);
  await stripe.prices.create(scone, { idempotencyKey: 'order-1' });

  expect((await stripe.prices.list()).data).toHaveLength(2);
});

async function sessionParameters(stripe: Stripe): Promise<Stripe.Checkout.SessionCreateParams> {
  const price = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 5_600,
    product_data: { name: 'Victoria sponge' },
  });
  return {
    mode: 'payment',
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://shop.test/thanks',
    cancel_url: 'http://shop.test/',
  };
}
