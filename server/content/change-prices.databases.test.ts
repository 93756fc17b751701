import { describe, expect, test } from 'vitest';
import type { OptionGroup } from '#domain/catalogue/catalogue.ts';
import { plusSeconds } from '#domain/clock.ts';
import { seed } from '#server/content/seed.ts';
import { storedIncidents } from '#server/orders/incidents.ts';
import { PaymentsUnavailable } from '#server/stripe/errors.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { catalogueOf, setHidden } from '#test/edit-cake.ts';
import { openPracticeAccount } from '#test/practice-account.ts';
import { recordingLog } from '#test/recording-log.ts';
import { NOON, sampleCake, sampleOptions, sampleSeed } from '#test/samples.ts';
import { cakeVersions, saveCake } from './cakes.ts';
import { changePrices, lastPricesChanged, undoPrices, versionOfCakes } from './change-prices.ts';
import { productsOf, syncPrices } from './sync-prices.ts';

const [ANNA, BOB] = ['anna', 'bob'];

describe.each(bothDatabases)('the prices of many cakes on $name', ({ fresh }) => {
  async function cafe(cakes = 3, options?: OptionGroup[]) {
    const database = await (await fresh()).open();
    const titles = Array.from({ length: cakes }, (_, place) => `cake-${place}`);
    await seed(database.db, sampleSeed({ cakes: titles.map((id) => sampleCake(id, { options })) }));
    const { payments, ...stripe } = await openPracticeAccount();
    const { log } = recordingLog();
    let seconds = 0;
    // Each look at it is a second later.
    const clock = {
      now() {
        seconds += 1;
        return plusSeconds(NOON, seconds);
      },
    };
    const shop = { ...database, payments, clock, log };
    await syncPrices(shop);
    const entries = async () => (await catalogueOf(shop)).entries;
    /** What the form of all prices shows. */
    const form = async () => {
      const shown = await entries();
      const products = shown.flatMap(({ cake, content }) => productsOf(cake.id, content));
      const prices = products.map(({ lookupKey, price }) => ({ lookupKey, was: price, price }));
      return { prices, version: versionOfCakes(shown) };
    };
    type Form = Awaited<ReturnType<typeof form>>;
    const typed = ({ prices, version }: Form, changes: Record<string, number>) => ({
      prices: prices.map((each) => ({ ...each, price: changes[each.lookupKey] ?? each.price })),
      version,
    });
    const raised = ({ prices, version }: Form) => ({
      prices: prices.map((each) => ({ ...each, price: each.was + 250 })),
      version,
    });
    const saved = async () =>
      Object.fromEntries(
        (await entries()).flatMap(({ content }) =>
          content.sizes.map(({ id, price }) => [id, price]),
        ),
      );
    /** At which the sizes are sold. */
    const sold = async () =>
      (await entries()).flatMap(({ cake }) => cake.sizes.map(({ price }) => price));
    return { ...stripe, shop, entries, form, typed, raised, saved, sold };
  }

  test('are also those of choices that cost something', async () => {
    const { shop, form, raised, entries, active } = await cafe(1, sampleOptions());
    const choices = async () =>
      (await entries()).flatMap(({ cake: { options = [] } }) =>
        options.flatMap((group) => group.choices.map(({ price }) => price)),
      );
    const before = await choices();
    const done = await changePrices(shop, { ...raised(await form()), by: ANNA });
    expect(done).toMatchObject({ ok: true, changed: 4, unpriced: 0 });
    expect(await choices()).toEqual(before.map((price) => (price === 0 ? 0 : price + 250)));
    expect(await active()).toHaveLength(4);
    if (done.ok) await undoPrices(shop, { at: done.at, by: ANNA });
    expect(await choices()).toEqual(before);
  });

  test('change in one form, a version of each cake, and go back together', async () => {
    const { shop, form, raised, saved, sold, active } = await cafe();
    const before = await saved();
    const done = await changePrices(shop, { ...raised(await form()), by: ANNA });
    expect(done).toMatchObject({ ok: true, changed: 6, unpriced: 0 });
    if (!done.ok) throw new Error('It was not saved.');
    expect(await saved()).toEqual(
      Object.fromEntries(Object.entries(before).map(([id, price]) => [id, price + 250])),
    );
    expect(new Set(await sold())).toEqual(new Set([5050, 2400]));
    expect(await active()).toHaveLength(6);
    const versions = await cakeVersions(shop, 'cake-1', { limit: 5 });
    expect(versions.map(({ number, by }) => [number, by])).toEqual([
      [2, ANNA],
      [1, null],
    ]);

    expect(await lastPricesChanged(shop)).toEqual({ at: done.at, by: ANNA, cakes: 3 });
    // Any owner may take them back.
    const undone = await undoPrices(shop, { at: done.at, by: BOB });
    expect(undone).toEqual({ back: 6, kept: [], unpriced: 0 });
    expect(await saved()).toEqual(before);
    expect(new Set(await sold())).toEqual(new Set([4800, 2150]));
    expect(await active()).toHaveLength(6);
    // A second tap.
    expect(await undoPrices(shop, { at: done.at, by: BOB })).toMatchObject({ back: 6, kept: [] });
    expect(await cakeVersions(shop, 'cake-1', { limit: 5 })).toHaveLength(3);

    // What was taken back is a change too.
    const again = await lastPricesChanged(shop);
    expect(again).toMatchObject({ by: BOB, cakes: 3 });
    await undoPrices(shop, { at: again?.at ?? '', by: ANNA });
    expect(await saved()).toMatchObject({ 'cake-0-8': 5050, 'cake-1-box': 2400 });
  });

  test('change only where the form was changed, and are saved once if it is sent twice', async () => {
    const { shop, form, typed, saved, active, entries } = await cafe();
    const shown = await form();
    const change = { ...typed(shown, { 'cake-1-8': 5200 }), by: ANNA };
    const both = await Promise.all([changePrices(shop, change), changePrices(shop, change)]);
    expect(both.map((each) => each.ok && each.changed).sort()).toEqual([0, 1]);
    // Bob's screen still shows the earlier price, which he has left alone.
    const bobs = { ...typed(shown, { 'cake-0-8': 5000 }), by: BOB };
    expect(await changePrices(shop, bobs)).toMatchObject({ ok: true, changed: 1 });
    expect(await saved()).toMatchObject({ 'cake-0-8': 5000, 'cake-1-8': 5200, 'cake-2-8': 4800 });
    expect((await entries()).map(({ version }) => version)).toEqual([2, 2, 1]);
    expect(await active()).toHaveLength(6);
  });

  test('that another person has set meanwhile are shown first, and all is saved afterwards', async () => {
    const { shop, form, typed, raised, saved } = await cafe();
    const shown = await form();
    await changePrices(shop, { ...typed(shown, { 'cake-1-8': 5200 }), by: BOB });
    const annas = { ...raised(shown), by: ANNA };
    const refused = await changePrices(shop, annas);
    expect(refused).toEqual({
      ok: false,
      version: shown.version + 1,
      others: [{ name: 'Cake cake-1 8 in', price: 5200, by: BOB, at: expect.any(String) }],
    });
    expect(await saved()).toMatchObject({ 'cake-0-8': 4800, 'cake-1-8': 5200 });
    if (refused.ok) throw new Error('It was saved.');
    expect(await changePrices(shop, { ...annas, version: refused.version })).toMatchObject({
      ok: true,
      changed: 6,
    });
    expect(await saved()).toMatchObject({ 'cake-0-8': 5050, 'cake-1-8': 5050 });
  });

  test('are shown first also where a cake of the form has other sizes meanwhile', async () => {
    const { shop, form, typed, raised, entries } = await cafe();
    const shown = await form();
    const [cake] = await entries();
    if (!cake) throw new Error('It is gone.');
    const sizes = cake.content.sizes.map((size) => ({ ...size, id: `new-${size.id}` }));
    const content = { ...cake.content, sizes };
    await saveCake(shop, 'cake-0', { content, version: cake.version, by: BOB });
    await changePrices(shop, { ...typed(await form(), { 'cake-1-8': 5200 }), by: BOB });
    expect(await changePrices(shop, { ...raised(shown), by: ANNA })).toMatchObject({
      ok: false,
      others: [{ name: 'Cake cake-1 8 in', price: 5200, by: BOB }],
    });
  });

  test('go back except those that somebody has changed since, which are named', async () => {
    const { shop, form, typed, raised, saved, entries } = await cafe();
    expect(await lastPricesChanged(shop)).toBeUndefined();
    const done = await changePrices(shop, { ...raised(await form()), by: ANNA });
    if (!done.ok) throw new Error('It was not saved.');
    const cake = (await entries()).find((each) => each.cake.id === 'cake-1');
    if (!cake) throw new Error('It is gone.');
    const content = { ...cake.content, desc: 'By Bob.' };
    await saveCake(shop, 'cake-1', { content, version: cake.version, by: BOB });
    await changePrices(shop, { ...typed(await form(), { 'cake-2-8': 9900 }), by: BOB });
    // Neither changed several cakes.
    expect(await lastPricesChanged(shop)).toEqual({ at: done.at, by: ANNA, cakes: 3 });
    expect(await undoPrices(shop, { at: done.at, by: ANNA })).toMatchObject({
      back: 5,
      kept: ['Cake cake-2 8 in'],
    });
    expect(await saved()).toMatchObject({
      ...{ 'cake-0-8': 4800, 'cake-1-8': 4800, 'cake-2-8': 9900, 'cake-2-box': 2150 },
    });
    expect((await entries()).find((each) => each.cake.id === 'cake-1')?.content.desc).toBe(
      'By Bob.',
    );
  });

  test('of a size that is gone are left out, and other changes of a cake stay', async () => {
    const { shop, form, raised, saved, entries } = await cafe(1);
    const shown = await form();
    const [cake] = await entries();
    if (!cake) throw new Error('It is gone.');
    const sizes = cake.content.sizes.slice(0, 1);
    const content = { ...cake.content, title: 'Queen', sizes };
    await saveCake(shop, 'cake-0', { content, version: cake.version, by: BOB });
    await setHidden(shop, 'cake-0', true);
    const done = await changePrices(shop, { ...raised(shown), by: ANNA });
    expect(done).toMatchObject({ ok: true, changed: 1 });
    expect(await saved()).toEqual({ 'cake-0-8': 5050 });
    expect((await entries())[0]).toMatchObject({ hidden: true, content: { title: 'Queen' } });
  });

  test('are sold as before while Stripe does not answer, and follow by the next sync', async () => {
    const { shop, form, raised, sold, set, active } = await cafe();
    await set({ api: 'error-500' });
    const done = await changePrices(shop, { ...raised(await form()), by: ANNA });
    expect(done).toMatchObject({ ok: true, changed: 6, unpriced: 6 });
    expect(new Set(await sold())).toEqual(new Set([4800, 2150]));
    await set({ api: 'normal' });
    await syncPrices(shop);
    expect(new Set(await sold())).toEqual(new Set([5050, 2400]));
    expect(await active()).toHaveLength(6);
    expect(await storedIncidents(shop.db)).toEqual([]);
  });

  test('are made a few at once, and none once Stripe is unreachable', async () => {
    const { shop, form, raised, sold } = await cafe(20);
    const { addPrice } = shop.payments;
    let [open, most, calls] = [0, 0, 0];
    const payments = {
      ...shop.payments,
      addPrice: async (product: Parameters<typeof addPrice>[0]) => {
        open += 1;
        calls += 1;
        most = Math.max(most, open);
        try {
          if (calls > 10) throw new PaymentsUnavailable('unreachable', '429 rate_limit');
          return await addPrice(product);
        } finally {
          open -= 1;
        }
      },
    };
    const done = await changePrices({ ...shop, payments }, { ...raised(await form()), by: ANNA });
    expect(most).toBe(4);
    expect(calls).toBeLessThanOrEqual(10 + most);
    // What Stripe has taken counts.
    expect((await sold()).filter((price) => price === 5050 || price === 2400)).toHaveLength(10);
    expect(done).toMatchObject({ ok: true, unpriced: 30 });
  });
});
