import type { Kysely } from 'kysely';
import type { Instant } from '#domain/clock.ts';
import type { PaymentEvents } from '#domain/orders/order-ports.ts';
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

    remember: (eventId, at) => rememberEvent(db, eventId, at),
  };
}

export async function rememberEvent(
  db: Kysely<Tables>,
  eventId: string,
  at: Instant,
): Promise<void> {
  await db
    .insertInto('payment_events')
    .values({ id: eventId, received_at: at })
    .onConflict((known) => known.column('id').doNothing())
    .execute();
}
