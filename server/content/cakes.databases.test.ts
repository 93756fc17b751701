import { describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { type CakeContent, contentOf } from '#domain/catalogue/cake-content.ts';
import { seed } from '#server/content/seed.ts';
import { storedProblems } from '#server/orders/problems.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { Product } from '#server/stripe/prices.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { catalogueOf, findCake, setHidden } from '#test/edit-cake.ts';
import { NOON, samplePrice, sampleSeed } from '#test/samples.ts';
import {
  addCake,
  cakeVersions,
  changePrices,
  describeRestore,
  placeCake,
  restoreCake,
  saveCake,
  setCakeState,
} from './cakes.ts';
import { addPhoto, deletePhoto } from './photos.ts';
import { syncPrices } from './sync-prices.ts';

const log = { info() {}, warn() {}, error() {} };
const clock = { now: () => NOON };
const [ANNA, BOB] = ['anna', 'bob'];

/** Stripe as far as prices go: it makes each price once, and remembers which are archived. */
function provider() {
  const state = {
    isReachable: true,
    archives: true,
    made: [] as string[],
    archived: [] as string[],
    active: new Set<string>(),
    /** Runs before a price is answered. */
    meanwhile: async () => {},
  };
  async function add({ sizeId, price }: Product) {
    if (!state.isReachable) throw new PaymentsUnavailable('unreachable', 'lost');
    const priced = samplePrice(sizeId, price);
    state.made.push(priced.stripePriceId);
    state.active.add(priced.stripePriceId);
    await state.meanwhile();
    return priced;
  }
  return {
    state,
    activePrices: async () => [],
    async archiveProduct() {},
    addPrice: add,
    async archivePrice(id: string) {
      if (!state.isReachable) throw new PaymentsUnavailable('unreachable', 'lost');
      if (!state.archives) throw new PaymentsUnavailable('refused', '400 default-price');
      state.archived.push(id);
      state.active.delete(id);
    },
    async reactivatePrice(id: string) {
      state.active.add(id);
    },
  };
}

describe.each(bothDatabases)('editing cakes on $name', ({ fresh }) => {
  async function cafe() {
    const database = await (await fresh()).open();
    await seed(database.db, sampleSeed());
    const payments = provider();
    const shop = { ...database, cafePhotos: [], payments, clock, log };
    await syncPrices(shop);
    payments.state.made = [];
    const content = async (id = 'victoria'): Promise<CakeContent> => {
      const entry = (await catalogueOf(shop)).entry(id);
      if (!entry) throw new Error(`There is no ${id}.`);
      return contentOf(entry);
    };
    const save = (base: CakeContent, changes: Partial<CakeContent>, by = ANNA) =>
      saveCake(shop, 'victoria', { base, content: { ...base, ...changes }, by });
    /** The prices of the cake that can be paid at Stripe, and those that the shop asks for. */
    const prices = async () => {
      const cake = await findCake(shop, 'victoria');
      const asked = cake?.sizes.map(({ api }) => api).sort();
      const ids = [...payments.state.active].filter((id) => id.startsWith('victoria-'));
      return { active: ids.sort(), asked };
    };
    return { shop, stripe: payments.state, content, save, prices };
  }

  function priced(content: CakeContent, price: number): Pick<CakeContent, 'sizes'> {
    return { sizes: content.sizes.map((size, row) => (row === 0 ? { ...size, price } : size)) };
  }

  test('saves all of a cake, and its versions say who changed it', async () => {
    const { shop, content, save, stripe } = await cafe();
    const before = await content();
    const [small] = before.sizes;
    if (!small) throw new Error('The sample has sizes.');
    const changes: Partial<CakeContent> = {
      title: 'Queen Victoria',
      desc: 'Three layers.',
      img: 'queen.jpg',
      imgs: [],
      category: ['birthday'],
      sizes: [
        { ...small, price: 5200, points: 4 },
        { id: 'victoria-10', size: '10', slices: '20', price: 7000 },
      ],
      contains: ['Eggs', 'Gluten (wheat)', 'Sesame'],
      allergens: ['Eggs', 'Gluten'],
      mayContain: ['Lupin'],
      servingInfo: [],
      ingredients: 'Flour, eggs, butter.',
      season: { from: '11-01', to: '02-14' },
      leadDays: 5,
    };
    expect(await save(before, changes)).toEqual({
      ok: true,
      id: 'victoria',
      unpriced: [],
      left: [],
    });
    expect(await content()).toEqual({ ...before, ...changes });
    const cake = await findCake(shop, 'victoria');
    expect(cake?.sizes.map(({ api }) => api)).toEqual([
      'victoria-8-at-5200',
      'victoria-10-at-7000',
    ]);
    expect(stripe.archived).toEqual(['victoria-8-at-4800', 'victoria-box-at-2150']);
    expect(await cakeVersions(shop, 'victoria', { limit: 10 })).toEqual([
      { number: 2, at: NOON, by: ANNA, content: { ...before, ...changes } },
      { number: 1, at: expect.any(String), by: null, content: before },
    ]);
  });

  test('asks the second of two owners, merges their changes and loses none', async () => {
    const { content, save } = await cafe();
    const base = await content();
    expect(await save(base, { title: 'Queen', desc: 'By Anna.' })).toMatchObject({ ok: true });
    const current = { ...base, title: 'Queen', desc: 'By Anna.' };
    const changed = await save(base, { desc: 'By Bob.', leadDays: 5 }, BOB);
    expect(changed).toMatchObject({
      ok: false,
      reason: 'changed',
      current,
      merged: { content: { ...current, desc: 'By Bob.', leadDays: 5 }, conflicts: ['desc'] },
      last: { by: ANNA },
    });
    expect(await content()).toEqual(current);
    expect(await save(current, { desc: 'By both.', leadDays: 5 }, BOB)).toMatchObject({ ok: true });
    expect(await content()).toEqual({ ...current, desc: 'By both.', leadDays: 5 });
  });

  test('lets one of two owners who save at the same time win, and asks the other', async () => {
    const { content, save } = await cafe();
    const base = await content();
    const saved = await Promise.all([
      save(base, { title: 'By Anna' }, ANNA),
      save(base, { title: 'By Bob' }, BOB),
    ]);
    expect(saved.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(saved.find(({ ok }) => !ok)).toMatchObject({
      reason: 'changed',
      merged: { conflicts: ['title'] },
    });
  });

  test('keeps the old price for sale while Stripe is unreachable, and saves the rest', async () => {
    const { shop, content, save, stripe } = await cafe();
    const base = await content();
    stripe.isReachable = false;
    const ten = { id: 'victoria-10', size: '10', slices: '20', price: 7000 };
    const sizes = [...priced(base, 5200).sizes, ten];
    expect(await save(base, { desc: 'New words.', sizes })).toEqual({
      ok: true,
      id: 'victoria',
      left: [],
      unpriced: ['8', '10'],
    });
    const after = { ...base, desc: 'New words.', sizes: [...base.sizes, ten] };
    expect(await content()).toEqual(after);
    const apis = async () => (await findCake(shop, 'victoria'))?.sizes.map(({ api }) => api);
    expect(await apis()).toEqual(['victoria-8-at-4800', 'victoria-box-at-2150', null]);
    stripe.isReachable = true;
    // What the form sends again.
    expect(await save(after, { sizes })).toMatchObject({ ok: true, unpriced: [] });
    expect(await apis()).toEqual([
      'victoria-8-at-5200',
      'victoria-box-at-2150',
      'victoria-10-at-7000',
    ]);
  });

  test('leaves active at Stripe only the prices of the sizes, in any order of saving', async () => {
    const { shop, content, save, stripe, prices } = await cafe();
    const base = await content();
    // Another person saves while the price is made, so this save has to be confirmed.
    stripe.meanwhile = async () => {
      stripe.meanwhile = async () => {};
      await setHidden(shop, 'victoria', true);
    };
    expect(await save(base, priced(base, 5200))).toMatchObject({ ok: false, reason: 'changed' });
    expect(stripe.made).toEqual(['victoria-8-at-5200']);
    const box = 'victoria-box-at-2150';
    expect((await prices()).active).toEqual(['victoria-8-at-4800', box]);
    await setHidden(shop, 'victoria', false);

    // Two save the same price at once, and a third one other words: one price, which stays active.
    const same = { title: 'Queen', ...priced(base, 5200) };
    await Promise.all([save(base, same), save(base, same, BOB), save(base, { desc: 'By Eve.' })]);
    expect((await prices()).active).toEqual((await prices()).asked);

    const now = await content();
    await save(now, { sizes: now.sizes.slice(0, 1) });
    expect((await prices()).active).toEqual((await prices()).asked);
    expect((await prices()).active).toHaveLength(1);
  });

  test('puts a version back, with its prices, as a new version', async () => {
    const { shop, content, save } = await cafe();
    const base = await content();
    await save(base, { title: 'Queen', ...priced(base, 5200) });
    await setHidden(shop, 'victoria', true);
    const unavailableUntil = addDays(londonDay(NOON), 5);
    await save(await content(), { unavailableUntil });
    const entry = (await catalogueOf(shop)).entry('victoria');
    const [first] = await cakeVersions(shop, 'victoria', { last: 1 });
    if (!entry || !first) throw new Error('It is gone.');
    const differences = (await describeRestore(shop, entry))(first.content);
    expect(differences.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['title', 'Queen', base.title],
      ['price 8', '£52', '£48'],
    ]);
    const form = { number: 1, base: await content(), by: BOB };
    expect(await restoreCake(shop, 'victoria', form)).toMatchObject({ ok: true });
    // Whether it is for sale is no part of what it was.
    expect(await content()).toEqual({ ...base, hidden: true, unavailableUntil });
    await setHidden(shop, 'victoria', false);
    expect((await findCake(shop, 'victoria'))?.sizes[0]).toMatchObject({
      price: 4800,
      api: 'victoria-8-at-4800',
    });
    expect(
      (await cakeVersions(shop, 'victoria', { limit: 9 })).map(({ number, by }) => [number, by]),
    ).toEqual([
      [6, null],
      [5, BOB],
      [4, ANNA],
      [3, null],
      [2, ANNA],
      [1, null],
    ]);
    const unknown = { ...form, number: 99 };
    expect(await restoreCake(shop, 'victoria', unknown)).toMatchObject({ ok: false });
  });

  test('puts no version back once somebody has changed the cake since its differences were shown', async () => {
    const { shop, content, save } = await cafe();
    const first = await content();
    await save(first, { title: 'Queen' });
    const base = await content();
    const allergens = [...base.allergens, 'Nuts' as const];
    await save(base, { allergens });
    const form = { number: 1, base, by: BOB };
    expect(await restoreCake(shop, 'victoria', form)).toMatchObject({
      ok: false,
      reason: 'changed',
    });
    expect(await content()).toMatchObject({ title: 'Queen', allergens });
    const again = { ...form, base: await content() };
    expect(await restoreCake(shop, 'victoria', again)).toMatchObject({ ok: true });
    expect(await content()).toEqual(first);
    // A double tap.
    expect(await restoreCake(shop, 'victoria', again)).toMatchObject({ ok: true });
  });

  test('adds cakes with addresses of their own, and leads old addresses to the new one', async () => {
    const { shop, content, save } = await cafe();
    const base = await content();
    const fields = { ...base, sizes: base.sizes.slice(0, 1) };
    expect(await addCake(shop, fields, ANNA)).toMatchObject({ ok: true, id: 'victoria-2' });
    expect(await addCake(shop, { ...fields, slug: 'new' }, ANNA)).toMatchObject({ id: 'new-2' });
    // Twice, as a double tap sends it.
    const again = [
      addCake(shop, { ...fields, slug: 'twin' }, ANNA),
      addCake(shop, { ...fields, slug: 'twin' }, ANNA),
    ];
    expect(await Promise.all(again)).toMatchObject([{ id: 'twin' }, { id: 'twin' }]);
    expect((await catalogueOf(shop)).bySlug('victoria-2')?.sizes).toMatchObject([
      { id: 'victoria-2-8', api: 'victoria-2-8-at-4800' },
    ]);

    await save(base, { slug: 'queen', category: ['birthday'] });
    const moved = { id: 'victoria', slug: 'queen', category: ['birthday'] };
    expect((await catalogueOf(shop)).bySlug('queen')).toMatchObject(moved);
    expect((await catalogueOf(shop)).bySlug('victoria')).toBeUndefined();
    for (const [category, slug] of [
      ['wedding', 'victoria'],
      ['birthday', 'victoria'],
      ['wedding', 'queen'],
    ] as const) {
      expect((await catalogueOf(shop)).moved(category, slug)).toMatchObject(moved);
    }
    expect((await catalogueOf(shop)).moved('birthday', 'nobody')).toBeUndefined();
    expect((await catalogueOf(shop)).cakes).toContainEqual(expect.objectContaining(moved));

    const second = await content('victoria-2');
    const take = (slug: string) =>
      saveCake(shop, 'victoria-2', { base: second, content: { ...second, slug }, by: BOB });
    for (const slug of ['queen', 'victoria', 'angel']) {
      expect(await take(slug)).toEqual({ ok: false, reason: 'address-taken' });
    }
    expect(await content('victoria-2')).toEqual(second);
    // Its own address of before is free for it.
    expect(await save(await content(), { slug: 'victoria' })).toMatchObject({ ok: true });
    expect((await catalogueOf(shop)).bySlug('victoria')).toMatchObject({ id: 'victoria' });
  });

  test('does not show a photo that was deleted while the form was open, or since a version', async () => {
    const { shop, content, save } = await cafe();
    const photo = { width: 800, height: 600, colour: '#aabbcc' };
    const file = await addPhoto(shop, { ...photo, bytes: Buffer.from('one') }, ANNA);
    const kept = await addPhoto(shop, { ...photo, bytes: Buffer.from('other') }, ANNA);
    const first = await content();
    expect(await save(first, { img: file, imgs: [kept] })).toMatchObject({ ok: true });
    expect(await deletePhoto(shop, file, BOB)).toMatchObject({ ok: false, reason: 'used' });
    const second = await content();
    expect(await save(second, { img: kept, imgs: [] })).toMatchObject({ ok: true });
    expect(await deletePhoto(shop, file, BOB)).toEqual({ ok: true });
    const third = await content();
    expect(await save(third, { imgs: [file] })).toEqual({ ok: false, reason: 'photo-deleted' });
    const withIt = (await cakeVersions(shop, 'victoria', { limit: 9 })).find(
      (version) => version.content.img === file,
    );
    const form = { number: withIt?.number ?? 0, base: await content(), by: ANNA };
    expect(await restoreCake(shop, 'victoria', form)).toMatchObject({ ok: true });
    expect(await content()).toMatchObject({ img: kept, imgs: [] });
  });

  test('archives a cake and brings it back, hidden', async () => {
    const { shop, content } = await cafe();
    await setCakeState(shop, 'victoria', 'archived', ANNA);
    expect(await content()).toMatchObject({ hidden: true, archived: true });
    expect(await findCake(shop, 'victoria')).toBeUndefined();
    await setCakeState(shop, 'victoria', 'hidden', ANNA);
    expect(await content()).toMatchObject({ hidden: true, archived: false });
    await setCakeState(shop, 'victoria', 'archived', ANNA);
    await setHidden(shop, 'victoria', false);
    expect(await content()).toMatchObject({ hidden: false, archived: false });
  });

  test('lets the cakes of a category exchange their places', async () => {
    const { shop, content } = await cafe();
    await addCake(shop, { ...(await content()), slug: 'third', category: ['birthday'] }, ANNA);
    const order = async () => (await catalogueOf(shop)).cakes.map(({ id }) => id);
    expect(await order()).toEqual(['victoria', 'angel', 'third']);
    await placeCake(shop, 'third', 'victoria', 'birthday');
    expect(await order()).toEqual(['third', 'victoria', 'angel']);
    await placeCake(shop, 'third', undefined, 'birthday');
    await placeCake(shop, 'victoria', 'angel', 'wedding');
    await placeCake(shop, 'candles', 'victoria', undefined);
    await placeCake(shop, 'nobody', 'victoria', 'birthday');
    expect(await order()).toEqual(['victoria', 'angel', 'third']);
    expect(
      (await catalogueOf(shop)).page({ category: 'birthday', page: 1, perPage: 9 })?.cakes,
    ).toMatchObject([{ id: 'victoria' }, { id: 'angel' }, { id: 'third' }]);
  });

  describe('the prices of a cake', () => {
    const list = (seen: [number, number], price: [number, number]) => [
      { sizeId: 'victoria-8', seen: seen[0], price: price[0] },
      { sizeId: 'victoria-box', seen: seen[1], price: price[1] },
    ];

    test('are changed together, in one version, and back', async () => {
      const { shop, content, prices, stripe } = await cafe();
      const wanted = { prices: list([4800, 2150], [5200, 2400]), by: ANNA };
      expect(await changePrices(shop, 'victoria', wanted)).toEqual({ ok: true, left: [] });
      // A double click.
      expect(await changePrices(shop, 'victoria', wanted)).toEqual({ ok: true, left: [] });
      expect((await content()).sizes).toMatchObject([{ price: 5200 }, { price: 2400 }]);
      expect(stripe.archived.sort()).toEqual(['victoria-8-at-4800', 'victoria-box-at-2150']);
      const undo = { prices: list([5200, 2400], [4800, 2150]), by: ANNA };
      expect(await changePrices(shop, 'victoria', undo)).toEqual({ ok: true, left: [] });
      const [latest, earlier] = await cakeVersions(shop, 'victoria', { limit: 10 });
      expect(latest).toMatchObject({ number: 3, by: ANNA });
      expect(earlier).toMatchObject({ number: 2, by: ANNA });
      const now = ['victoria-8-at-4800', 'victoria-box-at-2150'];
      expect(await prices()).toEqual({ active: now, asked: now });
    });

    test('are all kept if one cannot be made', async () => {
      const { shop, stripe, content, prices } = await cafe();
      stripe.meanwhile = async () => {
        stripe.isReachable = false;
        stripe.meanwhile = async () => {};
      };
      const wanted = { prices: list([4800, 2150], [5200, 2400]), by: ANNA };
      expect(await changePrices(shop, 'victoria', wanted)).toEqual({
        ok: false,
        reason: 'payments-unavailable',
      });
      expect(stripe.made).toEqual(['victoria-8-at-5200']);
      expect((await content()).sizes).toMatchObject([{ price: 4800 }, { price: 2150 }]);
      expect(await cakeVersions(shop, 'victoria', { limit: 10 })).toHaveLength(1);
      // It could not be archived, and is used by the next save: the owner must not archive it.
      expect(await storedProblems(shop.db)).toEqual([]);
      stripe.isReachable = true;
      expect(await changePrices(shop, 'victoria', wanted)).toEqual({ ok: true, left: [] });
      const now = ['victoria-8-at-5200', 'victoria-box-at-2400'];
      expect(await prices()).toEqual({ active: now, asked: now });
    });

    test('name those that the provider keeps active', async () => {
      const { shop, stripe, content, save } = await cafe();
      stripe.archives = false;
      const wanted = { prices: list([4800, 2150], [5200, 2150]), by: ANNA };
      const left = ['victoria-8-at-4800'];
      expect(await changePrices(shop, 'victoria', wanted)).toEqual({ ok: true, left });
      const before = await content();
      expect(await save(before, priced(before, 5300))).toMatchObject({
        left: ['victoria-8-at-5200'],
      });
      const open = await storedProblems(shop.db);
      expect(open.map(({ key }) => key)).toEqual(
        expect.arrayContaining([
          'price-not-archived victoria-8-at-4800',
          'price-not-archived victoria-8-at-5200',
        ]),
      );
    });

    test('are not changed over those of another person', async () => {
      const { shop, content } = await cafe();
      const theirs = { prices: list([4800, 2150], [5200, 2150]), by: ANNA };
      expect(await changePrices(shop, 'victoria', theirs)).toEqual({ ok: true, left: [] });
      const ours = { prices: list([4800, 2150], [4800, 2400]), by: BOB };
      expect(await changePrices(shop, 'victoria', ours)).toMatchObject({
        ok: false,
        reason: 'changed',
        sizes: [
          { id: 'victoria-8', price: 5200 },
          { id: 'victoria-box', price: 2150 },
        ],
      });
      expect((await content()).sizes).toMatchObject([{ price: 5200 }, { price: 2150 }]);
      // Of two who save at the same moment, one sees the other's prices.
      const results = await Promise.all(
        [ANNA, BOB].map((by, index) =>
          changePrices(shop, 'victoria', {
            prices: list([5200, 2150], [5300 + index, 2200 + index]),
            by,
          }),
        ),
      );
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    });

    test('are made at the provider if they are missing there', async () => {
      const database = await (await fresh()).open();
      await seed(database.db, sampleSeed());
      const shop = { ...database, payments: provider(), clock, log };
      const same = { prices: list([4800, 2150], [4800, 2150]), by: ANNA };
      expect(await changePrices(shop, 'victoria', same)).toEqual({ ok: true, left: [] });
      const cake = await findCake(shop, 'victoria');
      expect(cake?.sizes).toMatchObject([
        { api: 'victoria-8-at-4800' },
        { api: 'victoria-box-at-2150' },
      ]);
    });
  });
});
