import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { postgresClock, sqliteClock } from '#server/db/database-settings.ts';
import type { Tables } from '#server/db/tables.ts';

/** The trail of each order, what staff have made and handed over, and the indexes of their lists. */
export const orderBook: Migration = {
  async up(db: Kysely<Tables>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await db.schema
      .createTable('order_events')
      // SQLite numbers the rows of such a column itself.
      .addColumn('id', 'integer', (column) =>
        isPostgres
          ? column.generatedAlwaysAsIdentity().primaryKey()
          : column.notNull().primaryKey(),
      )
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('actor', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('facts', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('order_events_order')
      .on('order_events')
      .columns(['order_id', 'id'])
      .execute();

    await db.schema
      .createTable('collections')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('made', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('person_id', 'text')
      .addPrimaryKeyConstraint('collections_pk', ['order_id', 'day'])
      .addCheckConstraint(
        'collections_made',
        sql`made in ('to-make', 'ready', 'collected', 'missed')`,
      )
      .execute();
    // Partial: most are collected in the end.
    await sql`create index collections_open on collections (made, order_id)
      where made in ('ready', 'missed')`.execute(db);

    await db.schema
      .createIndex('orders_placed')
      .on('orders')
      .columns(['placed_at', 'id'])
      .execute();
    await sql`create index orders_unpaid on orders (placed_at, id)
      where state in ('placed', 'expired')`.execute(db);
    await sql`create index orders_reversed on orders (placed_at, id)
      where reversals <> '[]'`.execute(db);
    await db.schema
      .createIndex('order_items_day')
      .on('order_items')
      .columns(['day', 'order_id'])
      .execute();

    await db.schema.alterTable('orders').addColumn('search', 'text').execute();
    // The orders that have no search text but should, or have one but should not. The next search finds and
    // mends them: it needs columns of later migrations.
    await sql`create index orders_search_outdated on orders (id)
      where (search is null) = (anonymised_at is null)`.execute(db);

    // The time of placing is the only one that is known.
    await sql`insert into order_events (order_id, at, actor, kind, facts)
      select id, placed_at, 'shop', 'migrated', '{"state":"' || state || '","payment":"' || payment
        || '","reversals":' || reversals || '}' from orders order by placed_at, id`.execute(db);
    // Nobody could tick off the days before: they do not need anybody now.
    const today = isPostgres ? sql`to_char(now(), 'YYYY-MM-DD')` : sql`date('now')`;
    const now = isPostgres ? postgresClock(0) : sqliteClock(0);
    const past = sql`from orders join order_items on order_items.order_id = orders.id
      where state in ('funded', 'paid') and day < ${today} group by orders.id, day`;
    await sql`insert into order_events (order_id, at, actor, kind, facts)
      select orders.id, ${now}, 'shop', 'made',
        '{"day":"' || day || '","from":"to-make","made":"collected"}' ${past}`.execute(db);
    await sql`insert into collections (order_id, day, made, at)
      select orders.id, day, 'collected', ${now} ${past}`.execute(db);
  },
};
