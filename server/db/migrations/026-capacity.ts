import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * How much the cafe makes in a day, and what of it orders take. A server of the previous version takes
 * orders without looking; `Capacity.repairBookings` books them afterwards.
 */
export const capacity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('calendar_rules').addColumn('capacity', 'text').execute();
    await db.schema.alterTable('order_items').addColumn('points', 'integer').execute();
    await db.schema
      .createTable('days')
      .addColumn('day', 'text', (column) => column.notNull().primaryKey())
      .addColumn('capacity', 'integer')
      .execute();
    await db.schema
      .createTable('bookings')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('points', 'integer', (column) => column.notNull())
      .addColumn('until', 'text')
      .addColumn('caller', 'text')
      .addPrimaryKeyConstraint('bookings_pk', ['order_id', 'day'])
      .execute();
    await db.schema.createIndex('bookings_day').on('bookings').column('day').execute();
    await db.schema.createIndex('bookings_caller').on('bookings').column('caller').execute();
  },
};
