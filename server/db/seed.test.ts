import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { areLost } from '#domain/calendar/rules.ts';
import { bothDatabases } from '#test/both-databases.ts';
import {
  EDIT,
  sampleCake,
  sampleCategory,
  sampleOrder,
  samplePrice,
  sampleSeed,
} from '#test/samples.ts';
import type { Database } from './open-database.ts';

async function everythingIn({ catalogue, calendar }: Database) {
  return {
    categories: await catalogue.categories(),
    cakes: [...(await catalogue.cakes()), ...(await catalogue.personalTouches())],
    calendar: await calendar.rules(),
  };
}

describe.each(bothDatabases)('seeding on $name', ({ fresh }) => {
  test('fills an empty shop', async () => {
    const database = await (await fresh()).open();
    expect(await database.isEmpty()).toBe(true);
    expect(areLost(await database.calendar.rules())).toBe(true);

    await database.seed(sampleSeed());
    expect(await database.isEmpty()).toBe(false);
    expect(await database.calendar.rules()).toEqual(sampleSeed().calendar);
  });

  test('is idempotent', async () => {
    const database = await (await fresh()).open();
    await database.seed(sampleSeed());
    const once = await everythingIn(database);
    await database.seed(sampleSeed());
    expect(await everythingIn(database)).toEqual(once);
  });

  test('writes and removes ten thousand cakes', async () => {
    const database = await (await fresh()).open();
    const cakes = Array.from({ length: 10_000 }, (_, n) => sampleCake(`cake-${n}`));
    await database.seed(sampleSeed({ cakes }));
    const { total } = await database.catalogue.page({ category: 'birthday', offset: 0, limit: 1 });
    expect(total).toBe(10_000);
    expect(await database.catalogue.cakes()).toHaveLength(10_000);
    await database.seed(sampleSeed());
    expect(await database.catalogue.cakes()).toHaveLength(2);
  });

  test('has the same result on several servers at once', async () => {
    const place = await fresh();
    const servers = await Promise.all([place.open(), place.open(), place.open()]);
    await Promise.all([...servers, ...servers].map((server) => server.seed(sampleSeed())));
    const [first, second] = servers;
    expect(await everythingIn(first)).toEqual(await everythingIn(second));
    expect((await first.catalogue.cakes()).length).toBe(2);
  });

  test('updates changed records and deletes removed ones', async () => {
    const database = await (await fresh()).open();
    await database.seed(sampleSeed());
    const changed = {
      // The two swap their slugs.
      categories: [sampleCategory(1, 'wedding'), sampleCategory(2, 'birthday')],
      cakes: [
        sampleCake('lemon', { category: [] }),
        sampleCake('angel', {
          title: 'Angel Cake',
          category: ['wedding'],
          sizes: [{ id: 'angel-8', size: '9', slices: null, price: 5000, api: null }],
        }),
      ],
      calendar: {
        leadDays: 5,
        daysAhead: 30,
        closedWeekdays: [],
        closedPeriods: [],
        forbiddenDays: [Day.parse('2027-01-09')],
      },
    };
    await database.seed(changed);
    expect(await everythingIn(database)).toEqual(changed);
  });

  test('keeps a price id while its amount is right', async () => {
    const database = await (await fresh()).open();
    await database.seed(sampleSeed());
    await database.catalogue.setPriceIds([
      { sizeId: 'angel-8', price: 4800, stripePriceId: 'price_8' },
      { sizeId: 'angel-box', price: 2150, stripePriceId: 'price_box' },
    ]);
    const angel = sampleCake('angel', { title: 'A new name' });
    const cakes = [
      {
        ...angel,
        sizes: angel.sizes.map((size) => (size.id === 'angel-8' ? { ...size, price: 5200 } : size)),
      },
    ];
    await database.seed(sampleSeed({ cakes }));
    const sizes = (await database.catalogue.byIds(['angel']))[0]?.sizes;
    expect(sizes?.map(({ id, price, api }) => [id, price, api])).toEqual([
      ['angel-8', 5200, null],
      ['angel-box', 2150, 'price_box'],
    ]);
  });

  test('overwrites the owner’s changes', async () => {
    const database = await (await fresh()).open();
    await database.seed(sampleSeed());
    const before = await everythingIn(database);
    await database.catalogue.setHidden('angel', true, EDIT);
    await database.catalogue.setPrice(samplePrice('victoria-8', 9900), EDIT);
    await database.calendar.changeDays({ days: [Day.parse('2027-03-01')], make: 'close' });
    await database.calendar.changeDays({ days: [Day.parse('2026-12-05')], make: 'reopen' });
    await database.seed(sampleSeed());
    expect(await everythingIn(database)).toEqual(before);
  });

  test('keeps orders', async () => {
    const database = await (await fresh()).open();
    await database.seed(sampleSeed());
    const order = sampleOrder();
    await database.orders.add(order);
    await database.seed(sampleSeed({ cakes: [sampleCake('lemon')] }));
    expect(await database.orders.find(order.id)).toEqual(order);
  });

  test('writes nothing if a part is invalid', async () => {
    const database = await (await fresh()).open();
    await database.seed(sampleSeed());
    const before = await everythingIn(database);
    const inNoCategory = sampleCake('lemon', { category: ['unknown'] });
    await expect(database.seed(sampleSeed({ cakes: [inNoCategory] }))).rejects.toThrow();
    await expect(database.seed(sampleSeed({ cakes: [] }))).rejects.toThrow();
    expect(await everythingIn(database)).toEqual(before);
  });
});
