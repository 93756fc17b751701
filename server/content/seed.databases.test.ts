import { describe, expect, test } from 'vitest';
import { areLost } from '#domain/calendar/rules.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { seed } from '#server/content/seed.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { catalogueOf } from '#test/edit-cake.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { sampleCake, sampleSeed } from '#test/samples.ts';

async function everythingIn(database: OpenDatabase) {
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
    await seed(database.db, { categories, cakes, calendar });
    expect(await everythingIn(database)).toEqual({
      categories: categories.toSorted((one, other) => one.id - other.id),
      cakes,
      calendar,
    });
  });

  test('changes nothing later: the database counts', async () => {
    const database = await (await fresh()).open();
    await seed(database.db, sampleSeed());
    const before = await everythingIn(database);
    const version = await database.contentVersion();
    await seed(database.db, sampleSeed({ cakes: [sampleCake('lemon')] }));
    expect(await everythingIn(database)).toEqual(before);
    expect(await database.contentVersion()).toBe(version);
  });

  test('writes a thousand cakes', async () => {
    const database = await (await fresh()).open();
    const cakes = Array.from({ length: 1_000 }, (_, n) => sampleCake(`cake-${n}`));
    await seed(database.db, sampleSeed({ cakes }));
    const catalogue = await catalogueOf(database);
    expect(catalogue.cakesIn('birthday')).toHaveLength(1_000);
    expect(catalogue.cakes).toHaveLength(1_000);
  });

  test('has the same result on several servers at once', async () => {
    const place = await fresh();
    const servers = await Promise.all([place.open(), place.open(), place.open()]);
    await Promise.all([...servers, ...servers].map((server) => seed(server.db, sampleSeed())));
    const [first, second] = servers;
    expect(await everythingIn(first)).toEqual(await everythingIn(second));
    expect((await catalogueOf(first)).cakes.length).toBe(2);
  });

  test('writes nothing if a part is invalid', async () => {
    const database = await (await fresh()).open();
    const before = await everythingIn(database);
    const inNoCategory = sampleCake('lemon', { category: ['unknown'] });
    await expect(seed(database.db, sampleSeed({ cakes: [inNoCategory] }))).rejects.toThrow();
    await expect(seed(database.db, sampleSeed({ cakes: [] }))).rejects.toThrow();
    expect(await everythingIn(database)).toEqual(before);
  });
});
