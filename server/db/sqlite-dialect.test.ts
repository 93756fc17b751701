import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { nodeSqliteDialect } from './sqlite-dialect.ts';

interface Cakes {
  cakes: { name: string };
}

/** Several connections to one new file, like several servers. */
async function connections(): Promise<[Kysely<Cakes>, Kysely<Cakes>]> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-sqlite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const connect = () => {
    const file = new DatabaseSync(join(folder, 'cakes.sqlite'));
    const db = new Kysely<Cakes>({ dialect: nodeSqliteDialect(file) });
    onTestFinished(() => db.destroy());
    return db;
  };
  const [one, other] = [connect(), connect()];
  await sql`pragma journal_mode = wal`.execute(one);
  await sql`create table cakes (name text)`.execute(one);
  return [one, other];
}

test('rejects values that node:sqlite would store as NULL', async () => {
  const [db] = await connections();
  for (const value of [new Date(), { name: 'Victoria' }, undefined, true]) {
    const insert = CompiledQuery.raw('insert into cakes values (?)', [value]);
    await expect(db.executeQuery(insert)).rejects.toThrow('A column takes text');
  }
});

test('waits for a writer in the same process without blocking it', async () => {
  const [one, other] = await connections();
  const writer = await one.startTransaction().execute();
  await writer.insertInto('cakes').values({ name: 'first' }).execute();
  const waiting = other.transaction().execute(async (trx) => {
    await trx.insertInto('cakes').values({ name: 'second' }).execute();
    return trx.selectFrom('cakes').select('name').execute();
  });
  await new Promise((resolve) => setImmediate(resolve));
  await writer.commit().execute();
  expect(await waiting).toEqual([{ name: 'first' }, { name: 'second' }]);
});

test('reads a snapshot while another connection writes', async () => {
  const [one, other] = await connections();
  const reader = await one.startTransaction().setAccessMode('read only').execute();
  expect(await reader.selectFrom('cakes').select('name').execute()).toEqual([]);
  await other.insertInto('cakes').values({ name: 'first' }).execute();
  expect(await reader.selectFrom('cakes').select('name').execute()).toEqual([]);
  await reader.commit().execute();
  expect(await one.selectFrom('cakes').select('name').execute()).toEqual([{ name: 'first' }]);
});

test('serializes writers that read first', async () => {
  const [one, other] = await connections();
  const add = (db: Kysely<Cakes>) =>
    db.transaction().execute(async (trx) => {
      const there = await trx.selectFrom('cakes').select('name').execute();
      await trx
        .insertInto('cakes')
        .values({ name: `cake ${there.length}` })
        .execute();
    });
  await Promise.all([add(one), add(other), add(one), add(other)]);
  const cakes = await one.selectFrom('cakes').select('name').orderBy('name').execute();
  expect(cakes.map(({ name }) => name)).toEqual(['cake 0', 'cake 1', 'cake 2', 'cake 3']);
});

test('rolls back a failed migration', async () => {
  const [db] = await connections();
  const failing: Migration = {
    async up(migrating: Kysely<unknown>) {
      await migrating.schema.createTable('half').addColumn('done', 'text').execute();
      throw new Error('no further');
    },
  };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ failing }) } });
  const { error } = await migrator.migrateToLatest();
  expect(error).toEqual(new Error('no further'));
  const tables = await db.introspection.getTables();
  expect(tables.map(({ name }) => name)).toEqual(['cakes']);
});

test('prepares a frequent statement once, however many others there are', async () => {
  const prepared: string[] = [];
  class Recording extends DatabaseSync {
    override prepare(query: string) {
      prepared.push(query);
      return super.prepare(query);
    }
  }
  const db = new Kysely<Cakes>({ dialect: nodeSqliteDialect(new Recording(':memory:')) });
  onTestFinished(() => db.destroy());
  const frequent = "select 'frequent'";
  for (let number = 0; number < 300; number += 1) {
    await db.executeQuery(CompiledQuery.raw(`select ${number}`));
    if (number >= 250) await db.executeQuery(CompiledQuery.raw(frequent));
  }
  expect(prepared.filter((query) => query === frequent)).toHaveLength(1);
});
