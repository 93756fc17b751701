import type { Kysely } from 'kysely';
import type { Sheets } from '#server/orders/book-ports.ts';
import { dbTime } from './db-time.ts';
import type { Tables } from './tables.ts';
import { waitForWriters } from './transactions.ts';

/** What changes a sheet: an order comes or goes, or what is written on it. */
const CHANGES = [
  ...['funded', 'agreed', 'restored', 'reversed', 'cancelled', 'uncancelled'],
  'text-changed',
];

export function createSheets(db: Kysely<Tables>): Sheets {
  const lastEvent = async (from: Kysely<Tables> = db) => {
    const { last } = await from
      .selectFrom('order_events')
      .select(({ fn }) => fn.max<number | null>('id').as('last'))
      .executeTakeFirstOrThrow();
    return last ?? 0;
  };
  return {
    lastEvent: () =>
      db.transaction().execute(async (trx) => {
        // An event can commit after one with a larger id.
        await waitForWriters(trx, 'order_events');
        return lastEvent(trx);
      }),

    async lastPrint(day) {
      const printed = await db
        .selectFrom('printed_sheets')
        .select(['event_id', 'printed_at'])
        .where('day', '=', day)
        .executeTakeFirst();
      if (!printed) return undefined;
      const changed = await db
        .selectFrom('order_items')
        .innerJoin('order_events', 'order_events.order_id', 'order_items.order_id')
        .select('order_items.order_id as id')
        .distinct()
        .where('day', '=', day)
        .where('order_events.id', '>', printed.event_id)
        .where(({ or, and, eb }) =>
          or([
            eb('kind', 'in', CHANGES),
            and([eb('kind', '=', 'contact-corrected'), eb('facts', 'like', '%"name"%')]),
          ]),
        )
        // Paid since: an agreed order was on the sheet before.
        .where(({ not, and, eb, selectFrom }) =>
          not(
            and([
              eb('kind', '=', 'funded'),
              eb(
                'order_items.order_id',
                'in',
                selectFrom('order_events').select('order_id').where('kind', '=', 'agreed'),
              ),
            ]),
          ),
        )
        .union((query) =>
          query
            .selectFrom('order_events')
            .select('order_id as id')
            .where('id', '>', printed.event_id)
            .where('kind', '=', 'moved')
            // From this day, or to it.
            .where('facts', 'like', `%"${day}"%`),
        )
        .execute();
      return { at: printed.printed_at, changed: changed.map(({ id }) => id) };
    },

    async record(day, shown) {
      const row = { event_id: Math.min(shown, await lastEvent()), printed_at: dbTime(db) };
      await db
        .insertInto('printed_sheets')
        .values({ day, ...row })
        .onConflict((conflict) => conflict.column('day').doUpdateSet(row))
        .execute();
    },
  };
}
