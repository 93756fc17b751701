import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { withDays } from '#domain/calendar/stored-calendar.ts';
import { changeCalendar } from '#server/content/calendar.ts';
import { setPriceId } from '#server/content/sync-prices.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { setHidden, setPrice } from '#test/edit-cake.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { samplePrice, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import type { Changes } from './changes.ts';

describe.each(bothDatabases)('changes on $name', ({ fresh }) => {
  async function seeded() {
    const place = await fresh();
    const database = await place.open();
    await database.seed(sampleSeed());
    return { ...database, database, place };
  }

  test('have the version that last changed each path', async () => {
    const { content, db, database, changes } = await seeded();
    const shop = { content, db };
    const before = await changes.version();
    await setPrice(shop, samplePrice('angel-8', 5050));
    await setHidden(shop, 'victoria', true);
    await forbidDays(database, [Day.parse('2027-03-01')]);
    expect(await changes.version()).toBe(before + 3);
    expect(await versionsOf(changes)).toEqual({
      '/cakes': before + 2,
      '/calendar': before + 3,
      '/categories': before,
    });
  });

  test('are none when a write changes nothing', async () => {
    const { content, db, database, changes } = await seeded();
    const shop = { content, db };
    const before = await changes.version();
    const ofAnother = { sizeId: 'angel-8', price: 4801, stripePriceId: 'price_of_another' };
    await setPriceId(db, 'angel', ofAnother);
    await setHidden(shop, 'victoria', false);
    await forbidDays(database, [Day.parse('2026-12-05')]);
    await changeCalendar(shopOn(database), null, (now) =>
      withDays(now, [Day.parse('2027-03-01')], 'reopen'),
    );
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
        setPrice(server(turn), samplePrice(turn % 4 < 2 ? 'angel-8' : 'victoria-8', 5000 + turn)),
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
