import { describe, expect, test } from 'vitest';
import { type Diet, filterFor, suits } from '#domain/catalogue/diets.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { editCake, setPrice } from '#test/edit-cake.ts';
import { queryDatabase } from '#test/query-database.ts';
import { EDIT, sampleCake, samplePrice, sampleSeed } from '#test/samples.ts';

const ALL = { offset: 0, limit: 100 };

describe.each(bothDatabases)('the catalogue on $name', ({ fresh }) => {
  async function seeded(contents = sampleSeed()) {
    const database = await (await fresh()).open();
    await database.seed(contents);
    return database;
  }

  test('keeps categories, by id', async () => {
    const { catalogue } = await seeded();
    const [wedding, birthday] = sampleSeed().categories;
    expect(await catalogue.categories()).toEqual([birthday, wedding]);
    expect(await catalogue.category('wedding')).toEqual(wedding);
    expect(await catalogue.category('Wedding')).toBeUndefined();
  });

  test('keeps cakes whole and in their order, apart from personal touches', async () => {
    const { catalogue } = await seeded();
    const [victoria, angel, candles] = sampleSeed().cakes;
    expect(await catalogue.cakes()).toEqual([victoria, angel]);
    expect(await catalogue.personalTouches()).toEqual([candles]);
  });

  test('finds the cakes of a category', async () => {
    const { catalogue } = await seeded();
    const [victoria, angel] = sampleSeed().cakes;
    const inCategory = (category: string) => catalogue.page({ category, ...ALL });
    expect(await inCategory('birthday')).toEqual({ cakes: [victoria, angel], total: 2 });
    expect(await inCategory('wedding')).toEqual({ cakes: [victoria], total: 1 });
    expect(await inCategory('unknown')).toEqual({ cakes: [], total: 0 });
    expect(await catalogue.page({ category: undefined, ...ALL })).toEqual({
      cakes: [victoria, angel],
      total: 2,
    });
  });

  test('keeps the places of cakes apart when two people move some at once', async () => {
    const names = [...'abcdef'];
    const place = await fresh();
    const [one, other] = [await place.open(), await place.open()];
    await one.seed(sampleSeed({ cakes: names.map((id) => sampleCake(id)) }));
    const order = async () => (await one.catalogue.cakes()).map(({ id }) => id).join('');
    for (let times = 0; times < 10; times += 1) {
      await Promise.all([
        one.catalogue.placeCake('f', 'a', 'birthday'),
        other.catalogue.placeCake('b', 'e', 'birthday'),
      ]);
      const positions = await queryDatabase(place.where, 'select distinct position from cakes');
      expect(positions).toHaveLength(names.length);
      for (const id of names) await one.catalogue.placeCake(id, undefined, 'birthday');
      expect(await order()).toBe('abcdef');
    }
  });

  test('is read part by part, in its order, without what is hidden', async () => {
    const names = [...'hgfedcba'];
    const { catalogue } = await seeded(sampleSeed({ cakes: names.map((id) => sampleCake(id)) }));
    const parts = async (category?: string) => {
      const ids: string[][] = [];
      for (const offset of [0, 3, 6, 9]) {
        const { cakes, total } = await catalogue.page({ category, offset, limit: 3 });
        ids.push([...cakes.map(({ id }) => id), `of ${total}`]);
      }
      return ids;
    };
    const shown = [['h', 'g', 'f'], ['e', 'd', 'c'], ['b', 'a'], []];
    expect(await parts('birthday')).toEqual(shown.map((ids) => [...ids, 'of 8']));
    expect(await parts()).toEqual(await parts('birthday'));

    await catalogue.setHidden('g', true, EDIT);
    const withoutOne = [['h', 'f', 'e'], ['d', 'c', 'b'], ['a'], []];
    expect(await parts('birthday')).toEqual(withoutOne.map((ids) => [...ids, 'of 7']));
    expect(await parts()).toEqual(await parts('birthday'));
    await catalogue.setHidden('g', false, EDIT);
    expect(await parts('birthday')).toEqual(shown.map((ids) => [...ids, 'of 8']));

    for (const id of names.toReversed()) await catalogue.placeCake(id, undefined, 'birthday');
    expect((await parts('birthday'))[0]).toEqual(['a', 'b', 'c', 'of 8']);
  });

  test('finds the cakes that suit a diet', async () => {
    const cakes = [
      sampleCake('plain', { allergens: [], servingInfo: ['vege'] }),
      sampleCake('gelatine', { allergens: [], servingInfo: [] }),
      sampleCake('almond', { allergens: ['Nuts'], servingInfo: ['vege', 'alcohol free'] }),
      sampleCake('sponge', { allergens: ['Eggs', 'Gluten'], servingInfo: ['vege'] }),
      sampleCake('candles', { kind: 'personal-touch', category: [], allergens: [] }),
    ];
    const { catalogue } = await seeded(sampleSeed({ cakes }));
    const idsFor = async (...chosen: Diet[]) => {
      const filter = filterFor(chosen);
      const found = await catalogue.page({ category: undefined, filter, ...ALL });
      expect(found.total).toBe(found.cakes.length);
      for (const cake of found.cakes) expect(suits(cake, filter)).toBe(true);
      return found.cakes.map(({ id }) => id);
    };
    expect(await idsFor()).toEqual(['plain', 'gelatine', 'almond', 'sponge']);
    expect(await idsFor('vegan')).toEqual(['plain', 'almond']);
    expect(await idsFor('no-gluten')).toEqual(['plain', 'gelatine', 'almond']);
    expect(await idsFor('vegan', 'no-gluten', 'no-nuts')).toEqual(['plain']);
    await catalogue.setHidden('plain', true, EDIT);
    expect(await idsFor('vegan', 'no-nuts')).toEqual([]);
  });

  test('keeps precise allergens and traces, as long as they agree with the words', async () => {
    const named = sampleCake('named', {
      allergens: ['Eggs', 'Gluten'],
      contains: ['Gluten (oats)', 'Gluten (wheat)', 'Eggs', 'Sesame'],
      mayContain: ['Nuts (almonds)'],
    });
    const { catalogue } = await seeded(sampleSeed({ cakes: [named, sampleCake('plain')] }));
    expect(await catalogue.cakes()).toEqual([named, sampleCake('plain')]);
    const { contains: _, ...changed } = { ...named, allergens: ['Nuts'] as const };
    const other = await seeded(sampleSeed({ cakes: [{ ...named, allergens: ['Nuts'] }] }));
    expect(await other.catalogue.cakes()).toEqual([changed]);
  });

  test('keeps the seasons of cakes, and finds those that have one', async () => {
    const season = { from: '11-01', to: '02-14' };
    const spice = sampleCake('spice', { season });
    const { catalogue } = await seeded(sampleSeed({ cakes: [sampleCake('plain'), spice] }));
    expect(await catalogue.seasonal()).toEqual([spice]);
    await catalogue.setHidden('spice', true, EDIT);
    expect(await catalogue.seasonal()).toEqual([]);
    await catalogue.setHidden('spice', false, EDIT);
    await editCake(catalogue, 'spice', ({ season: _, ...content }) => content);
    expect(await catalogue.byIds(['spice'])).toEqual([sampleCake('spice')]);
    expect(await catalogue.seasonal()).toEqual([]);
  });

  test('knows the lowest price of what is for sale', async () => {
    const { catalogue } = await seeded();
    expect(await catalogue.lowestPrice()).toBe(2150);
    await setPrice(catalogue, samplePrice('angel-box', 1900));
    await setPrice(catalogue, samplePrice('candles-box', 600));
    expect(await catalogue.lowestPrice()).toBe(1900);
    await catalogue.setHidden('angel', true, EDIT);
    expect(await catalogue.lowestPrice()).toBe(2150);
    await catalogue.setHidden('victoria', true, EDIT);
    expect(await catalogue.lowestPrice()).toBeUndefined();
  });

  test('knows the address of each cake that has a page', async () => {
    const { catalogue } = await seeded();
    expect(await catalogue.addresses()).toEqual([
      { id: 'victoria', category: ['wedding'] },
      { id: 'angel', category: ['birthday'] },
    ]);
    await catalogue.setHidden('victoria', true, EDIT);
    expect(await catalogue.addresses()).toEqual([{ id: 'angel', category: ['birthday'] }]);
  });

  test('finds cakes and personal touches by id, and leaves out what it does not know', async () => {
    const { catalogue } = await seeded();
    const [victoria, , candles] = sampleSeed().cakes;
    expect(await catalogue.byIds(['candles', 'unknown', 'victoria', 'victoria'])).toEqual([
      candles,
      victoria,
    ]);
    expect(await catalogue.byIds(['unknown'])).toEqual([]);
    expect(await catalogue.byIds([])).toEqual([]);
  });

  test('has nothing under a name that cannot be one', async () => {
    const { catalogue } = await seeded();
    const [victoria] = sampleSeed().cakes;
    for (const name of ['victoria\0', '\0', '\uD83C', "' or 1=1 --", 'x'.repeat(100_000)]) {
      expect(await catalogue.byIds([name, 'victoria'])).toEqual([victoria]);
      expect(await catalogue.page({ category: name, ...ALL })).toEqual({ cakes: [], total: 0 });
      expect(await catalogue.category(name)).toBeUndefined();
    }
  });

  test('has nothing to sell before it is seeded', async () => {
    const { catalogue } = await (await fresh()).open();
    expect(await catalogue.categories()).toEqual([]);
    expect(await catalogue.cakes()).toEqual([]);
    expect(await catalogue.personalTouches()).toEqual([]);
  });

  test('takes the price ids of the sizes it has', async () => {
    const { catalogue } = await seeded();
    const price = 4800;
    await catalogue.setPriceIds([
      { sizeId: 'angel-8', price, stripePriceId: 'price_old' },
      { sizeId: 'unknown', price, stripePriceId: 'price_x' },
    ]);
    await catalogue.setPriceIds([{ sizeId: 'angel-8', price, stripePriceId: 'price_new' }]);
    await catalogue.setPriceIds([
      { sizeId: 'angel-8', price: price + 1, stripePriceId: 'price_of_another' },
    ]);
    await catalogue.setPriceIds([]);
    const everything = [...(await catalogue.cakes()), ...(await catalogue.personalTouches())];
    const named = everything.flatMap(({ sizes }) => sizes).filter(({ api }) => api !== null);
    expect(named.map(({ id, api }) => [id, api])).toEqual([['angel-8', 'price_new']]);
  });

  test('shows what is hidden to nobody but the owner', async () => {
    const { catalogue } = await seeded();
    const [victoria, angel, candles] = sampleSeed().cakes;
    expect(await catalogue.setHidden('victoria', true, EDIT)).toBe(true);
    expect(await catalogue.setHidden('victoria', true, EDIT)).toBe(false);
    expect(await catalogue.setHidden('candles', true, EDIT)).toBe(true);
    expect(await catalogue.setHidden('unknown', true, EDIT)).toBe(false);
    expect(await catalogue.cakes()).toEqual([angel]);
    expect((await catalogue.page({ category: 'wedding', ...ALL })).cakes).toEqual([]);
    expect(await catalogue.personalTouches()).toEqual([]);
    expect(await catalogue.touchIds()).toEqual(['candles']);
    expect(await catalogue.byIds(['victoria', 'angel', 'candles'])).toEqual([angel]);
    expect(await catalogue.entries()).toEqual([
      { cake: victoria, hidden: true, archived: false, points: {} },
      { cake: angel, hidden: false, archived: false, points: {} },
      { cake: candles, hidden: true, archived: false, points: {} },
    ]);
    expect(await catalogue.setHidden('victoria', false, EDIT)).toBe(true);
    expect(await catalogue.cakes()).toEqual([victoria, angel]);
  });

  test('changes a price together with its price id', async () => {
    const { catalogue } = await seeded();
    const [small, box] = [samplePrice('angel-8', 4800), samplePrice('angel-box', 2150)];
    await catalogue.setPriceIds([small, box]);
    await setPrice(catalogue, samplePrice('angel-8', 5050));
    expect(await catalogue.hasPriceId(small.stripePriceId)).toBe(false);
    expect(await catalogue.hasPriceId('angel-8-at-5050')).toBe(true);
    expect((await catalogue.byIds(['angel']))[0]?.sizes).toMatchObject([
      { id: 'angel-8', price: 5050, api: 'angel-8-at-5050' },
      { id: 'angel-box', price: 2150, api: box.stripePriceId },
    ]);
    for (const price of [0, -1, 1.5]) {
      await expect(setPrice(catalogue, samplePrice('angel-8', price))).rejects.toThrow();
    }
  });

  test('is never seen half-changed', async () => {
    const server = await (await fresh()).openTwo();
    const [reader, writer] = [server(0), server(1)];
    await writer.seed(sampleSeed());
    const seen = async () => {
      const { cakes } = await reader.catalogue.page({ category: 'wedding', ...ALL });
      return cakes.map(({ title, category, sizes }) => ({
        title,
        category,
        price: sizes[0]?.price,
      }));
    };
    const first = { title: 'Cake victoria', category: ['wedding', 'birthday'], price: 4800 };
    const second = { title: 'Queen Victoria', category: ['birthday', 'wedding'], price: 5200 };

    const changes = (async () => {
      for (const { price, ...fields } of [second, first, second, first, second]) {
        await editCake(writer.catalogue, 'victoria', (content) => ({
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
