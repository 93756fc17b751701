import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, PostgresDialect, type TableMetadata } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { bothDatabases, type TestDatabase } from '#test/both-databases.ts';
import { replay } from '#test/replay-trail.ts';
import { at, NOON, sampleOrder } from '#test/samples.ts';
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

describe.each(bothDatabases)('orders of before the order book on $name', ({ empty }) => {
  test('are in its lists, with a trail that begins with what they are', async () => {
    const place = await empty();
    await migrateToBefore('017-order-book', place);
    const [paid, expired] = [sampleOrder(), sampleOrder()];
    const reversals = [
      { id: 're_1', kind: 'refund' as const, amount: 1, state: 'pending', at: NOON },
    ];
    const [past, future] = ['2020-01-01', '2999-01-01'];
    await place.run(`insert into orders
      (id, state, name, email, phone, total, placed_at, pay_by, payment, reversals)
      values ('${paid.id}', 'paid', 'Zoë', '', '', 1, '${NOON}', '${NOON}', 'none', '${JSON.stringify(reversals)}'),
        ('${expired.id}', 'expired', 'Zoë', '', '', 1, '${NOON}', '${NOON}', 'failed', '[]')`);
    await place.run(`insert into order_items
      (order_id, position, cake_id, size_id, api, title, img, size, price, message, day, allergens)
      select id, 0, '', '', '', '', '', '', 1, '', '${past}', '[]' from orders
      union all select id, 1, '', '', '', '', '', '', 1, '', '${future}', '[]' from orders`);

    const { book } = await place.open();
    const openFrom = Day.parse(past);
    const search = {
      onlyByNumber: false,
      show: undefined,
      openFrom,
      after: undefined,
      limit: 9,
    };
    expect(await book.orders({ ...search, terms: ['ZOE'] })).toHaveLength(2);
    const [madeOfPaid, madeOfExpired] = await Promise.all(
      [paid, expired].map(async ({ id }) => {
        const booked = await book.order({ id });
        const { made, ...replayed } = replay(booked?.trail ?? []);
        const { state, payment, reversals } = booked?.order ?? {};
        expect(replayed).toMatchObject({ state, payment, reversals, isComplete: true });
        expect([...made]).toEqual(
          booked?.days
            .filter((each) => each.made !== 'to-make')
            .map(({ day, made }) => [day, made]),
        );
        return booked?.days;
      }),
    );
    // Nobody could tick off the days before.
    expect(madeOfPaid?.map(({ made }) => made)).toEqual(['collected', 'to-make']);
    expect(madeOfExpired?.map(({ made }) => made)).toEqual(['to-make', 'to-make']);
  });
});

describe.each(bothDatabases)('orders of before the ledger on $name', ({ empty }) => {
  test('are in it with what is stored of their money, and one that cannot be read stops none', async () => {
    const place = await empty();
    await migrateToBefore('025-ledger', place);
    const [paid, unpaid, broken] = [sampleOrder(), sampleOrder(), sampleOrder()];
    const refund = { kind: 'refund', amount: 100, at: at(60) };
    const reversals = JSON.stringify([
      { ...refund, id: 're_1', state: 'succeeded' },
      { ...refund, id: 're_2', state: 'failed' },
    ]);
    const row = (id: string, state: string, number: string, json: string) =>
      `('${id}', '${state}', '${number}', 'Zoë', '', '', 9600, '${NOON}', '${NOON}', 'cs_${number}', '${json}')`;
    await place.run(`insert into orders
      (id, state, number, name, email, phone, total, placed_at, pay_by, checkout_id, reversals)
      values ${row(paid.id, 'paid', 'A', reversals)}, ${row(unpaid.id, 'expired', 'B', '[]')},
        ${row(broken.id, 'paid', 'C', '[')}`);
    const event = (seconds: number, kind: string, facts: string) =>
      place.run(`insert into order_events (order_id, at, actor, kind, facts)
        values ('${paid.id}', '${at(seconds)}', 'stripe', '${kind}', '${facts}')`);
    await event(30, 'funded', '{}');
    await event(90, 'reversed', JSON.stringify({ reversals: JSON.parse(reversals) }));

    const { ledger } = await place.open();
    const { entries, unreadable } = await ledger.entries(NOON, at(3600));
    const estimate = { orderId: paid.id, orderNumber: 'A', paymentId: null, isEstimate: true };
    expect(entries).toEqual([
      { ...estimate, kind: 'charge', id: 'cs_A', amount: 9600, at: at(30) },
      { ...estimate, kind: 'refund', id: 're_1', amount: 100, at: at(60) },
      { ...estimate, kind: 'refund', id: 're_2', amount: 100, at: at(60) },
      { ...estimate, kind: 'refund-failed', id: 're_2', amount: 100, at: at(90) },
    ]);
    expect(unreadable).toEqual(['C']);
  });
});

async function migrateToBefore(migration: string, place: TestDatabase): Promise<void> {
  const { where } = place;
  if (!where.databaseUrl) await ensureSqliteFile(where.dataDir);
  const names = Object.keys(migrations);
  const migrator = new Migrator({
    db: connect(place),
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateTo(names[names.indexOf(migration) - 1] ?? '');
  if (error) throw error;
}

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
