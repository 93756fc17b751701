import { expect, test } from 'vitest';
import { openPracticeStripe } from '#test/practice-stripe.ts';

const sponge = {
  currency: 'gbp',
  unit_amount: 5_600,
  product_data: { name: 'Victoria sponge' },
};

test('renames and archives a product', async () => {
  const { stripe } = await openPracticeStripe();
  const { id, product } = await stripe.prices.create(sponge);
  await stripe.products.update(String(product), { active: false, name: 'Sponge' });
  expect(await stripe.prices.retrieve(id, { expand: ['product'] })).toMatchObject({
    product: { object: 'product', active: false, name: 'Sponge' },
  });
  await expect(stripe.products.update('prod_x', { active: false })).rejects.toThrow(
    "No such product: 'prod_x'",
  );
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
  expect(found.data).toMatchObject([{ id: price.id, product: { name: 'Victoria sponge' } }]);
});

test('transfers a lookup key only on request', async () => {
  const { stripe } = await openPracticeStripe();
  const old = await stripe.prices.create({ ...sponge, lookup_key: 'cake-7' });
  const dearer = {
    currency: 'gbp',
    unit_amount: 5_900,
    product: String(old.product),
    lookup_key: 'cake-7',
  };
  await expect(stripe.prices.create(dearer)).rejects.toThrow(
    `A price (\`${old.id}\`) already uses that lookup key.`,
  );
  await stripe.prices.create({ ...dearer, transfer_lookup_key: true });
  await stripe.prices.update(old.id, { active: false });

  const offered = await stripe.prices.list({ lookup_keys: ['cake-7'] });
  expect(offered.data).toMatchObject([{ unit_amount: 5_900 }]);
  expect(await stripe.prices.retrieve(old.id)).toMatchObject({ active: false, lookup_key: null });
});

test('rejects a change of the amount', async () => {
  const { stripe, service } = await openPracticeStripe();
  const { id } = await stripe.prices.create(sponge);
  const refused = await fetch(`${service.origin}/v1/prices/${id}`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_practice' },
    body: new URLSearchParams({ active: 'true', unit_amount: '1' }),
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
  for (let amount = 101; amount <= 125; amount += 1) {
    await stripe.prices.create({ ...sponge, unit_amount: amount });
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
    param: 'unit_amount',
  });
  await expect(stripe.prices.create({ ...price, currency: 'xyz' })).rejects.toMatchObject({
    param: 'currency',
  });
  await expect(stripe.prices.list({ lookup_keys: ['one', 'another'] })).rejects.toMatchObject({
    param: 'lookup_keys',
  });
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
