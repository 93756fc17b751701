import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openCheckout, openPracticeStripe } from '#test/practice-stripe.ts';
import { postPractice } from '../../../harness/practice-services.ts';

test('an open session has the fields that the shop reads', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { session } = await openCheckout(stripe, {
    client_reference_id: 'order-1',
    metadata: { order: 'order-1' },
    custom_text: { submit: { message: 'Collect in the shop.' } },
    payment_intent_data: { metadata: { order: 'order-1' } },
  });

  expect(session).toMatchObject({
    object: 'checkout.session',
    adaptive_pricing: { enabled: true },
    amount_total: 5_600,
    client_reference_id: 'order-1',
    currency: 'gbp',
    customer_details: { email: 'ada@example.com' },
    expires_at: session.created + 86_400,
    livemode: false,
    metadata: { order: 'order-1' },
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${service.origin}/c/pay/${session.id}`,
  });
  expect(session.custom_text.submit).toEqual({ message: 'Collect in the shop.' });
});

test('adds up inline prices and keeps them out of lists', async () => {
  const { stripe } = await openPracticeStripe();
  const product_data = { name: 'Bespoke cake' };
  const { session } = await openCheckout(stripe, {
    line_items: [
      { price_data: { currency: 'gbp', unit_amount: 4_250, product_data }, quantity: 2 },
      { price_data: { currency: 'gbp', unit_amount: 150, product_data }, quantity: 10 },
    ],
  });

  expect(session.amount_total).toBe(10_000);
  expect((await stripe.prices.list({ active: true })).data).toHaveLength(1);
});

test('expires a session once', async () => {
  const { stripe } = await openPracticeStripe();
  const { session } = await openCheckout(stripe);

  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({
    status: 'expired',
    url: null,
  });
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow(
    'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of `expired`.',
  );
  await expect(stripe.checkout.sessions.retrieve('cs_test_x')).rejects.toMatchObject({
    statusCode: 404,
    message: "No such checkout.session: 'cs_test_x'",
  });
});

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;
const cake = { currency: 'gbp', unit_amount: 100, product_data: { name: 'Scone' } };

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));

const refused: [string, Partial<Stripe.Checkout.SessionCreateParams>, object][] = [
  [
    'an unknown price',
    { line_items: [{ price: 'price_x', quantity: 1 }] },
    {
      code: 'resource_missing',
      message: "No such price: 'price_x'",
      param: 'line_items[0][price]',
      statusCode: 400,
    },
  ],
  ['an address that is none', { customer_email: 'ada@' }, { param: 'customer_email' }],
  ...[
    'ada@localhost',
    'ada..lovelace@example.com',
    'ada@exämple.com',
    'ada@example-.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
  ].map((customer_email): (typeof refused)[number] => [
    customer_email,
    { customer_email },
    { param: 'customer_email' },
  ]),
  [
    'no quantity at all',
    { line_items: [{ price_data: cake, quantity: 0 }] },
    { param: 'line_items[0][quantity]' },
  ],
  [
    'a missing quantity',
    { line_items: [{ price_data: cake }] },
    { code: 'parameter_missing', param: 'line_items[0][quantity]' },
  ],
  [
    'more than a hundred lines',
    { line_items: Array.from({ length: 101 }, () => ({ price_data: cake, quantity: 1 })) },
    { param: 'line_items' },
  ],
  ['no lines', { line_items: [] }, { code: 'parameter_missing', param: 'line_items' }],
  [
    'two currencies',
    {
      line_items: [
        { price_data: cake, quantity: 1 },
        { price_data: { ...cake, currency: 'eur' }, quantity: 1 },
      ],
    },
    { message: 'All line items must have the same currency.' },
  ],
  [
    'less than a charge',
    { line_items: [{ price_data: { ...cake, unit_amount: 29 }, quantity: 1 }] },
    { code: 'amount_too_small' },
  ],
  ['a session that is too short', { expires_at: inSeconds(60) }, { param: 'expires_at' }],
  ['a session that is too long', { expires_at: inSeconds(90_000) }, { param: 'expires_at' }],
  ['a link that runs a script', { cancel_url: 'javascript:alert(1)' }, { param: 'cancel_url' }],
  [
    'a reference that is too long',
    { client_reference_id: 'x'.repeat(201) },
    { param: 'client_reference_id' },
  ],
  ['a subscription', { mode: 'subscription' }, { param: 'mode' }],
  ['no price', { line_items: [{ quantity: 1 }] }, { param: 'line_items[0]' }],
  [
    'what it does not know',
    { allow_promotion_codes: true },
    { code: 'parameter_unknown', param: 'allow_promotion_codes' },
  ],
  [
    'a metadata value that is too long',
    { metadata: { note: 'x'.repeat(501) } },
    { param: 'metadata[note]' },
  ],
  [
    'a metadata key that is too long',
    { metadata: { ['k'.repeat(41)]: 'x' } },
    { param: expect.stringContaining('metadata') },
  ],
  ['too much metadata', { metadata: numbered(51) }, { param: 'metadata' }],
];

test.each(refused)('rejects %s', async (_what, changes, error) => {
  const { stripe } = await openPracticeStripe();

  await expect(openCheckout(stripe, changes)).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    ...error,
  });
});

test('rejects an inactive price and a missing success URL', async () => {
  const { stripe } = await openPracticeStripe();
  const price = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 5_600,
    product_data: { name: 'Victoria sponge' },
  });
  await stripe.prices.update(price.id, { active: false });
  const line_items = [{ price: price.id, quantity: 1 }];

  await expect(openCheckout(stripe, { line_items })).rejects.toThrow(
    'The price specified is inactive. This field only accepts active prices.',
  );
  await expect(
    stripe.checkout.sessions.create({ mode: 'payment', line_items }),
  ).rejects.toMatchObject({
    code: 'parameter_missing',
    message: 'Missing required param: success_url.',
  });
});

test('answers 500 while the API is set to down', async () => {
  const { stripe, service } = await openPracticeStripe();
  await postPractice(service.origin, 'settings', { api: 'down' });

  await expect(openCheckout(stripe)).rejects.toMatchObject({
    statusCode: 500,
    rawType: 'api_error',
  });
});

test('updates single metadata keys', async () => {
  const { stripe } = await openPracticeStripe();
  const { session } = await openCheckout(stripe, { metadata: { key0: 'x', key1: 'x' } });
  const { metadata } = await stripe.checkout.sessions.update(session.id, {
    metadata: { key1: 'changed' },
  });
  expect(metadata).toEqual({ key0: 'x', key1: 'changed' });
  expect((await stripe.checkout.sessions.retrieve(session.id)).metadata).toEqual(metadata);
});
