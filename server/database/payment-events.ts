import type { Kysely } from 'kysely';
import type { PaymentEvents } from '#domain/ports.ts';
import type { Tables } from './tables.ts';

export function createPaymentEvents(db: Kysely<Tables>): PaymentEvents {
  return {
    async isKnown(eventId) {
      const row = await db
        .selectFrom('payment_events')
        .select('id')
        .where('id', '=', eventId)
        .executeTakeFirst();
      return row !== undefined;
    },

    async remember(eventId, at) {
      await db
        .insertInto('payment_events')
        .values({ id: eventId, received_at: at })
        .onConflict((known) => known.column('id').doNothing())
        .execute();
    },
  };
}
