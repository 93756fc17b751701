import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Instant } from '#domain/clock.ts';
import { OrderId } from '#domain/orders/order.ts';
import type { Outbox } from '#domain/ports.ts';
import type { Tables } from './tables.ts';
import { takeStepOf } from './take-step.ts';
import { together } from './together.ts';

const Claimed = z.array(z.object({ orderId: OrderId, attempt: z.int().positive() }));

interface OutboxSettings {
  /** Told of every order that a delivery has made paid, when that is committed. */
  moved(id: OrderId): void;
  /** Whether servers may come at once and rows can be locked: on PostgreSQL. */
  locksRows: boolean;
}

export function createOutbox(db: Kysely<Tables>, { moved, locksRows }: OutboxSettings): Outbox {
  const deliverTogether = together<Delivered>(async (delivered) => {
    for (const id of await deliver(db, delivered)) moved(id);
  });
  return {
    async claim(now, leaseUntil, most) {
      const rows = await db
        // Apart, so that it is looked for once and no more are locked than are taken.
        .with('due', (query) =>
          query
            .selectFrom('outbox')
            .select('order_id')
            .where('delivered_at', 'is', null)
            .where('next_attempt_at', '<=', now)
            .orderBy('next_attempt_at')
            .orderBy('order_id')
            .limit(most)
            // What another server is just taking is not waited for.
            .$if(locksRows, (due) => due.forUpdate().skipLocked()),
        )
        .updateTable('outbox')
        .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: leaseUntil }))
        .where('order_id', 'in', ({ selectFrom }) => selectFrom('due').select('order_id'))
        .returning(['order_id as orderId', 'attempts as attempt'])
        .execute();
      return Claimed.parse(rows);
    },

    delivered: (orderId, at) => deliverTogether({ orderId, at }),

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

interface Delivered {
  orderId: OrderId;
  at: Instant;
}

/**
 * E-mails that are accepted at the same time are one transaction: many orders, one wait for the disk.
 * @returns the orders that became paid by it.
 */
function deliver(db: Kysely<Tables>, delivered: Delivered[]): Promise<OrderId[]> {
  return db.transaction().execute(async (trx) => {
    const at = delivered.map((each) => each.at).reduce((a, b) => (a > b ? a : b));
    const ids = delivered.map(({ orderId }) => orderId);
    const paid = await takeStepOf(trx, ids, 'deliver');
    // Of some a second copy was accepted before: they are paid already.
    if (paid.length === 0) return [];
    await trx
      .updateTable('outbox')
      .set({ delivered_at: at })
      .where('order_id', 'in', paid)
      .execute();
    return paid;
  });
}
