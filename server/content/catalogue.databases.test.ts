import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { type Diet, filterFor, suits } from '#domain/catalogue/diets.ts';
import { seed } from '#server/content/seed.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { catalogueOf, editCake, setHidden, setPrice } from '#test/edit-cake.ts';
import { queryDatabase } from '#test/query-database.ts';
import { sampleCake, samplePrice, sampleSeed } from '#test/samples.ts';
import { moveCake } from './cakes.ts';
import { setPriceId } from './sync-prices.ts';

describeDailyOnSqlite('the catalogue', ({ fresh }) => {
  async function seeded(contents = sampleSeed()) {
    const database = await (await fresh()).open();
    await seed(database.db, contents);
    return database;
  }

  test('keeps categories, by id', async () => {
    const shop = await seeded();
    const [wedding, birthday] = sampleSeed().categories;
    expect((await catalogueOf(shop)).categories).toEqual([birthday, wedding]);
  });

  test('keeps cakes whole and in their order, apart from personal touches', async () => {
    const shop = await seeded();
    const [victoria, angel, candles] = sampleSeed().cakes;
    expect((await catalogueOf(shop)).cakes).toEqual([victoria, angel]);
    expect((await catalogueOf(shop)).addOns).toEqual([candles]);
  });

  test('finds the cakes of a category', async () => {
    const shop = await seeded();
    const [victoria, angel] = sampleSeed().cakes;
    const { cakesIn } = await catalogueOf(shop);
    expect(cakesIn('birthday')).toEqual([victoria, angel]);
    expect(cakesIn('wedding')).toEqual([victoria]);
    expect(cakesIn('unknown')).toEqual([]);
    expect(cakesIn(undefined)).toEqual([victoria, angel]);
  });

  test('keeps the places of cakes apart when two people move some at once', async () => {
    const names = [...'abcdef'];
    const place = await fresh();
    const [one, other] = [await place.open(), await place.open()];
    await seed(one.db, sampleSeed({ cakes: names.map((id) => sampleCake(id)) }));
    const order = async () => (await catalogueOf(one)).cakes.map(({ id }) => id).join('');
    for (let times = 0; times < 10; times += 1) {
      await Promise.all([
        moveCake(one, 'f', 'a', 'birthday'),
        moveCake(other, 'b', 'e', 'birthday'),
      ]);
      const positions = await queryDatabase(
        place.where,
        "select distinct position from documents where kind = 'cake'",
      );
      expect(positions).toHaveLength(names.length);
      for (const id of names) await moveCake(one, id, undefined, 'birthday');
      expect(await order()).toBe('abcdef');
    }
  });

  test('is in its order, without what is hidden', async () => {
    const names = [...'hgfedcba'];
    const shop = await seeded(sampleSeed({ cakes: names.map((id) => sampleCake(id)) }));
    const order = async (category?: string) =>
      (await catalogueOf(shop))
        .cakesIn(category)
        .map(({ id }) => id)
        .join('');
    expect([await order('birthday'), await order()]).toEqual(['hgfedcba', 'hgfedcba']);
    await setHidden(shop, 'g', true);
    expect([await order('birthday'), await order()]).toEqual(['hfedcba', 'hfedcba']);
    await setHidden(shop, 'g', false);
    expect(await order('birthday')).toBe('hgfedcba');
    for (const id of names.toReversed()) await moveCake(shop, id, undefined, 'birthday');
    expect(await order('birthday')).toBe('abcdefgh');
  });

  test('finds the cakes that suit a diet', async () => {
    const cakes = [
      sampleCake('plain', { allergens: [], servingInfo: ['vege'] }),
      sampleCake('gelatine', { allergens: [], servingInfo: [] }),
      sampleCake('almond', { allergens: ['Nuts'], servingInfo: ['vege', 'alcohol free'] }),
      sampleCake('sponge', { allergens: ['Eggs', 'Gluten'], servingInfo: ['vege'] }),
      sampleCake('candles', { kind: 'personal-touch', category: [], allergens: [] }),
    ];
    const shop = await seeded(sampleSeed({ cakes }));
    const idsFor = async (...chosen: Diet[]) => {
      const { cakes } = await catalogueOf(shop);
      return cakes
        .filter((cake) => suits(cake, filterFor(chosen), Day.parse('2026-11-20')))
        .map(({ id }) => id);
    };
    expect(await idsFor()).toEqual(['plain', 'gelatine', 'almond', 'sponge']);
    expect(await idsFor('vegan')).toEqual(['plain', 'almond']);
    expect(await idsFor('no-gluten')).toEqual(['plain', 'gelatine', 'almond']);
    expect(await idsFor('vegan', 'no-gluten', 'no-nuts')).toEqual(['plain']);
    await setHidden(shop, 'plain', true);
    expect(await idsFor('vegan', 'no-nuts')).toEqual([]);
  });

  test('keeps precise allergens and traces, as long as they agree with the words', async () => {
    const named = sampleCake('named', {
      allergens: ['Eggs', 'Gluten'],
      contains: ['Gluten (oats)', 'Gluten (wheat)', 'Eggs', 'Sesame'],
      mayContain: ['Nuts (almonds)'],
    });
    const shop = await seeded(sampleSeed({ cakes: [named, sampleCake('plain')] }));
    expect((await catalogueOf(shop)).cakes).toEqual([named, sampleCake('plain')]);
    const { contains: _, ...changed } = { ...named, allergens: ['Nuts'] as const };
    const other = await seeded(sampleSeed({ cakes: [{ ...named, allergens: ['Nuts'] }] }));
    expect((await catalogueOf(other)).cakes).toEqual([changed]);
  });

  test('keeps the seasons of cakes', async () => {
    const season = { from: '11-01', to: '02-14' };
    const spice = sampleCake('spice', { season });
    const shop = await seeded(sampleSeed({ cakes: [sampleCake('plain'), spice] }));
    expect((await catalogueOf(shop)).byIds(['spice'])).toEqual([spice]);
    await editCake(shop, 'spice', ({ season: _, ...content }) => content);
    expect((await catalogueOf(shop)).byIds(['spice'])).toEqual([sampleCake('spice')]);
  });

  test('knows the lowest price of what is for sale', async () => {
    const shop = await seeded();
    expect((await catalogueOf(shop)).lowestPrice).toBe(2150);
    await setPrice(shop, samplePrice('angel-box', 1900));
    await setPrice(shop, samplePrice('candles-box', 600));
    expect((await catalogueOf(shop)).lowestPrice).toBe(1900);
    await setHidden(shop, 'angel', true);
    expect((await catalogueOf(shop)).lowestPrice).toBe(2150);
    await setHidden(shop, 'victoria', true);
    expect((await catalogueOf(shop)).lowestPrice).toBeUndefined();
  });

  test('finds cakes and personal touches by id, and leaves out what it does not know', async () => {
    const shop = await seeded();
    const [victoria, , candles] = sampleSeed().cakes;
    expect((await catalogueOf(shop)).byIds(['candles', 'unknown', 'victoria', 'victoria'])).toEqual(
      [candles, victoria],
    );
    expect((await catalogueOf(shop)).byIds(['unknown'])).toEqual([]);
    expect((await catalogueOf(shop)).byIds([])).toEqual([]);
  });

  test('has nothing under a name that cannot be one', async () => {
    const shop = await seeded();
    const [victoria] = sampleSeed().cakes;
    for (const name of ['victoria\0', '\0', '\uD83C', "' or 1=1 --", 'x'.repeat(100_000)]) {
      expect((await catalogueOf(shop)).byIds([name, 'victoria'])).toEqual([victoria]);
      expect((await catalogueOf(shop)).cakesIn(name)).toEqual([]);
    }
  });

  test('has nothing to sell before it is seeded', async () => {
    const shop = await (await fresh()).open();
    expect((await catalogueOf(shop)).categories).toEqual([]);
    expect((await catalogueOf(shop)).cakes).toEqual([]);
    expect((await catalogueOf(shop)).addOns).toEqual([]);
  });

  test('takes the price ids of the sizes it has', async () => {
    const shop = await seeded();
    const price = 4800;
    for (const priced of [
      { lookupKey: 'angel-8', price, stripePriceId: 'price_old' },
      { lookupKey: 'unknown', price, stripePriceId: 'price_x' },
      { lookupKey: 'angel-8', price, stripePriceId: 'price_new' },
      { lookupKey: 'angel-8', price: price + 1, stripePriceId: 'price_of_another' },
    ]) {
      await setPriceId(shop.db, 'angel', priced);
    }
    await setPriceId(shop.db, 'nobody', samplePrice('angel-8', price));
    const everything = [...(await catalogueOf(shop)).cakes, ...(await catalogueOf(shop)).addOns];
    const named = everything.flatMap(({ sizes }) => sizes).filter(({ api }) => api !== null);
    expect(named.map(({ id, api }) => [id, api])).toEqual([['angel-8', 'price_new']]);
  });

  test('shows what is hidden to nobody but the owner', async () => {
    const shop = await seeded();
    const [victoria, angel, candles] = sampleSeed().cakes;
    // The version that it makes, undefined if it changes nothing.
    expect(await setHidden(shop, 'victoria', true)).toBe(2);
    expect(await setHidden(shop, 'victoria', true)).toBeUndefined();
    expect(await setHidden(shop, 'candles', true)).toBe(2);
    expect(await setHidden(shop, 'unknown', true)).toBeUndefined();
    expect((await catalogueOf(shop)).cakes).toEqual([angel]);
    expect((await catalogueOf(shop)).cakesIn('wedding')).toEqual([]);
    expect((await catalogueOf(shop)).addOns).toEqual([]);
    expect((await catalogueOf(shop)).byIds(['victoria', 'angel', 'candles'])).toEqual([angel]);
    expect((await catalogueOf(shop)).entries).toMatchObject([
      { cake: victoria, hidden: true, archived: false, version: 2 },
      { cake: angel, hidden: false, archived: false, version: 1 },
      { cake: candles, hidden: true, archived: false, version: 2 },
    ]);
    expect(await setHidden(shop, 'victoria', false)).toBe(3);
    expect((await catalogueOf(shop)).cakes).toEqual([victoria, angel]);
  });

  test('changes a price together with its price id', async () => {
    const shop = await seeded();
    const [small, box] = [samplePrice('angel-8', 4800), samplePrice('angel-box', 2150)];
    await setPriceId(shop.db, 'angel', small);
    await setPriceId(shop.db, 'angel', box);
    await setPrice(shop, samplePrice('angel-8', 5050));
    expect((await catalogueOf(shop)).byIds(['angel'])[0]?.sizes).toMatchObject([
      { id: 'angel-8', price: 5050, api: 'angel-8-at-5050' },
      { id: 'angel-box', price: 2150, api: box.stripePriceId },
    ]);
    for (const price of [0, -1, 1.5]) {
      await expect(setPrice(shop, samplePrice('angel-8', price))).rejects.toThrow();
    }
  });

  test('is never seen half-changed', async () => {
    const server = await (await fresh()).openTwo();
    const [reader, writer] = [server(0), server(1)];
    await seed(writer.db, sampleSeed());
    const seen = async () => {
      return (await catalogueOf(reader)).cakesIn('wedding').map(({ title, category, sizes }) => ({
        title,
        category,
        price: sizes[0]?.price,
      }));
    };
    const first = { title: 'Cake victoria', category: ['wedding', 'birthday'], price: 4800 };
    const second = { title: 'Queen Victoria', category: ['birthday', 'wedding'], price: 5200 };

    const changes = (async () => {
      for (const { price, ...fields } of [second, first, second, first, second]) {
        await editCake(writer, 'victoria', (content) => ({
          ...content,
          ...fields,
          sizes: content.sizes.map((size, row) => (row === 0 ? { ...size, price } : size)),
        }));
      }
    })();
    for (let look = 0; look < 40; look += 1) {
      expect([[first], [second]]).toContainEqual(await seen());
    }
    await changes;
    expect(await seen()).toEqual([second]);
  });
});
