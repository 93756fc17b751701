import { expect, test } from 'vitest';
import { openPracticeAccount } from '#test/practice-account.ts';
import type { Product } from './prices.ts';

const open = openPracticeAccount;
const small: Product = { lookupKey: 'berry-6', name: 'Berry Drip Cake, 6 inches', price: 4800 };
const large: Product = { lookupKey: 'berry-8', name: 'Berry Drip Cake, 8 inches', price: 6800 };

type Payments = Awaited<ReturnType<typeof open>>['payments'];

async function add(payments: Payments, product: Product): Promise<string> {
  return (await payments.addPrice(product)).stripePriceId;
}

test('a price is added beside the one that stands, which is paid until it is archived', async () => {
  const { payments, account, active } = await open();
  const [old, other] = [await add(payments, small), await add(payments, large)];
  const added = await payments.addPrice({ ...small, price: 5000 });
  expect(await account.prices.retrieve(added.stripePriceId)).toMatchObject({
    unit_amount: 5000,
    lookup_key: 'berry-6',
  });
  const ids = async () => (await active()).map(({ id }) => id).sort();
  expect(await ids()).toEqual([old, other, added.stripePriceId].sort());
  await payments.archivePrice(old);
  expect(await ids()).toEqual([other, added.stripePriceId].sort());
  expect(await payments.addPrice({ ...small, price: 5000 })).toEqual(added);
  expect(await ids()).toEqual([other, added.stripePriceId].sort());
});

test('a price is made once for one change, however many ask at the same time', async () => {
  const { payments, active } = await open();
  for (const price of [5000, 5200, 5000]) {
    const asked = Array.from({ length: 5 }, () => payments.addPrice({ ...small, price }));
    const ids = new Set((await Promise.all(asked)).map(({ stripePriceId }) => stripePriceId));
    expect(ids.size).toBe(1);
  }
  // The third is not the first, which may be archived by then.
  expect(await active()).toHaveLength(3);
});

test('a price is made where there was none, and renamed where it is called otherwise', async () => {
  const { payments, account } = await open();
  const { stripePriceId } = await payments.addPrice(small);
  await payments.addPrice({ ...small, name: 'Berry Cake, 6 inches' });
  expect(await account.prices.retrieve(stripePriceId, { expand: ['product'] })).toMatchObject({
    lookup_key: 'berry-6',
    product: { name: 'Berry Cake, 6 inches' },
  });
});

test('a price is made once, though Stripe answered 500', async () => {
  const { payments, active, set } = await open();
  await set({ api: 'error-after' });
  await expect(payments.addPrice(small)).rejects.toThrow('unreachable');
  await set({ api: 'normal' });
  const [one, other] = await Promise.all([payments.addPrice(small), payments.addPrice(small)]);
  expect(one).toEqual(other);
  expect((await active()).map(({ id }) => id)).toEqual([one.stripePriceId]);
});
