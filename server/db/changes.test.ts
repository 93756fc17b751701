import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import type { Changes } from '#server/ports.ts';
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

  test('have the version that last changed each path', async () => {
    const { catalogue, calendar, changes } = await seeded();
    const before = await changes.version();
    await setPrice(catalogue, samplePrice('angel-8', 5050));
    await catalogue.setHidden('victoria', true, EDIT);
    await calendar.changeDays({ days: [Day.parse('2027-03-01')], make: 'close' });
    expect(await changes.version()).toBe(before + 3);
    expect(await versionsOf(changes)).toEqual({
      '/cakes': before + 2,
      '/calendar': before + 3,
      '/categories': before,
    });
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
    expect(await changes.version()).toBe(before);
  });

  test('of the first contents name every topic', async () => {
    const { changes, seed } = await (await fresh()).open();
    const before = await changes.version();
    await seed(sampleSeed());
    const version = before + 1;
    expect(await versionsOf(changes)).toEqual({
      '/cakes': version,
      '/calendar': version,
      '/categories': version,
    });
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
    expect(await changes.version()).toBe(before + 20);
    expect(await versionsOf(changes)).toMatchObject({ '/cakes': before + 20 });
  });
});

async function versionsOf(changes: Changes): Promise<Record<string, number>> {
  const all = await changes.versions();
  return Object.fromEntries(all.map(({ path, version }) => [path, version]));
}
