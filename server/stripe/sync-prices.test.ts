import Stripe from 'stripe';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PricedSize, Product } from '#domain/catalogue/catalogue-ports.ts';
import { startPracticeStripe } from '#practice/stripe/start.ts';
import { NOON } from '#test/samples.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { createStripePayments } from './payments.ts';

async function open() {
  const practice = await startPracticeStripe({ port: 0, publicHost: '127.0.0.1' });
  onTestFinished(() => practice.close());
  const payments = createStripePayments(
    {
      secretKey: 'sk_test_practice',
      webhookSecret: 'whsec_practice',
      origin: practice.origin,
      successUrl: (order) => `http://shop.example/thank-you-page/${order}`,
      cancelUrl: 'http://shop.example/',
    },
    { now: () => NOON },
  );
  const account = new Stripe('sk_test_practice', {
    host: '127.0.0.1',
    port: practice.port,
    protocol: 'http',
    telemetry: false,
  });
  const active = async () =>
    (
      await account.prices.list({ active: true, limit: 100 }).autoPagingToArray({ limit: 1000 })
    ).map(({ id, lookup_key, unit_amount, currency }) => ({
      id,
      lookup_key,
      unit_amount,
      currency,
    }));
  const set = (settings: object) => postPractice(practice.origin, 'settings', settings);
  const sync = async (products: Product[]) => (await payments.syncPrices(products)).priced;
  return { payments, sync, account, active, set };
}

function idsOf(priced: PricedSize[]): Map<string, string> {
  return new Map(priced.map(({ sizeId, stripePriceId }) => [sizeId, stripePriceId]));
}

const small: Product = { sizeId: 'berry-6', name: 'Berry Drip Cake, 6 inches', price: 4800 };
const large: Product = { sizeId: 'berry-8', name: 'Berry Drip Cake, 8 inches', price: 6800 };

test('makes one active price for each size, found by its lookup key', async () => {
  const { sync, active } = await open();
  const ids = idsOf(await sync([small, large]));
  expect([...ids.keys()]).toEqual(['berry-6', 'berry-8']);
  expect(await active()).toEqual(
    expect.arrayContaining([
      { id: ids.get('berry-6'), lookup_key: 'berry-6', unit_amount: 4800, currency: 'gbp' },
      { id: ids.get('berry-8'), lookup_key: 'berry-8', unit_amount: 6800, currency: 'gbp' },
    ]),
  );
});

test('changes nothing when nothing has changed', async () => {
  const { sync, active } = await open();
  const first = await sync([small, large]);
  expect(await sync([small, large])).toEqual(first);
  expect(await active()).toHaveLength(2);
});

test('replaces a price that has changed and archives the old one', async () => {
  const { sync, account, active } = await open();
  const before = idsOf(await sync([small, large]));
  const after = idsOf(await sync([{ ...small, price: 5000 }, large]));
  expect(after.get('berry-8')).toBe(before.get('berry-8'));
  expect(after.get('berry-6')).not.toBe(before.get('berry-6'));
  expect(await account.prices.retrieve(before.get('berry-6') ?? '')).toMatchObject({
    active: false,
  });
  expect(await active()).toHaveLength(2);
});

test('renames the product, and archives what is no longer sold', async () => {
  const { sync, account, active } = await open();
  const before = idsOf(await sync([small, large]));
  const after = idsOf(await sync([{ ...small, name: 'Berry Cake, 6 inches' }]));
  const price = await account.prices.retrieve(after.get('berry-6') ?? '', { expand: ['product'] });
  expect(price.product).toMatchObject({ name: 'Berry Cake, 6 inches', active: true });
  const gone = await account.prices.retrieve(before.get('berry-8') ?? '', { expand: ['product'] });
  expect(gone).toMatchObject({ active: false, product: { active: false } });
  expect(await active()).toHaveLength(1);
});

test('leaves alone what the account sells besides', async () => {
  const { sync, account } = await open();
  const other = await account.prices.create({
    currency: 'gbp',
    unit_amount: 300,
    product_data: { name: 'A mug' },
  });
  await sync([small]);
  expect(await account.prices.retrieve(other.id)).toMatchObject({ active: true });
});

test('goes through more prices than one page of Stripe holds', async () => {
  const { sync, active } = await open();
  const many = Array.from({ length: 130 }, (_, n) => ({ ...small, sizeId: `size-${n}` }));
  const first = await sync(many);
  expect(await sync(many)).toEqual(first);
  expect(await active()).toHaveLength(130);
});

describe('the default price of its product, as the Dashboard makes it', () => {
  async function withDefaults() {
    const shop = await open();
    const before = idsOf(await shop.sync([small, large]));
    for (const id of before.values()) {
      const { product } = await shop.account.prices.retrieve(id);
      await shop.account.products.update(String(product), { default_price: id });
    }
    const defaultOf = async (id: string) => {
      const { product } = await shop.account.prices.retrieve(id, { expand: ['product'] });
      return Object(product).default_price;
    };
    return {
      ...shop,
      berry6: before.get('berry-6') ?? '',
      berry8: before.get('berry-8') ?? '',
      defaultOf,
    };
  }

  test('is replaced as the default, and archived', async () => {
    const { sync, active, defaultOf, berry6 } = await withDefaults();
    const [now] = await sync([{ ...small, price: 5000 }]);
    expect((await active()).map(({ id }) => id)).toEqual([now?.stripePriceId]);
    expect(await defaultOf(berry6)).toBe(now?.stripePriceId);
  });

  test('is archived by a change of one price', async () => {
    const { payments, active, defaultOf, berry6, berry8 } = await withDefaults();
    const { stripePriceId } = await payments.addPrice({ ...small, price: 5000 });
    await payments.retirePrice(berry6);
    expect((await active()).map(({ id }) => id).sort()).toEqual([berry8, stripePriceId].sort());
    expect(await defaultOf(berry6)).toBe(stripePriceId);
  });

  test('that Stripe does not archive is named, and the others are synced', async () => {
    const { payments, account, set, berry6, berry8 } = await withDefaults();
    await set({ archiving: 'refused' });
    const cupcakes: Product = { sizeId: 'cupcakes', name: 'Cup Cakes, box of 6', price: 1500 };
    const { priced, left } = await payments.syncPrices([{ ...small, price: 5000 }, cupcakes]);
    expect(left).toEqual([
      { stripePriceId: berry6, name: small.name, price: small.price },
      { stripePriceId: berry8, name: large.name, price: large.price },
    ]);
    expect(priced.map(({ sizeId }) => sizeId)).toEqual(['berry-6', 'cupcakes']);
    // Nobody can buy what is no longer sold.
    expect(await account.prices.retrieve(berry8, { expand: ['product'] })).toMatchObject({
      active: true,
      product: { active: false },
    });
    await set({ archiving: 'normal' });
    expect((await payments.syncPrices([{ ...small, price: 5000 }, cupcakes])).left).toEqual([]);
    expect(await account.prices.retrieve(berry6)).toMatchObject({ active: false });
  });
});

describe('one price among many', () => {
  test('is added beside the one that stands, which is paid until it is retired', async () => {
    const { payments, sync, account, active } = await open();
    const before = idsOf(await sync([small, large]));
    const [old, other] = [before.get('berry-6') ?? '', before.get('berry-8') ?? ''];
    const added = await payments.addPrice({ ...small, price: 5000 });
    expect(await account.prices.retrieve(added.stripePriceId)).toMatchObject({
      unit_amount: 5000,
      lookup_key: 'berry-6',
    });
    const ids = async () => (await active()).map(({ id }) => id).sort();
    expect(await ids()).toEqual([old, other, added.stripePriceId].sort());
    await payments.retirePrice(old);
    expect(await ids()).toEqual([other, added.stripePriceId].sort());
    expect(await payments.addPrice({ ...small, price: 5000 })).toEqual(added);
    expect(await ids()).toEqual([other, added.stripePriceId].sort());
    await payments.retirePrice(added.stripePriceId);
    await payments.reactivatePrice(added.stripePriceId);
    expect(await ids()).toEqual([other, added.stripePriceId].sort());
  });

  test('is made once for one change, however many ask at the same time', async () => {
    const { payments, active } = await open();
    for (const price of [5000, 5200, 5000]) {
      const asked = Array.from({ length: 5 }, () => payments.addPrice({ ...small, price }));
      const ids = new Set((await Promise.all(asked)).map(({ stripePriceId }) => stripePriceId));
      expect(ids.size).toBe(1);
    }
    // The third is not the first, which may be retired by then.
    expect(await active()).toHaveLength(3);
  });

  test('is made where there was none, and renamed where it is called otherwise', async () => {
    const { payments, account } = await open();
    const { stripePriceId } = await payments.addPrice(small);
    await payments.addPrice({ ...small, name: 'Berry Cake, 6 inches' });
    expect(await account.prices.retrieve(stripePriceId, { expand: ['product'] })).toMatchObject({
      lookup_key: 'berry-6',
      product: { name: 'Berry Cake, 6 inches' },
    });
  });

  test('is made once, though Stripe answered 500', async () => {
    const { payments, active, set } = await open();
    await set({ api: 'error-after' });
    await expect(payments.addPrice(small)).rejects.toThrow('unreachable');
    await set({ api: 'normal' });
    const [one, other] = await Promise.all([payments.addPrice(small), payments.addPrice(small)]);
    expect(one).toEqual(other);
    expect((await active()).map(({ id }) => id)).toEqual([one.stripePriceId]);
  });

  test('that an interrupted change left behind is archived by the next sync', async () => {
    const { payments, sync, account, active } = await open();
    await payments.addPrice(small);
    await payments.addPrice({ ...small, price: 5000 });
    const notOurs = await account.prices.create({
      currency: 'gbp',
      unit_amount: 1,
      product_data: { name: 'Not ours' },
    });
    const [kept] = await sync([{ ...small, price: 5000 }]);
    const ids = (await active()).map(({ id }) => id).sort();
    expect(ids).toEqual([kept?.stripePriceId, notOurs.id].sort());
  });
});
