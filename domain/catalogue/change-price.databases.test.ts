import { describe, expect, test } from 'vitest';
import type { Product } from '#domain/catalogue/catalogue-ports.ts';
import { PaymentsUnavailable } from '#domain/orders/payment-ports.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { EDIT, NOON, samplePrice, sampleSeed } from '#test/samples.ts';
import { changePrice } from './change-price.ts';
import { syncPrices } from './sync-prices.ts';

const log = { info() {}, warn() {}, error() {} };
const clock = { now: () => NOON };
const wanted = { cake: 'victoria', size: '8', price: 7050 };

/** A provider that is lost after so many answers. */
function provider(answers = Number.POSITIVE_INFINITY, asked = async () => {}) {
  let left = answers;
  async function sync({ sizeId, price }: Product) {
    await asked();
    if (left === 0) throw new PaymentsUnavailable('unreachable', 'lost');
    left -= 1;
    return samplePrice(sizeId, price);
  }
  const syncAll = async (products: Product[]) => ({
    priced: await Promise.all(products.map(sync)),
    left: [],
  });
  return {
    syncPrices: syncAll,
    addPrice: sync,
    async retirePrice(_id: string) {
      await asked();
      if (left === 0) throw new PaymentsUnavailable('unreachable', 'lost');
    },
    async reactivatePrice() {},
  };
}

describe.each(bothDatabases)('changing a price on $name', ({ fresh }) => {
  async function cafe() {
    const { catalogue, problems, seed } = await (await fresh()).open();
    await seed(sampleSeed());
    await syncPrices({ catalogue, payments: provider(), log });
    const change = (payments = provider(), changes = {}) =>
      changePrice({ catalogue, problems, payments, clock, log }, { ...wanted, ...changes });
    const size = async () => (await catalogue.byIds(['victoria']))[0]?.sizes[0];
    return { catalogue, change, size };
  }

  test('is done in the shop and at the payment provider', async () => {
    const { change, size } = await cafe();
    expect(await change()).toMatchObject({ ok: true, changed: true, size: { price: 4800 } });
    expect(await size()).toMatchObject({ price: 7050, api: 'victoria-8-at-7050' });
    expect(await change()).toMatchObject({ ok: true, changed: false, size: { price: 7050 } });
  });

  test('changes nothing while the payment provider is unreachable', async () => {
    const { change, size } = await cafe();
    const refused = { ok: false, reason: 'payments-unavailable' };
    expect(await change(provider(0))).toMatchObject(refused);
    expect(await size()).toMatchObject({ price: 4800, api: 'victoria-8-at-4800' });
  });

  test('keeps the size for sale throughout', async () => {
    const { change, size } = await cafe();
    const seen: unknown[] = [];
    const look = async () => {
      const { price, api } = (await size()) ?? {};
      seen.push(`${price} ${api}`);
    };
    await change(provider(Number.POSITIVE_INFINITY, look));
    expect(seen).toEqual(['4800 victoria-8-at-4800', '7050 victoria-8-at-7050']);
  });

  test('leaves one price at the provider if two change it at the same moment', async () => {
    const { change, size } = await cafe();
    const active = new Set(['victoria-8-at-4800']);
    const both = Promise.withResolvers<void>();
    const payments = {
      ...provider(),
      async addPrice({ sizeId, price }: Product) {
        const made = samplePrice(sizeId, price);
        active.add(made.stripePriceId);
        // Both have read the old price.
        if (active.size === 3) both.resolve();
        await both.promise;
        return made;
      },
      retirePrice: async (id: string) => void active.delete(id),
    };
    await Promise.all([change(payments), change(payments, { price: 7200 })]);
    expect([...active]).toEqual([(await size())?.api]);
  });

  test('is kept when the provider fails before it archives the old price', async () => {
    const { change, size } = await cafe();
    expect(await change(provider(1))).toMatchObject({
      ok: true,
      changed: true,
      left: ['victoria-8-at-4800'],
    });
    expect(await size()).toMatchObject({ price: 7050, api: 'victoria-8-at-7050' });
  });

  test('gives a size without a price id its price id', async () => {
    const { catalogue, problems, seed } = await (await fresh()).open();
    await seed(sampleSeed());
    const set = { ...wanted, price: 4800 };
    const ports = { catalogue, problems, payments: provider(), clock, log };
    expect(await changePrice(ports, set)).toMatchObject({ changed: false });
    const [cake] = await catalogue.byIds(['victoria']);
    expect(cake?.sizes[0]).toMatchObject({ price: 4800, api: 'victoria-8-at-4800' });
  });

  test('works for a hidden cake and reports that it is hidden', async () => {
    const { catalogue, change, size } = await cafe();
    await catalogue.setHidden('victoria', true, EDIT);
    expect(await change()).toMatchObject({ ok: true, changed: true, hidden: true });
    await catalogue.setHidden('victoria', false, EDIT);
    expect(await size()).toMatchObject({ price: 7050, api: 'victoria-8-at-7050' });
  });

  test('of an unknown cake or size is rejected', async () => {
    const { change } = await cafe();
    expect(await change(provider(), { cake: 'victorai' })).toEqual({
      ok: false,
      reason: 'no-such-cake',
      cakeIds: expect.arrayContaining(['victoria']),
    });
    expect(await change(provider(), { size: '9' })).toMatchObject({
      ok: false,
      reason: 'no-such-size',
      cake: { id: 'victoria' },
    });
  });
});
