import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, PostgresDialect, type TableMetadata } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { isBreaking, migrations } from './migrate.ts';
import { ensureSqliteFile } from './open-sqlite.ts';
import { isShopTableName } from './shop-tables.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';

/** Older than the rule: it replaced a table. */
const BEFORE_THE_RULE = '008-shelves';

type Steps = Record<string, Migration>;

const FIRST: Steps = {
  '001-first': {
    up: (db) =>
      db.schema
        .createTable('orders')
        .addColumn('id', 'integer')
        .addColumn('note', 'text')
        .execute(),
  },
};

describe.each(bothDatabases)('the migrations on $name', ({ empty }) => {
  test('only add to the schema, unless their name ends in -breaking', async () => {
    const changes = await changesOf(migrations, await empty());
    expect([...changes.keys()]).toEqual(Object.keys(migrations));
    changes.delete(BEFORE_THE_RULE);
    const undeclared = [...changes].filter(
      ([name, broken]) => broken.length > 0 && !isBreaking(name),
    );
    expect(undeclared).toEqual([]);
  });

  test.each<[string, string, Migration['up']]>([
    ['drops a table', 'orders is gone', (db) => db.schema.dropTable('orders').execute()],
    [
      'renames a table',
      'orders is gone',
      (db) => db.schema.alterTable('orders').renameTo('purchases').execute(),
    ],
    [
      'drops a column',
      'orders.note is gone or another',
      (db) => db.schema.alterTable('orders').dropColumn('note').execute(),
    ],
    [
      'renames a column',
      'orders.note is gone or another',
      (db) => db.schema.alterTable('orders').renameColumn('note', 'words').execute(),
    ],
    [
      'makes another type of a column',
      'orders.note is gone or another',
      async (db) => {
        await db.schema.alterTable('orders').dropColumn('note').execute();
        await db.schema.alterTable('orders').addColumn('note', 'integer').execute();
      },
    ],
    [
      'adds a column that an insert of before leaves empty',
      'orders.paid has no default',
      async (db) => {
        await db.schema.dropTable('orders').execute();
        await db.schema
          .createTable('orders')
          .addColumn('id', 'integer')
          .addColumn('note', 'text')
          .addColumn('paid', 'integer', (column) => column.notNull())
          .execute();
      },
    ],
  ])('fail this test if one %s', async (_, complaint, up) => {
    const changes = await changesOf({ ...FIRST, '002-next': { up } }, await empty());
    expect(changes.get('002-next')).toContain(complaint);
  });

  test('create no table that is missing from the shop’s tables', async () => {
    const place = await empty();
    await place.open();
    const names = (await tablesOf(connect(place))).map(({ name }) => name);
    expect(names.filter((name) => !isShopTableName(name))).toEqual([]);
  });
});

/** What each migration removes from the previous schema. */
async function changesOf(steps: Steps, place: TestDatabase): Promise<Map<string, string[]>> {
  const { where } = place;
  if (!where.databaseUrl) await ensureSqliteFile(where.dataDir);
  const db = connect(place);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  const changes = new Map<string, string[]>();
  let before: TableMetadata[] = [];
  for (const name of Object.keys(steps)) {
    const { error } = await migrator.migrateTo(name);
    if (error) throw error;
    const after = await tablesOf(db);
    changes.set(name, brokenBetween(before, after));
    before = after;
  }
  return changes;
}

function brokenBetween(before: TableMetadata[], after: TableMetadata[]): string[] {
  return before.flatMap((table) => {
    const now = after.find(({ name }) => name === table.name);
    if (!now) return `${table.name} is gone`;
    const broken = table.columns.filter(
      (old) =>
        !now.columns.some(
          ({ name, dataType, isNullable }) =>
            name === old.name && dataType === old.dataType && isNullable === old.isNullable,
        ),
    );
    const added = now.columns.filter(({ name }) => !table.columns.some((old) => old.name === name));
    const wanted = added.filter((column) => !column.isNullable && !column.hasDefaultValue);
    return [
      ...broken.map(({ name }) => `${table.name}.${name} is gone or another`),
      ...wanted.map(({ name }) => `${table.name}.${name} has no default`),
    ];
  });
}

function tablesOf(db: Kysely<unknown>): Promise<TableMetadata[]> {
  return db.introspection.getTables({ withInternalKyselyTables: true });
}

function connect({ where }: TestDatabase): Kysely<unknown> {
  const dialect: Dialect = where.databaseUrl
    ? new PostgresDialect({ pool: new Pool({ connectionString: where.databaseUrl }) })
    : nodeSqliteDialect(new DatabaseSync(`${where.dataDir}/shop.sqlite`));
  const db = new Kysely<unknown>({ dialect });
  onTestFinished(() => db.destroy());
  return db;
}
