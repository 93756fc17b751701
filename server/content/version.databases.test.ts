import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { withDays } from '#domain/calendar/stored-calendar.ts';
import { changeCalendar } from '#server/content/calendar.ts';
import { seed } from '#server/content/seed.ts';
import { setPriceId } from '#server/content/sync-prices.ts';
import type { Tables } from '#server/db/tables.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { setHidden, setPrice } from '#test/edit-cake.ts';
import { forbidDays } from '#test/forbid-days.ts';
import { samplePrice, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { changedPaths } from './version.ts';

describe.each(bothDatabases)('changes on $name', ({ fresh }) => {
  async function seeded() {
    const place = await fresh();
    const database = await place.open();
    await seed(database.db, sampleSeed());
    return { ...database, database, place };
  }

  test('have the version that last changed each path', async () => {
    const { content, db, database, contentVersion } = await seeded();
    const shop = { content, db };
    const before = await contentVersion();
    await setPrice(shop, samplePrice('angel-8', 5050));
    await setHidden(shop, 'victoria', true);
    await forbidDays(database, [Day.parse('2027-03-01')]);
    expect(await contentVersion()).toBe(before + 3);
    const versions = await versionsOf(db);
    expect(versions).toMatchObject({ '/cakes': before + 2, '/calendar': before + 3 });
    expect(versions['/categories']).toBeLessThanOrEqual(before);
  });

  test('are none when a write changes nothing', async () => {
    const { content, db, database, contentVersion } = await seeded();
    const shop = { content, db };
    const before = await contentVersion();
    const ofAnother = { lookupKey: 'angel-8', price: 4801, stripePriceId: 'price_of_another' };
    await setPriceId(db, 'angel', ofAnother);
    await setHidden(shop, 'victoria', false);
    await changeCalendar(shopOn(database), 'anna', (now) =>
      withDays(
        withDays(now, [Day.parse('2026-12-05')], 'stop-collections'),
        [Day.parse('2027-03-01')],
        'reopen',
      ),
    );
    expect(await contentVersion()).toBe(before);
  });

  test('of the first contents name every topic', async () => {
    const { db, contentVersion } = await (await fresh()).open();
    const before = await contentVersion();
    await seed(db, sampleSeed());
    const versions = await versionsOf(db);
    expect(Object.keys(versions).toSorted()).toEqual(['/cakes', '/calendar', '/categories']);
    expect(Math.min(...Object.values(versions))).toBeGreaterThan(before);
    expect(Math.max(...Object.values(versions))).toBe(await contentVersion());
  });

  test('of two concurrent servers are all counted', async () => {
    const { place, db, contentVersion } = await seeded();
    const server = await place.openTwo();
    const before = await contentVersion();
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        setPrice(server(turn), samplePrice(turn % 4 < 2 ? 'angel-8' : 'victoria-8', 5000 + turn)),
      ),
    );
    expect(await contentVersion()).toBe(before + 20);
    expect(await versionsOf(db)).toMatchObject({ '/cakes': before + 20 });
  });
});

async function versionsOf(db: Kysely<Tables>): Promise<Record<string, number>> {
  const all = await changedPaths(db);
  return Object.fromEntries(all.map(({ path, version }) => [path, version]));
}
