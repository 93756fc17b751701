import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { seed } from '#server/content/seed.ts';
import { addOrder } from '#server/orders/add.ts';
import { readOrder } from '#server/orders/rows.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { at, sampleOrder, sampleSeed } from '#test/samples.ts';
import { OperatorError } from './database-errors.ts';
import { openDatabase } from './open-database.ts';

describe.each(bothDatabases)('opening $name', ({ empty }) => {
  test('works for several servers that start at once on an empty database', async () => {
    const place = await empty();
    const servers = await Promise.all([1, 2, 3, 4].map(() => place.open()));
    const ready = await Promise.all(servers.map((server) => server.ping()));
    expect(ready).toEqual(servers.map(() => ({ ready: true, notes: [] })));
  });

  test('keeps the existing data', async () => {
    const place = await empty();
    const order = sampleOrder();
    const first = await openDatabase(place.where);
    await addOrder(first, order);
    await seed(first.db, sampleSeed());
    await first.close();

    const second = await place.open();
    expect(await readOrder(second.db, order.id)).toEqual(order);
    expect((await second.content()).catalogue.entries).toHaveLength(3);
  });

  test('is not ready if a migration is missing', async () => {
    const place = await empty();
    const database = await place.open();
    await place.run(`delete from kysely_migration where name = '001-battenberg'`);
    const notes = ['Migrations not applied: 001-battenberg.'];
    expect(await database.ping()).toEqual({ ready: false, notes });
  });

  test('is rejected for an older version, says how to recover, and changes nothing', async () => {
    const place = await empty();
    await (await openDatabase(place.where)).close();
    await place.run(`insert into kysely_migration values ('999-next', '${at(0)}')`);
    const before = await place.dump();
    const refused = openDatabase(place.where);
    await expect(refused).rejects.toThrow(OperatorError);
    await expect(refused).rejects.toThrow(
      /^A newer version of the shop has applied 999-next .* Start the newer version again, or restore/,
    );
    expect(await place.dump()).toBe(before);
  });

  test('is not ready once it is closed', async () => {
    const database = await openDatabase((await empty()).where);
    await database.close();
    await expect(database.ping()).rejects.toThrow();
  });

  test('rejects a row that violates a constraint', async () => {
    const place = await empty();
    const database = await place.open();
    const order = sampleOrder();
    await addOrder(database, order);
    await expect(place.run(`update orders set state = 'stolen'`)).rejects.toThrow();
    await place.run(`update order_items set day = 'some day'`);
    await expect(readOrder(database.db, order.id)).rejects.toThrow('cannot be read');
  });
});

test('only the shop’s user can read the SQLite file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-sqlite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dataDir = join(folder, 'made', 'for-the-shop');
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  await addOrder(database, sampleOrder());
  const mode = async (path: string) => (await stat(path)).mode & 0o777;
  expect(await mode(dataDir)).toBe(0o700);
  for (const file of ['shop.sqlite', 'shop.sqlite-wal', 'shop.sqlite-shm']) {
    expect(await mode(join(dataDir, file))).toBe(0o600);
  }
});
