import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The index of what customers have changed by their links. */
export const customerChanges: Migration = {
  async up(db: Kysely<unknown>) {
    // Partial: most orders stay as they are. `CHANGED_BY_CUSTOMER` repeats the condition.
    await sql`create index order_events_by_customer on order_events (order_id)
      where actor = 'customer' and kind in ('moved', 'text-changed', 'cancel-asked')`.execute(db);
  },
};
