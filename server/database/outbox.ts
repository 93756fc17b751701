import type { Kysely } from 'kysely';
import * as z from 'zod';
import { OrderId } from '#domain/orders/order.ts';
import type { Outbox } from '#domain/ports.ts';
import type { Tables } from './tables.ts';
import { takeStep } from './take-step.ts';

const Due = z.object({ orderId: OrderId, attempts: z.int().nonnegative() });

/** @param moved told of every order that has been paid by a delivery, when that is committed. */
export function createOutbox(db: Kysely<Tables>, moved: (id: OrderId) => void): Outbox {
  return {
    async claim(now, leaseUntil) {
      // Ends: each round that comes too late is one in which another server took a notification.
      for (;;) {
        const row = await db
          .selectFrom('outbox')
          .select(['order_id as orderId', 'attempts'])
          .where('delivered_at', 'is', null)
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .orderBy('order_id')
          .limit(1)
          .executeTakeFirst();
        if (!row) return undefined;

        const { orderId, attempts } = Due.parse(row);
        const attempt = attempts + 1;
        const { numUpdatedRows } = await db
          .updateTable('outbox')
          .set({ attempts: attempt, next_attempt_at: leaseUntil })
          .where('order_id', '=', orderId)
          .where('delivered_at', 'is', null)
          // Every claim counts up, so this says that nobody was quicker: no lock is needed.
          .where('attempts', '=', attempts)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) return { orderId, attempt };
      }
    },

    async delivered(orderId, at) {
      const paid = await db.transaction().execute(async (trx) => {
        // A second copy of the notification was accepted before: the order is paid already.
        if (!(await takeStep(trx, orderId, 'deliver'))) return false;
        await trx
          .updateTable('outbox')
          .set({ delivered_at: at })
          .where('order_id', '=', orderId)
          .execute();
        return true;
      });
      if (paid) moved(orderId);
    },

    async postpone(orderId, until, reason) {
      await db
        .updateTable('outbox')
        .set({ next_attempt_at: until, last_error: reason })
        .where('order_id', '=', orderId)
        .where('delivered_at', 'is', null)
        .execute();
    },
  };
}
