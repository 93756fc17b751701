import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { orderNumber } from '#domain/orders/order-number.ts';

/** Short order numbers for people. */
export const orderNumbers: Migration = {
  async up(db: Kysely<{ orders: { id: string; number: string | null } }>) {
    // Null in orders that a server of the previous version adds meanwhile.
    await db.schema.alterTable('orders').addColumn('number', 'text').execute();
    const rows = await db.selectFrom('orders').select('id').execute();
    const used = new Set<string>();
    for (const { id } of rows) {
      let number = orderNumber(id);
      for (let attempt = 1; used.has(number); attempt += 1) number = orderNumber(id, attempt);
      used.add(number);
      await db.updateTable('orders').set({ number }).where('id', '=', id).execute();
    }
    await db.schema
      .createIndex('orders_number')
      .unique()
      .on('orders')
      .column('number')
      .where(sql.ref('number'), 'is not', null)
      .execute();
  },
};
