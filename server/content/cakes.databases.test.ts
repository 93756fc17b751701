import { describe, expect, test } from 'vitest';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import type { CakeContent, CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { seed } from '#server/content/seed.ts';
import { storedIncidents } from '#server/orders/incidents.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import type { ActivePrice, Product } from '#server/stripe/prices.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { catalogueOf, findCake, setHidden } from '#test/edit-cake.ts';
import { NOON, samplePrice, sampleSeed } from '#test/samples.ts';
import {
  addCake,
  cakeVersions,
  describeRestore,
  moveCake,
  restoreCake,
  saveCake,
  setCakeState,
  undoCakeChange,
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
    made: [] as string[],
    archived: [] as string[],
    active: new Map<string, ActivePrice>(),
    /** Runs before a price is answered. */
    meanwhile: async () => {},
  };
  async function add({ lookupKey, price, name }: Product) {
    if (!state.isReachable) throw new PaymentsUnavailable('unreachable', 'lost');
    const priced = samplePrice(lookupKey, price);
    state.made.push(priced.stripePriceId);
    state.active.set(priced.stripePriceId, { ...priced, name });
    await state.meanwhile();
    return priced;
  }
  return {
    state,
    activePrices: async () => [...state.active.values()],
    addPrice: add,
    async archivePrice(id: string) {
      if (!state.isReachable) throw new PaymentsUnavailable('unreachable', 'lost');
      state.archived.push(id);
      state.active.delete(id);
    },
  };
}

describeDailyOnSqlite('editing cakes', ({ fresh }) => {
  async function cafe() {
    const database = await (await fresh()).open();
    await seed(database.db, sampleSeed());
    const payments = provider();
    const shop = { ...database, cafePhotos: [], payments, clock, log };
    await syncPrices(shop);
    payments.state.made = [];
    const entry = async (id = 'victoria') => {
      const found = (await catalogueOf(shop)).entry(id);
      if (!found) throw new Error(`There is no ${id}.`);
      return found;
    };
    const content = async (id?: string): Promise<CakeContent> => (await entry(id)).content;
    /** @param shown what the form was made from. */
    const save = (shown: CatalogueEntry, changes: Partial<CakeContent>, by = ANNA) =>
      saveCake(shop, 'victoria', {
        content: { ...shown.content, ...changes },
        version: shown.version,
        by,
      });
    /** The prices of the cake that can be paid at Stripe, and those that the shop asks for. */
    const prices = async () => {
      const cake = await findCake(shop, 'victoria');
      const asked = cake?.sizes.map(({ api }) => api).sort();
      const ids = [...payments.state.active.keys()].filter((id) => id.startsWith('victoria-'));
      return { active: ids.sort(), asked };
    };
    return { shop, stripe: payments.state, entry, content, save, prices };
  }

  function priced(content: CakeContent, price: number): Pick<CakeContent, 'sizes'> {
    return { sizes: content.sizes.map((size, row) => (row === 0 ? { ...size, price } : size)) };
  }

  test('saves all of a cake, and its versions say who changed it', async () => {
    const { shop, entry, content, save, stripe } = await cafe();
    const shown = await entry();
    const before = shown.content;
    const [small] = before.sizes;
    if (!small) throw new Error('The sample has sizes.');
    const changes: Partial<CakeContent> = {
      title: 'Queen Victoria',
      desc: 'Three layers.',
      img: 'queen.jpg',
      imgs: [],
      category: ['birthday'],
      sizes: [
        { ...small, price: 5200, units: 4 },
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
    expect(await save(shown, changes)).toMatchObject({
      ok: true,
      id: 'victoria',
      unpriced: [],
    });
    expect(await content()).toEqual({ ...before, ...changes });
    const cake = await findCake(shop, 'victoria');
    expect(cake?.sizes.map(({ api }) => api)).toEqual([
      'victoria-8-at-5200',
      'victoria-10-at-7000',
    ]);
    expect(stripe.archived).toEqual(['victoria-8-at-4800']);
    expect(await cakeVersions(shop, 'victoria', { limit: 10 })).toEqual([
      { number: 2, at: NOON, by: ANNA, content: { ...before, ...changes } },
      { number: 1, at: expect.any(String), by: null, content: before },
    ]);
  });

  test('asks the second of two owners, who gets both versions and loses none', async () => {
    const { entry, content, save } = await cafe();
    const shown = await entry();
    expect(await save(shown, { title: 'Queen', desc: 'By Anna.' })).toMatchObject({ ok: true });
    const theirs = { ...shown.content, title: 'Queen', desc: 'By Anna.' };
    expect(await save(shown, { desc: 'By Bob.', leadDays: 5 }, BOB)).toEqual({
      ok: false,
      reason: 'changed',
      current: { number: 2, content: theirs, at: NOON, by: ANNA },
    });
    expect(await content()).toEqual(theirs);
    expect(await save(await entry(), { desc: 'By both.', leadDays: 5 }, BOB)).toMatchObject({
      ok: true,
    });
    expect(await content()).toEqual({ ...theirs, desc: 'By both.', leadDays: 5 });
  });

  test('lets one of two owners who save at the same time win, and asks the other', async () => {
    const { entry, save } = await cafe();
    const shown = await entry();
    const saved = await Promise.all([
      save(shown, { title: 'By Anna' }, ANNA),
      save(shown, { title: 'By Bob' }, BOB),
    ]);
    expect(saved.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(saved.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed' });
  });

  test('sells at the old price while Stripe is unreachable, and at the new one afterwards', async () => {
    const { shop, entry, content, save, stripe } = await cafe();
    const shown = await entry();
    stripe.isReachable = false;
    const ten = { id: 'victoria-10', size: '10', slices: '20', price: 7000 };
    const sizes = [...priced(shown.content, 5200).sizes, ten];
    expect(await save(shown, { desc: 'New words.', sizes })).toMatchObject({
      ok: true,
      id: 'victoria',
      unpriced: ['8 in', '10 in'],
    });
    expect(await content()).toEqual({ ...shown.content, desc: 'New words.', sizes });
    const sold = async () =>
      (await findCake(shop, 'victoria'))?.sizes.map(({ price, api }) => [price, api]);
    expect(await sold()).toEqual([
      [4800, 'victoria-8-at-4800'],
      [2150, 'victoria-box-at-2150'],
      [7000, null],
    ]);
    stripe.isReachable = true;
    // What the form sends again.
    expect(await save(await entry(), {})).toMatchObject({ ok: true, unpriced: [] });
    expect(await sold()).toEqual([
      [5200, 'victoria-8-at-5200'],
      [2150, 'victoria-box-at-2150'],
      [7000, 'victoria-10-at-7000'],
    ]);
    expect(await cakeVersions(shop, 'victoria', { limit: 10 })).toHaveLength(2);
    expect(stripe.archived).toEqual(['victoria-8-at-4800']);
  });

  test('asks for prices that are active at Stripe, in any order of saving', async () => {
    const { shop, entry, save, stripe, prices } = await cafe();
    const shown = await entry();
    const box = 'victoria-box-at-2150';
    // Another person sets another price while this one is made.
    stripe.meanwhile = async () => {
      stripe.meanwhile = async () => {};
      const now = await entry();
      await save(now, priced(now.content, 5400), BOB);
    };
    expect(await save(shown, priced(shown.content, 5200))).toMatchObject({ ok: true });
    const { active, asked } = await prices();
    expect(asked).toEqual([box, 'victoria-8-at-5400'].sort());
    expect(active).toEqual(expect.arrayContaining([box, 'victoria-8-at-5400']));

    // Two save the same price at once, and a third one other words: one price, which stays active.
    const again = await entry();
    const same = { title: 'Queen', ...priced(again.content, 5600) };
    await Promise.all([
      save(again, same),
      save(again, same, BOB),
      save(again, { desc: 'By Eve.' }),
    ]);
    await syncPrices(shop);
    const now = await prices();
    expect(now.active).toEqual(expect.arrayContaining(now.asked ?? []));
  });

  test('puts a version back, with its prices, as a new version', async () => {
    const { shop, entry, content, save } = await cafe();
    const shown = await entry();
    const base = shown.content;
    await save(shown, { title: 'Queen', ...priced(base, 5200) });
    await setHidden(shop, 'victoria', true);
    const unavailableUntil = addDays(londonDay(NOON), 5);
    await save(await entry(), { unavailableUntil });
    const [first] = await cakeVersions(shop, 'victoria', { last: 1 });
    if (!first) throw new Error('It is gone.');
    const differences = (await describeRestore(shop, await entry()))(first.content);
    expect(differences.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['title', 'Queen', base.title],
      ['price 8', '£52', '£48'],
    ]);
    const form = { number: 1, version: (await entry()).version, by: BOB };
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
      [6, ANNA],
      [5, BOB],
      [4, ANNA],
      [3, ANNA],
      [2, ANNA],
      [1, null],
    ]);
    const unknown = { ...form, number: 99 };
    expect(await restoreCake(shop, 'victoria', unknown)).toMatchObject({ ok: false });
  });

  test('puts no version back once somebody has changed the cake since its differences were shown', async () => {
    const { shop, entry, content, save } = await cafe();
    const first = await entry();
    await save(first, { title: 'Queen' });
    const shown = await entry();
    const allergens = [...shown.content.allergens, 'Nuts' as const];
    await save(shown, { allergens });
    const form = { number: 1, version: shown.version, by: BOB };
    expect(await restoreCake(shop, 'victoria', form)).toMatchObject({
      ok: false,
      reason: 'changed',
    });
    expect(await content()).toMatchObject({ title: 'Queen', allergens });
    const again = { ...form, version: (await entry()).version };
    expect(await restoreCake(shop, 'victoria', again)).toMatchObject({ ok: true });
    expect(await content()).toEqual(first.content);
    // A double tap.
    expect(await restoreCake(shop, 'victoria', again)).toMatchObject({ ok: true });
  });

  test('adds cakes with addresses of their own, and leads old addresses to the new one', async () => {
    const { shop, entry, content, save } = await cafe();
    const shown = await entry();
    const fields = { ...shown.content, sizes: shown.content.sizes.slice(0, 1) };
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

    await save(shown, { slug: 'queen', category: ['birthday'] });
    const moved = { id: 'victoria', slug: 'queen', category: ['birthday'] };
    for (const slug of ['queen', 'victoria']) {
      expect((await catalogueOf(shop)).bySlug(slug)).toMatchObject(moved);
    }
    expect((await catalogueOf(shop)).bySlug('nobody')).toBeUndefined();
    expect((await catalogueOf(shop)).cakes).toContainEqual(expect.objectContaining(moved));

    const { content: second, version } = await entry('victoria-2');
    const take = (slug: string) =>
      saveCake(shop, 'victoria-2', { content: { ...second, slug }, version, by: BOB });
    for (const slug of ['queen', 'victoria', 'angel']) {
      expect(await take(slug)).toEqual({ ok: false, reason: 'address-taken' });
    }
    expect(await content('victoria-2')).toEqual(second);
    // Its own address of before is free for it.
    expect(await save(await entry(), { slug: 'victoria' })).toMatchObject({ ok: true });
    expect((await catalogueOf(shop)).bySlug('victoria')).toMatchObject({ id: 'victoria' });
  });

  test('does not show a photo that was deleted while the form was open, or since a version', async () => {
    const { shop, entry, content, save } = await cafe();
    const photo = { width: 800, height: 600, colour: '#aabbcc' };
    const file = await addPhoto(shop, { ...photo, bytes: Buffer.from('one') }, ANNA);
    const kept = await addPhoto(shop, { ...photo, bytes: Buffer.from('other') }, ANNA);
    expect(await save(await entry(), { img: file, imgs: [kept] })).toMatchObject({ ok: true });
    expect(await deletePhoto(shop, file, BOB)).toMatchObject({ ok: false, reason: 'used' });
    expect(await save(await entry(), { img: kept, imgs: [] })).toMatchObject({ ok: true });
    expect(await deletePhoto(shop, file, BOB)).toEqual({ ok: true });
    expect(await save(await entry(), { imgs: [file] })).toEqual({
      ok: false,
      reason: 'photo-deleted',
    });
    const withIt = (await cakeVersions(shop, 'victoria', { limit: 9 })).find(
      (version) => version.content.img === file,
    );
    const form = { number: withIt?.number ?? 0, version: (await entry()).version, by: ANNA };
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
    await moveCake(shop, 'third', 'victoria', 'birthday');
    expect(await order()).toEqual(['third', 'victoria', 'angel']);
    await moveCake(shop, 'third', undefined, 'birthday');
    await moveCake(shop, 'victoria', 'angel', 'wedding');
    await moveCake(shop, 'candles', 'victoria', undefined);
    await moveCake(shop, 'nobody', 'victoria', 'birthday');
    expect(await order()).toEqual(['victoria', 'angel', 'third']);
    expect((await catalogueOf(shop)).cakesIn('birthday')).toMatchObject([
      { id: 'victoria' },
      { id: 'angel' },
      { id: 'third' },
    ]);
  });

  describe('the prices of a cake', () => {
    const at = ({ sizes: [small, box] }: CakeContent, ...[first, second]: [number, number]) => {
      if (!small || !box) throw new Error('The sample has two sizes.');
      return {
        sizes: [
          { ...small, price: first },
          { ...box, price: second },
        ],
      };
    };

    test('are changed together, in one version, and back', async () => {
      const { shop, entry, content, save, prices, stripe } = await cafe();
      const before = await entry();
      const changed = at(before.content, 5200, 2400);
      expect(await save(before, changed)).toMatchObject({ ok: true, version: 2 });
      // A double click.
      expect(await save(before, changed)).toMatchObject({ ok: true, version: 2 });
      expect((await content()).sizes).toMatchObject([{ price: 5200 }, { price: 2400 }]);
      expect(stripe.archived.sort()).toEqual(['victoria-8-at-4800', 'victoria-box-at-2150']);
      expect(await undoCakeChange(shop, 'victoria', 2, ANNA)).toMatchObject({ ok: true });
      expect(await content()).toEqual(before.content);
      const [latest, earlier] = await cakeVersions(shop, 'victoria', { limit: 10 });
      expect(latest).toMatchObject({ number: 3, by: ANNA });
      expect(earlier).toMatchObject({ number: 2, by: ANNA });
      const now = ['victoria-8-at-4800', 'victoria-box-at-2150'];
      expect(await prices()).toEqual({ active: now, asked: now });
    });

    test('are not taken back over a later change', async () => {
      const { shop, entry, content, save } = await cafe();
      const before = await entry();
      await save(before, at(before.content, 5200, 2400));
      await setCakeState(shop, 'victoria', 'hidden', BOB);
      expect(await undoCakeChange(shop, 'victoria', 2, ANNA)).toMatchObject({ reason: 'changed' });
      expect((await content()).sizes).toMatchObject([{ price: 5200 }, { price: 2400 }]);
      expect(await undoCakeChange(shop, 'victoria', 3, BOB)).toMatchObject({ ok: true });
      expect(await content()).toMatchObject({ hidden: false });
    });

    test('count one by one as the provider makes them', async () => {
      const { shop, stripe, entry, content, save, prices } = await cafe();
      stripe.meanwhile = async () => {
        stripe.isReachable = false;
        stripe.meanwhile = async () => {};
      };
      const before = await entry();
      expect(await save(before, at(before.content, 5200, 2400))).toMatchObject({
        ok: true,
        unpriced: ['Box of 6'],
      });
      expect((await content()).sizes).toMatchObject([{ price: 5200 }, { price: 2400 }]);
      expect((await prices()).asked).toEqual(['victoria-8-at-5200', 'victoria-box-at-2150']);
      stripe.isReachable = true;
      await syncPrices(shop);
      const now = ['victoria-8-at-5200', 'victoria-box-at-2400'];
      expect(await prices()).toEqual({ active: expect.arrayContaining(now), asked: now });
      expect(await storedIncidents(shop.db)).toEqual([]);
      expect(await cakeVersions(shop, 'victoria', { limit: 10 })).toHaveLength(2);
    });

    test('are not changed over those of another person', async () => {
      const { entry, content, save } = await cafe();
      const before = await entry();
      await save(before, at(before.content, 5200, 2150));
      expect(await save(before, at(before.content, 4800, 2400))).toMatchObject({
        ok: false,
        reason: 'changed',
        current: { number: 2, by: ANNA },
      });
      expect((await content()).sizes).toMatchObject([{ price: 5200 }, { price: 2150 }]);
      // Of two who save at the same moment, one sees the other's prices.
      const now = await entry();
      const results = await Promise.all(
        [0, 1].map((index) => save(now, at(now.content, 5300 + index, 2200 + index))),
      );
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    });

    test('are made at the provider if they are missing there', async () => {
      const database = await (await fresh()).open();
      await seed(database.db, sampleSeed());
      const shop = { ...database, payments: provider(), clock, log };
      const entry = (await catalogueOf(shop)).entry('victoria');
      if (!entry) throw new Error('There is no such cake.');
      const { content, version } = entry;
      const same = { content, version, by: ANNA };
      expect(await saveCake(shop, 'victoria', same)).toMatchObject({ ok: true });
      const cake = await findCake(shop, 'victoria');
      expect(cake?.sizes).toMatchObject([
        { api: 'victoria-8-at-4800' },
        { api: 'victoria-box-at-2150' },
      ]);
    });
  });
});
