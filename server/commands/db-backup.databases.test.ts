/** @module-tag nightly */
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { addPhoto, photoBytes } from '#server/content/photos.ts';
import { seed } from '#server/content/seed.ts';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { createLog } from '#server/log.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { readOrder } from '#server/orders/rows.ts';
import { emptySqlite, freshSqlite, type TestDatabase } from '#test/both-databases.ts';
import { readTables } from '#test/query-database.ts';
import { NOON, sampleOrder, sampleSeed } from '#test/samples.ts';
import { backupFile, inShop, shopCommand } from '#test/shop-command.ts';

// Each command is a process, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const clock = { now: () => NOON };

describe('db:backup and db:restore', () => {
  test('copy everything from a running shop to another database', async () => {
    const from = await freshSqlite();
    const shop = await from.open();
    await seed(shop.db, sampleSeed());
    const order = sampleOrder();
    await addOrder(shop, order);
    await fundOrder(shop, order.id);
    const picture = Buffer.from('a picture');
    const photo = { width: 800, height: 600, colour: '#d8bdb2', bytes: picture };
    const photoFile = await addPhoto({ ...shop, clock, log: createLog('silent') }, photo, 'olive');
    const file = await backupFile();
    expect(await command(from.where, 'db-backup', file)).toMatchObject({ code: 0 });
    // Later changes are not in the backup.
    const before = await contents(from);
    await addOrder(shop, sampleOrder());

    const to = await emptySqlite();
    expect(await command(to.where, 'db-restore', file)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/can be opened.*placed at http:\/\/localhost:3000/s),
    });
    expect(await contents(to)).toEqual(before);
    const restored = await to.open();
    expect(await readOrder(restored.db, order.id)).toMatchObject({
      ...order,
      state: 'funded',
      paid: order.total,
    });
    expect(Buffer.from((await photoBytes(restored, photoFile)) ?? [])).toEqual(picture);
    await restored.ping();
  });

  test('keep existing orders without --replace', async () => {
    const place = await freshSqlite();
    const kept = sampleOrder();
    const later = sampleOrder();
    await inShop(place.where, (database) => addOrder(database, kept));
    const file = await backupFile();
    await command(place.where, 'db-backup', file);
    await inShop(place.where, (database) => addOrder(database, later));
    // Like a table of a newer version.
    await place.run('create table of_a_newer_shop (id integer)');
    const before = await place.dump();

    const refused = await command(place.where, 'db-restore', file);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') });
    expect(await place.dump()).toBe(before);

    expect(await command(place.where, 'db-restore', file, '--replace')).toMatchObject({ code: 0 });
    expect(await place.dump()).not.toContain('of_a_newer_shop');
    const database = await place.open();
    expect(await readOrder(database.db, kept.id)).toEqual(kept);
    expect(await readOrder(database.db, later.id)).toBeUndefined();
  });

  test('refuse to restore while the shop runs', async () => {
    const place = await freshSqlite();
    const file = await backupFile();
    const shop = await place.open();
    await command(place.where, 'db-backup', file);
    const order = sampleOrder();
    await addOrder(shop, order);
    const refused = await command(place.where, 'db-restore', file, '--replace');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Close') });
    expect(await readOrder(shop.db, order.id)).toEqual(order);
  });

  test('write a private file, overwrite no other, and leave no temporary file', async () => {
    const place = await freshSqlite();
    await inShop(place.where, ({ ping }) => ping());
    const file = await backupFile();
    await command(place.where, 'db-backup', file);
    const { mode, mtimeMs } = await stat(file);
    expect(mode & 0o777).toBe(0o600);

    const again = await command(place.where, 'db-backup', file);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('left as it is') });
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
    expect(await readdir(join(file, '..'))).toEqual(['monday']);
  });

  test('reject a file that is no backup, and change nothing', async () => {
    const place = await freshSqlite();
    const order = sampleOrder();
    await inShop(place.where, (database) => addOrder(database, order));
    const file = await backupFile();
    const missing = await command(place.where, 'db-restore', file, '--replace');
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('no file') });
    await writeFile(file, 'Dear diary');
    const other = await command(place.where, 'db-restore', file, '--replace');
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('no backup') });
    expect(await readOrder((await place.open()).db, order.id)).toEqual(order);
  });
});

test.each(['db-backup', 'db-restore'])('%s leaves PostgreSQL to its own client', async (name) => {
  const where = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: 'not used' };
  const { code, stderr } = await command(where, name, await backupFile());
  expect([code, stderr]).toEqual([1, expect.stringContaining('docs/deploy.md')]);
});

test.each(['db-backup', 'db-restore'])('%s without a file prints the usage', async (name) => {
  const where = { dataDir: '/nowhere/at/all' };
  const { code, stderr } = await command(where, name);
  expect([code, stderr]).toEqual([2, expect.stringContaining('backups/monday')]);
});

test('db-backup without a shop says so, and writes no file', async () => {
  const file = await backupFile();
  const { code, stderr } = await command({ dataDir: join(file, 'no-shop') }, 'db-backup', file);
  expect([code, stderr]).toEqual([1, expect.stringContaining('DATA_DIR')]);
  expect(await readdir(join(file, '..'))).toEqual([]);
});

function command(where: DatabaseLocation, ...words: string[]) {
  return shopCommand(where, words);
}

/** All rows of all tables, sorted. */
async function contents({ where }: TestDatabase): Promise<Map<string, string[]>> {
  const tables = await readTables(where);
  return new Map(
    [...tables].map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  );
}
