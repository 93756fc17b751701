import { expect, test } from 'vitest';
import { openPracticeStripe } from '#test/practice-stripe.ts';

test('creates, reads, updates and lists a product', async () => {
  const { stripe } = await openPracticeStripe();
  const made = await stripe.products.create({ name: 'Victoria sponge', metadata: { cake: '7' } });
  const changed = await stripe.products.update(made.id, { active: false, metadata: { size: 'L' } });

  expect(made).toMatchObject({ object: 'product', active: true, description: null });
  expect(changed).toMatchObject({ active: false, metadata: { cake: '7', size: 'L' } });
  expect(await stripe.products.retrieve(made.id)).toMatchObject({ name: 'Victoria sponge' });
  expect((await stripe.products.list({ active: true })).data).toEqual([]);
  expect((await stripe.products.list({ active: false })).data).toHaveLength(1);
});

test('accepts an unused id for a product', async () => {
  const { stripe } = await openPracticeStripe();
  await stripe.products.create({ id: 'cake-7', name: 'Victoria sponge' });

  await expect(stripe.products.create({ id: 'cake-7', name: 'Again' })).rejects.toMatchObject({
    code: 'resource_already_exists',
  });
});

test('a price has the fields of the SDK and expands its product', async () => {
  const { stripe } = await openPracticeStripe();
  const price = await stripe.prices.create({
    currency: 'GBP',
    unit_amount: 5_600,
    product_data: { name: 'Victoria sponge' },
    lookup_key: 'cake-7-large',
  });
  const found = await stripe.prices.list({
    lookup_keys: ['cake-7-large'],
    expand: ['data.product'],
  });

  expect(price).toMatchObject({ currency: 'gbp', unit_amount: 5_600, type: 'one_time' });
  expect(String(price.unit_amount_decimal)).toBe('5600');
  expect(found.data).toMatchObject([{ id: price.id, product: { name: 'Victoria sponge' } }]);
});

test('transfers a lookup key only on request', async () => {
  const { stripe } = await openPracticeStripe();
  const product = await stripe.products.create({ name: 'Victoria sponge' });
  const price = { currency: 'gbp', product: product.id, lookup_key: 'cake-7' };
  const old = await stripe.prices.create({ ...price, unit_amount: 5_600 });

  await expect(stripe.prices.create({ ...price, unit_amount: 5_900 })).rejects.toThrow(
    `A price (\`${old.id}\`) already uses that lookup key.`,
  );
  await stripe.prices.create({ ...price, unit_amount: 5_900, transfer_lookup_key: true });
  await stripe.prices.update(old.id, { active: false });

  const offered = await stripe.prices.list({ lookup_keys: ['cake-7'] });
  expect(offered.data).toMatchObject([{ unit_amount: 5_900 }]);
  expect(await stripe.prices.retrieve(old.id)).toMatchObject({ active: false, lookup_key: null });
});

test('removes a nickname and rejects a change of the amount', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { id } = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 5_600,
    product_data: { name: 'Victoria sponge' },
    nickname: 'Large',
  });

  expect(await stripe.prices.update(id, { nickname: '' })).toMatchObject({ nickname: null });
  const refused = await fetch(`${service.origin}/v1/prices/${id}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_practice' },
    body: new URLSearchParams({ unit_amount: '1' }),
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({
    error: {
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      message: 'Received unknown parameter: unit_amount',
      param: 'unit_amount',
    },
  });
});

test('lists pages newest first', async () => {
  const { stripe } = await openPracticeStripe();
  const product = await stripe.products.create({ name: 'Scone' });
  for (let amount = 101; amount <= 125; amount += 1) {
    await stripe.prices.create({ currency: 'gbp', product: product.id, unit_amount: amount });
  }

  const first = await stripe.prices.list();
  expect(first).toMatchObject({ has_more: true, url: '/v1/prices' });
  expect(first.data).toHaveLength(10);
  const all = await stripe.prices.list({ limit: 10 }).autoPagingToArray({ limit: 1_000 });
  expect(all.map(({ unit_amount }) => unit_amount)).toEqual(
    Array.from({ length: 25 }, (_, index) => 125 - index),
  );
  await expect(stripe.prices.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  await expect(stripe.prices.list({ starting_after: 'price_x' })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'starting_after',
  });
});

test('rejects unknown ids and invalid parameters', async () => {
  const { stripe } = await openPracticeStripe();
  const price = { currency: 'gbp', unit_amount: 100, product: 'prod_x' };

  await expect(stripe.prices.retrieve('price_x')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such price: 'price_x'",
  });
  await expect(stripe.prices.create(price)).rejects.toThrow("No such product: 'prod_x'");
  await expect(stripe.prices.create({ ...price, unit_amount: -1 })).rejects.toMatchObject({
    code: 'parameter_invalid_integer',
  });
  await expect(stripe.prices.create({ ...price, currency: 'xyz' })).rejects.toThrow(
    'Invalid currency: xyz',
  );
  await expect(
    stripe.prices.list({ lookup_keys: Array.from({ length: 11 }, (_, index) => `key-${index}`) }),
  ).rejects.toMatchObject({ param: 'lookup_keys' });
  await stripe.prices.create({ currency: 'gbp', unit_amount: 1, product_data: { name: 'Crumb' } });
  await expect(stripe.prices.list({ expand: ['data.colour'] })).rejects.toThrow(
    'This property cannot be expanded (data.colour).',
  );
});

test('does not archive the default price of a product', async () => {
  const { stripe } = await openPracticeStripe();
  const price = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 5_600,
    product_data: { name: 'Victoria sponge' },
  });
  const product = String(price.product);
  expect(await stripe.products.update(product, { default_price: price.id })).toMatchObject({
    default_price: price.id,
  });
  await expect(stripe.prices.update(price.id, { active: false })).rejects.toMatchObject({
    statusCode: 400,
    message: 'This price cannot be archived because it is the default price of its product.',
  });
  await expect(stripe.products.update(product, { default_price: 'price_x' })).rejects.toThrow(
    'No such price',
  );
  await stripe.products.update(product, { default_price: '' });
  expect(await stripe.prices.update(price.id, { active: false })).toMatchObject({ active: false });
});
