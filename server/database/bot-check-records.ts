import type { Kysely } from 'kysely';
import type { BotCheckRecords } from '#domain/bot-check/records.ts';
import type { Tables } from './tables.ts';

/** Every decision is one insert, so that of many who try at once, on however many servers, one wins. */
export function createBotCheckRecords(db: Kysely<Tables>): BotCheckRecords {
  return {
    keys: (purpose) =>
      db
        .selectFrom('bot_check_keys')
        .select(['purpose', 'generation', 'id', 'secret'])
        .select(['signs_until as signsUntil', 'accepted_until as acceptedUntil'])
        .where('purpose', '=', purpose)
        .orderBy('generation', 'desc')
        .execute(),

    async addKey({ signsUntil, acceptedUntil, ...key }) {
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('bot_check_keys')
        .values({ ...key, signs_until: signsUntil, accepted_until: acceptedUntil })
        .onConflict((made) => made.columns(['purpose', 'generation']).doNothing())
        .executeTakeFirstOrThrow();
      return added === 1n;
    },

    async spendChallenge(nonce, rememberUntil) {
      const { numInsertedOrUpdatedRows: added } = await db
        .insertInto('bot_check_spent')
        .values({ nonce, remember_until: rememberUntil })
        .onConflict((spent) => spent.column('nonce').doNothing())
        .executeTakeFirstOrThrow();
      return added === 1n;
    },

    async serveOrder(token, orderId, most) {
      // Ends: each round that comes too late is one in which another order took a place.
      for (;;) {
        const served = await db
          .selectFrom('bot_check_served')
          .select('order_id')
          .where('token_id', '=', token.id)
          .execute();
        if (served.some(({ order_id }) => order_id === orderId)) return true;
        if (served.length >= most) return false;

        const { numInsertedOrUpdatedRows: added } = await db
          .insertInto('bot_check_served')
          .values({
            token_id: token.id,
            place: served.length,
            order_id: orderId,
            remember_until: token.expiresAt,
          })
          .onConflict((taken) => taken.doNothing())
          .executeTakeFirstOrThrow();
        if (added === 1n) return true;
      }
    },

    async forgetExpired(now) {
      await db.deleteFrom('bot_check_spent').where('remember_until', '<=', now).execute();
      await db.deleteFrom('bot_check_served').where('remember_until', '<=', now).execute();
      await db
        .deleteFrom('bot_check_keys as key')
        .where('accepted_until', '<=', now)
        // The newest stays, however old: the next one is counted from it.
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('bot_check_keys as newer')
              .select('newer.id')
              .whereRef('newer.purpose', '=', 'key.purpose')
              .whereRef('newer.generation', '>', 'key.generation'),
          ),
        )
        .execute();
    },
  };
}
