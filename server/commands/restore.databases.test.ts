/** @module-tag nightly */
import { randomUUID } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seed } from '#server/content/seed.ts';
import type { Database } from '#server/db/open-database.ts';
import { explainFailure } from '#server/explain-failure.ts';
import { createLog } from '#server/log.ts';
import { addOrder } from '#server/orders/add.ts';
import { anonymiseRequest } from '#server/requests/anonymise.ts';
import { placeRequest } from '#server/requests/place.ts';
import {
  bothDatabases,
  emptyPostgres,
  freshPostgres,
  freshSqlite,
  type TestDatabase,
} from '#test/both-databases.ts';
import { jpeg } from '#test/photo-files.ts';
import { backUpPostgres, PG_DUMP, PG_RESTORE, restorePostgres } from '#test/postgres.ts';
import { queryDatabase, readTables } from '#test/query-database.ts';
import { NOON, sampleItem, sampleOrder, sampleSeed } from '#test/samples.ts';
import { backupFile, inShop } from '#test/shop-command.ts';
import { backUpSqlite, restoreSqlite } from './sqlite-backup.ts';

/** Besides both ends: in the header and the rows. */
const CUTS = [0, 0.002, 0.05, 0.2, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99];

describe('a restore on SQLite', () => {
  test('from a truncated file changes nothing', async () => {
    const { place, file } = await backedUp(freshSqlite);
    const whole = await readFile(file);
    const before = await place.dump();
    for (const length of [
      ...CUTS.map((part) => Math.round(part * whole.length)),
      whole.length - 1,
    ]) {
      await writeFile(file, whole.subarray(0, length));
      expect(await outcome(place, file), `${length} of ${whole.length}`).toBe('not-a-backup');
      expect(await place.dump()).toBe(before);
    }
    await writeFile(file, whole);
    expect(await outcome(place, file)).toBe('restored');
  });

  test('from a file with changed bytes changes nothing', async () => {
    const { place, file } = await backedUp(freshSqlite);
    const whole = await readFile(file);
    const before = await place.dump();
    for (const part of [0.001, 0.1, 0.3]) {
      const spoilt = Buffer.from(whole);
      spoilt.fill('cake', Math.round(part * whole.length), Math.round((part + 0.3) * whole.length));
      await writeFile(file, spoilt);
      expect(await outcome(place, file)).toBe('not-a-backup');
      expect(await place.dump()).toBe(before);
    }
  });

  test('from a folder or from a backup of PostgreSQL changes nothing', async () => {
    const { place, file } = await backedUp(freshSqlite);
    const other = await backedUp(freshPostgres);
    const before = await place.dump();
    expect(await outcome(place, dirname(file))).toBe('not-a-backup');
    expect(await outcome(place, other.file)).toBe('not-a-backup');
    expect(await place.dump()).toBe(before);
  });

  test('from an unreadable file fails with the reason', async () => {
    const { place, file } = await backedUp(freshSqlite);
    await chmod(dirname(file), 0o755);
    await chmod(file, 0);
    expect(await asUnprivileged(() => outcome(place, file))).toMatch(/permission denied.*monday/);
  });

  test('from a backup of a newer version changes nothing', async () => {
    const { place } = await backedUp(freshSqlite);
    await place.run("insert into kysely_migration values ('999-next', '')");
    const file = await backupFile();
    await backUp(place, file);
    const before = await place.dump();
    expect(await outcome(place, file)).toBe('newer-backup');
    expect(await place.dump()).toBe(before);
  });
});

describe.each(bothDatabases)('a restored shop on $name', ({ fresh }) => {
  test('continues the trail, whose events were numbered by the database', async () => {
    const { place, file } = await backedUp(fresh);
    const photos = () => queryDatabase(place.where, 'select * from request_photos');
    const before = await photos();
    await inShop(place.where, async (database) => {
      await addOrder(database, sampleOrder());
      const { id } = await database.db
        .selectFrom('requests')
        .select('id')
        .executeTakeFirstOrThrow();
      expect(await anonymiseRequest(database.db, id)).toBe(true);
    });
    expect(await photos()).toEqual([]);
    await restore(place, file);
    // Requests come back with their photos.
    expect(await photos()).toEqual(before);
    expect(before).toHaveLength(1);
    const order = sampleOrder();
    await inShop(place.where, (database) => addOrder(database, order));
    const events = await queryDatabase(
      place.where,
      'select id, order_id from order_events order by id',
    );
    expect(events).toHaveLength(21);
    expect(events.at(-1)?.order_id).toBe(order.id);
  });
});

describe('the documented commands for PostgreSQL', () => {
  const OTHERS = `do $others$ begin
    set local search_path to public;
    create type mood as enum ('glad', 'sad');
    create table guests (id serial primary key, mood mood);
    insert into guests (mood) values ('glad');
    create view glad_guests as select * from guests where mood = 'glad';
    end $others$`;

  test('are these', async () => {
    const guide = await readFile('docs/deploy.md', 'utf8');
    expect(guide).toContain(`${PG_DUMP}\n`);
    expect(guide).toContain(`${PG_RESTORE}\n`);
  });

  test('restore into an empty database, and leave what other applications have there', async () => {
    const { place, file } = await backedUp(freshPostgres);
    await place.run(OTHERS);
    await backUp(place, `${file}-2`);
    const before = await readTables(place.where);
    const to = await emptyPostgres();
    await to.run(OTHERS);
    await to.run("insert into guests (mood) values ('sad')");
    await restore(to, `${file}-2`);
    expect(await readTables(to.where)).toEqual(before);
    expect(await queryDatabase(to.where, 'select mood from public.guests order by id')).toEqual([
      { mood: 'glad' },
      { mood: 'sad' },
    ]);
    await (await to.open()).ping();
  });

  test('change nothing if the file is truncated, or if a view of others reads the orders', async () => {
    const { place, file } = await backedUp(freshPostgres);
    const whole = await readFile(file);
    const before = await place.dump();
    await writeFile(`${file}-2`, whole.subarray(0, 0.9 * whole.length));
    await expect(restore(place, `${file}-2`)).rejects.toThrow('pg_restore: error:');
    await place.run('create view public.takings as select sum(total) from orders');
    await expect(restore(place, file)).rejects.toThrow('takings depends on');
    expect(await place.dump()).toBe(before);
  });
});

/** A closed shop and its backup. */
async function backedUp(
  fresh: () => Promise<TestDatabase>,
): Promise<{ place: TestDatabase; file: string }> {
  const place = await fresh();
  await inShop(place.where, async (database) => {
    await seed(database.db, sampleSeed());
    for (let n = 0; n < 20; n += 1) await addOrder(database, sampleOrder());
    await ask(database);
  });
  const file = await backupFile();
  await backUp(place, file);
  return { place, file };
}

async function ask({ db }: Database): Promise<void> {
  const wish = { occasion: 'Wedding', people: 80, ideas: 'Three tiers', budget: '' };
  const content = { ...wish, ...sampleOrder().customer, day: sampleItem().day };
  const photos = [{ width: 400, height: 300, bytes: await jpeg() }];
  const shop = { db, clock: { now: () => NOON }, log: createLog('silent') };
  const placed = await placeRequest(shop, randomUUID(), { content, photos, linkToken: 'none' });
  expect(placed.ok).toBe(true);
}

async function backUp({ where }: TestDatabase, file: string): Promise<void> {
  if (where.databaseUrl) await backUpPostgres(where.databaseUrl, file);
  else expect(await backUpSqlite(where.dataDir, file)).toBe('backed-up');
}

async function restore({ where }: TestDatabase, file: string): Promise<void> {
  if (where.databaseUrl) await restorePostgres(where.databaseUrl, file);
  else expect(await restoreSqlite(where.dataDir, file, true)).toBe('restored');
}

/** The result of a restore or the operator's message; a bug is thrown. */
async function outcome({ where }: TestDatabase, file: string): Promise<string> {
  return restoreSqlite(where.dataDir, file, true).catch((error: unknown) => {
    const explanation = explainFailure(error);
    if (explanation === undefined) throw error;
    return explanation;
  });
}

/** root can read everything. */
async function asUnprivileged<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
