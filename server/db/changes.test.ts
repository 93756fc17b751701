import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { setPrice } from '#test/edit-cake.ts';
import { EDIT, samplePrice, sampleSeed } from '#test/samples.ts';

describe.each(bothDatabases)('changes on $name', ({ fresh }) => {
  async function seeded() {
    const place = await fresh();
    const database = await place.open();
    await database.seed(sampleSeed());
    return { ...database, place };
  }

  test('name each changed record once, with its last version', async () => {
    const { catalogue, calendar, changes } = await seeded();
    const before = await changes.version();
    await setPrice(catalogue, samplePrice('angel-8', 5050));
    await setPrice(catalogue, samplePrice('angel-box', 5050));
    await catalogue.setHidden('victoria', true, EDIT);
    const days = [Day.parse('2027-03-01'), Day.parse('2027-03-02')];
    await calendar.changeDays({ days, make: 'close' });
    const paths = [
      '/cakes/angel',
      '/cakes/victoria',
      '/calendar/forbiddenDays/2027-03-01',
      '/calendar/forbiddenDays/2027-03-02',
    ];
    expect(await changes.since(before)).toEqual({ version: before + 4, paths });
    expect(await changes.since(before + 3)).toEqual({ version: before + 4, paths: paths.slice(2) });
    await calendar.changeDays({ days: days.slice(0, 1), make: 'reopen' });
    expect(await changes.since(before + 4)).toEqual({ version: before + 5, paths: [paths[2]] });
  });

  test('are none when a write changes nothing', async () => {
    const { catalogue, calendar, changes } = await seeded();
    const before = await changes.version();
    await catalogue.setPriceIds([
      { sizeId: 'angel-8', price: 4801, stripePriceId: 'price_of_another' },
    ]);
    await catalogue.setHidden('victoria', false, EDIT);
    await calendar.changeDays({ days: [Day.parse('2026-12-05')], make: 'close' });
    await calendar.changeDays({ days: [Day.parse('2027-03-01')], make: 'reopen' });
    expect(await changes.since(before)).toEqual({ version: before, paths: [] });
  });

  test('of the first contents name every topic', async () => {
    const { changes, seed } = await (await fresh()).open();
    const before = await changes.version();
    await seed(sampleSeed());
    const paths = ['/cakes', '/calendar', '/categories'];
    expect(await changes.since(before)).toEqual({ version: before + 1, paths });
  });

  test('of two concurrent servers are all counted', async () => {
    const { place, changes } = await seeded();
    const server = await place.openTwo();
    const before = await changes.version();
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        setPrice(
          server(turn).catalogue,
          samplePrice(turn % 4 < 2 ? 'angel-8' : 'victoria-8', 5000 + turn),
        ),
      ),
    );
    const { version, paths } = await changes.since(before);
    expect(version).toBe(before + 20);
    expect(paths).toEqual(['/cakes/angel', '/cakes/victoria']);
  });
});
