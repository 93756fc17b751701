import type { Kysely } from 'kysely';
import type { BotCheckRecords, VerifiedToken } from '#domain/bot-check.ts';
import type { OrderId } from '#domain/orders/order.ts';
import type { Tables } from './tables.ts';

/** Every decision is a single insert, so that exactly one of many concurrent attempts succeeds. */
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

    async recordTokenUse(token, orderId, most) {
      // Terminates: an insert fails only if another order has taken the place.
      for (;;) {
        if (await takePlace(db, token, orderId, most)) return true;
        const served = await db
          .selectFrom('bot_check_served')
          .select('order_id')
          .where('token_id', '=', token.id)
          .execute();
        if (served.some(({ order_id }) => order_id === orderId)) return true;
        if (served.length >= most) return false;
      }
    },

    async deleteExpired(now) {
      await db.deleteFrom('bot_check_spent').where('remember_until', '<=', now).execute();
      await db.deleteFrom('bot_check_served').where('remember_until', '<=', now).execute();
      await db
        .deleteFrom('bot_check_keys as key')
        .where('accepted_until', '<=', now)
        // Keep the newest: the next generation is counted from it.
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

/** Takes the token's next free place in one statement. */
async function takePlace(
  db: Kysely<Tables>,
  token: VerifiedToken,
  orderId: OrderId,
  most: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added } = await db
    .insertInto('bot_check_served')
    .columns(['token_id', 'place', 'order_id', 'remember_until'])
    .expression((eb) =>
      eb
        .selectFrom('bot_check_served')
        .select(({ fn, val }) => [
          val(token.id).as('token_id'),
          fn.count<number>('place').as('place'),
          val(orderId).as('order_id'),
          val(token.expiresAt).as('remember_until'),
        ])
        .where('token_id', '=', token.id)
        .having(({ fn }) => fn.count('place'), '<', most),
    )
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirstOrThrow();
  return added === 1n;
}
