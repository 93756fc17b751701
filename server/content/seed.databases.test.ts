import { describe, expect, test } from 'vitest';
import { areLost } from '#domain/calendar/rules.ts';
import { calendarRules } from '#server/content/calendar.ts';
import type { Database } from '#server/db/open-database.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { catalogueOf } from '#test/edit-cake.ts';
import { sampleCake, sampleSeed } from '#test/samples.ts';

async function everythingIn(database: Database) {
  const { categories, cakes, addOns } = await catalogueOf(database);
  return {
    categories,
    cakes: [...cakes, ...addOns],
    calendar: await calendarRules(database),
  };
}

describe.each(bothDatabases)('seeding on $name', ({ fresh }) => {
  test('fills an empty shop', async () => {
    const database = await (await fresh()).open();
    expect((await catalogueOf(database)).entries).toEqual([]);
    expect(areLost(await calendarRules(database))).toBe(true);

    const { categories, cakes, calendar } = sampleSeed();
    await database.seed({ categories, cakes, calendar });
    expect(await everythingIn(database)).toEqual({
      categories: categories.toSorted((one, other) => one.id - other.id),
      cakes,
      calendar,
    });
  });

  test('changes nothing later: the database counts', async () => {
    const database = await (await fresh()).open();
    await database.seed(sampleSeed());
    const before = await everythingIn(database);
    const version = await database.changes.version();
    await database.seed(sampleSeed({ cakes: [sampleCake('lemon')] }));
    expect(await everythingIn(database)).toEqual(before);
    expect(await database.changes.version()).toBe(version);
  });

  test('writes ten thousand cakes', async () => {
    const database = await (await fresh()).open();
    const cakes = Array.from({ length: 10_000 }, (_, n) => sampleCake(`cake-${n}`));
    await database.seed(sampleSeed({ cakes }));
    const catalogue = await catalogueOf(database);
    expect(catalogue.page({ category: 'birthday', page: 1, perPage: 1 })?.total).toBe(10_000);
    expect(catalogue.cakes).toHaveLength(10_000);
  });

  test('has the same result on several servers at once', async () => {
    const place = await fresh();
    const servers = await Promise.all([place.open(), place.open(), place.open()]);
    await Promise.all([...servers, ...servers].map((server) => server.seed(sampleSeed())));
    const [first, second] = servers;
    expect(await everythingIn(first)).toEqual(await everythingIn(second));
    expect((await catalogueOf(first)).cakes.length).toBe(2);
  });

  test('writes nothing if a part is invalid', async () => {
    const database = await (await fresh()).open();
    const before = await everythingIn(database);
    const inNoCategory = sampleCake('lemon', { category: ['unknown'] });
    await expect(database.seed(sampleSeed({ cakes: [inNoCategory] }))).rejects.toThrow();
    await expect(database.seed(sampleSeed({ cakes: [] }))).rejects.toThrow();
    expect(await everythingIn(database)).toEqual(before);
  });
});
