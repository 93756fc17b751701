import { expect, test } from 'vitest';
import { CakeContent } from '#domain/catalogue/cake-content.ts';
import type { OptionGroup, Size } from '#domain/catalogue/catalogue.ts';
import { seed } from '#server/content/seed.ts';
import { storedIncidents } from '#server/orders/incidents.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { catalogueOf, editCake } from '#test/edit-cake.ts';
import { openPracticeAccount } from '#test/practice-account.ts';
import { recordingLog } from '#test/recording-log.ts';
import { NOON, sampleCake, sampleOptions, sampleSeed } from '#test/samples.ts';
import { syncPrices } from './sync-prices.ts';

const SMALL: Size = { id: 'berry-6', size: '6', slices: null, price: 4800, api: null };
const LARGE: Size = { id: 'berry-8', size: '8', slices: null, price: 6800, api: null };

function cheaper({ sizes, ...content }: CakeContent): CakeContent {
  const changed = sizes.map((size) => (size.id === SMALL.id ? { ...size, price: 5000 } : size));
  return { ...content, sizes: changed };
}

describeDailyOnSqlite('the prices of the shop', ({ fresh }) => {
  async function open(sizes = [SMALL, LARGE], options?: OptionGroup[]) {
    const place = await fresh();
    const database = await place.open();
    const { db } = database;
    const cakes = [sampleCake('berry', { title: 'Berry Drip Cake', sizes, options })];
    await seed(database.db, sampleSeed({ cakes }));
    const { payments, ...stripe } = await openPracticeAccount();
    const { log } = recordingLog();
    const clock = { now: () => NOON };
    const shop = { ...database, payments, clock, log };
    const priceId = async (sizeId: string) => {
      const all = (await catalogueOf(shop)).entries.flatMap(({ cake }) => cake.sizes);
      return all.find(({ id }) => id === sizeId)?.api ?? '';
    };
    const open = async () => (await storedIncidents(db)).map(({ key, facts }) => ({ key, facts }));
    const edit = (change: (content: CakeContent) => CakeContent) =>
      editCake({ db }, 'berry', change);
    const choices = async () => {
      const { options = [] } = (await catalogueOf(shop)).entry('berry')?.cake ?? {};
      return options.flatMap((group) => group.choices);
    };
    const sync = () => syncPrices(shop);
    return { ...stripe, edit, sync, priceId, choices, incidents: open };
  }

  test('are one active price for each size at Stripe, found by its lookup key', async () => {
    const { sync, priceId, active, incidents } = await open();
    await sync();
    const [small, large] = [await priceId('berry-6'), await priceId('berry-8')];
    expect(await active()).toEqual(
      expect.arrayContaining([
        { id: small, lookup_key: 'berry-6', unit_amount: 4800, currency: 'gbp' },
        { id: large, lookup_key: 'berry-8', unit_amount: 6800, currency: 'gbp' },
      ]),
    );
    expect(await active()).toHaveLength(2);
    expect(await incidents()).toEqual([]);
  });

  test('stay as they are when nothing has changed', async () => {
    const { sync, active } = await open();
    await sync();
    const first = await active();
    await sync();
    expect(await active()).toEqual(first);
  });

  test('are the same when several servers create them at once', async () => {
    const { sync, active, priceId } = await open();
    await Promise.all([sync(), sync(), sync()]);
    await sync();
    const ids = (await active()).map(({ id }) => id).sort();
    expect(ids).toEqual([await priceId('berry-6'), await priceId('berry-8')].sort());
  });

  test('that have changed are replaced, and the old ones archived', async () => {
    const { edit, sync, account, active, priceId } = await open();
    await sync();
    const [small, large] = [await priceId('berry-6'), await priceId('berry-8')];
    await edit(cheaper);
    await sync();
    expect(await priceId('berry-8')).toBe(large);
    expect(await priceId('berry-6')).not.toBe(small);
    expect(await account.prices.retrieve(small)).toMatchObject({ active: false });
    expect(await active()).toHaveLength(2);
  });

  test('have the name of the cake', async () => {
    const { edit, sync, account, priceId } = await open();
    await sync();
    const small = await priceId('berry-6');
    await edit((content) => ({ ...content, title: 'Berry Cake' }));
    await sync();
    expect(await priceId('berry-6')).toBe(small);
    const price = await account.prices.retrieve(small, { expand: ['product'] });
    expect(price.product).toMatchObject({ name: 'Berry Cake, 6 inches', active: true });
  });

  test('of choices that cost something are their own, until the choice is free', async () => {
    const { edit, sync, account, active, choices, incidents } = await open(
      [SMALL],
      sampleOptions(),
    );
    await sync();
    const keys = async () => (await active()).map(({ lookup_key }) => lookup_key).sort();
    expect(await keys()).toEqual(['berry-6', 'berry.number.number', 'berry.sponge.lemon']);
    const [vanilla, lemon] = await choices();
    expect(vanilla?.api).toBe(null);
    const price = await account.prices.retrieve(lemon?.api ?? '', { expand: ['product'] });
    expect(price).toMatchObject({
      unit_amount: 300,
      product: { name: 'Berry Drip Cake, Sponge: lemon' },
    });
    const free = sampleOptions().map((group) => ({
      ...group,
      choices: group.choices.map((choice) => ({ ...choice, price: 0 })),
    }));
    await edit((content) => CakeContent.parse({ ...content, options: free }));
    await sync();
    expect((await choices()).every((choice) => choice.price === 0 && choice.api === null)).toBe(
      true,
    );
    expect(await incidents()).toEqual([]);
  });

  test('leave alone what the account sells besides', async () => {
    const { sync, account, active, priceId } = await open([SMALL]);
    await sync();
    const other = await account.prices.create({
      currency: 'gbp',
      unit_amount: 300,
      product_data: { name: 'A mug' },
    });
    await sync();
    const ids = (await active()).map(({ id }) => id).sort();
    expect(ids).toEqual([await priceId('berry-6'), other.id].sort());
  });

  test('are made again where the account has lost them', async () => {
    const { sync, account, active, priceId } = await open([SMALL]);
    await sync();
    const lost = await priceId('berry-6');
    await account.prices.update(lost, { active: false });
    await sync();
    expect((await active()).map(({ id }) => id)).toEqual([await priceId('berry-6')]);
    expect(await priceId('berry-6')).not.toBe(lost);
  });

  test('may be more than one page of Stripe holds', async () => {
    const many = Array.from({ length: 130 }, (_, n) => ({
      ...SMALL,
      id: `size-${n}`,
      size: `Box of ${n + 1}`,
    }));
    const { sync, active } = await open(many);
    await sync();
    const first = await active();
    expect(first).toHaveLength(130);
    await sync();
    expect(await active()).toEqual(first);
  });

  test('are one incident while Stripe does not answer, which ends by itself', async () => {
    const { sync, set, incidents } = await open();
    await set({ api: 'refuses-key' });
    await expect(sync()).rejects.toThrow('unreachable');
    await expect(sync()).rejects.toThrow('unreachable');
    expect(await incidents()).toEqual([{ key: 'price-not-created all', facts: { prices: 2 } }]);
    await set({ api: 'normal' });
    await sync();
    expect(await incidents()).toEqual([]);
    // Everything can be ordered.
    await set({ api: 'refuses-key' });
    await expect(sync()).rejects.toThrow('unreachable');
    expect(await incidents()).toEqual([]);
  });

  test('that Stripe rejects are named, and the others are created', async () => {
    // Stripe takes no lookup key of more than 200 characters.
    const long = { ...SMALL, id: 'berry-6'.padEnd(201, '-') };
    const { edit, sync, priceId, incidents } = await open([long, LARGE]);
    await sync();
    expect(await priceId(long.id)).toBe('');
    expect(await priceId('berry-8')).not.toBe('');
    const facts = { cake: 'Berry Drip Cake, 6 inches' };
    expect(await incidents()).toEqual([{ key: `price-not-created ${long.id}`, facts }]);
    await edit(({ sizes, ...content }) => ({
      ...content,
      sizes: sizes.map((size) => (size.id === long.id ? { ...size, id: 'berry-6' } : size)),
    }));
    await sync();
    expect(await incidents()).toEqual([]);
  });

  test('count although Stripe keeps an old one active, such as the default of a product', async () => {
    const { edit, sync, account, priceId, incidents } = await open([SMALL]);
    await sync();
    const old = await priceId('berry-6');
    const { product } = await account.prices.retrieve(old);
    await account.products.update(String(product), { default_price: old });
    await edit(cheaper);
    await sync();
    expect(await account.prices.retrieve(await priceId('berry-6'))).toMatchObject({
      unit_amount: 5000,
    });
    expect(await account.prices.retrieve(old)).toMatchObject({ active: true });
    expect(await incidents()).toEqual([]);
  });
});
