import type { Kysely } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import {
  type Capacity,
  type DayLoad,
  pointsByDay,
  type SizePoints,
} from '#domain/capacity/capacity.ts';
import { usualPoints } from '#domain/catalogue/points.ts';
import { bookedStates, type OrderId } from '#domain/orders/order.ts';
import type { Changes, Ports } from '#server/ports.ts';
import { bookDays } from './bookings.ts';
import { heldPoints, lockDaysOf, readItems } from './lock-days.ts';
import { BOOKED } from './order-rows.ts';
import { lockOrder } from './order-statements.ts';
import type { Tables } from './tables.ts';
import { createVersionedRead } from './versioned-cache.ts';

export function createCapacity(
  db: Kysely<Tables>,
  version: Changes['version'],
  content: Ports['content'],
): Capacity {
  return {
    sizePoints: createVersionedRead(version, () => readSizePoints(db)),

    async loads({ from, to, now }) {
      const loads = new Map<Day, DayLoad>();
      for (const [day, own] of (await content()).calendar.capacities) {
        if (day >= from && day <= to) loads.set(day, { points: 0, own });
      }
      const taken = await heldPoints(db, now)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .execute();
      for (const row of taken) {
        const day = Day.parse(row.day);
        loads.set(day, { own: null, ...loads.get(day), points: Number(row.points) });
      }
      return loads;
    },

    async history({ from, to }) {
      const rows = await db
        .selectFrom('order_items')
        .innerJoin('orders', 'orders.id', 'order_items.order_id')
        .leftJoin('sizes', 'sizes.id', 'order_items.size_id')
        .leftJoin('cakes', 'cakes.id', 'order_items.cake_id')
        .select(['day', 'kind', 'order_items.size', ({ fn }) => fn.countAll().as('count')])
        .select(({ fn }) => fn.coalesce('order_items.points', 'sizes.points').as('points'))
        .where(BOOKED)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .groupBy(({ fn }) => [
          'day',
          'kind',
          'order_items.size',
          fn.coalesce('order_items.points', 'sizes.points'),
        ])
        .execute();
      const days = pointsByDay(
        rows.map(({ day, kind, size, points, count }) => ({
          day: Day.parse(day),
          points: Number(count) * (points ?? usualPoints(kind ?? 'cake', { size })),
        })),
      );
      return [...days].map(([day, points]) => ({ day, points }));
    },

    async repairBookings(today, now) {
      for (const id of await unbookedOrders(db, today)) {
        await db.transaction().execute(async (trx) => {
          const { locked } = await lockDaysOf(trx, id, now);
          const { state, cancelled_at } = await lockOrder(trx, id)
            .select(['state', 'cancelled_at'])
            .executeTakeFirstOrThrow();
          // It has ended meanwhile.
          if (state === 'expired' || cancelled_at !== null) return;
          await setPoints(trx, id);
          const points = pointsByDay(await readItems(trx, id));
          await bookDays(trx, id, { points, locked });
        });
      }
    },
  };
}

async function readSizePoints(db: Kysely<Tables>): Promise<SizePoints> {
  const rows = await db
    .selectFrom('sizes')
    .select(['id', 'points'])
    .where('points', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, points }) => [id, points ?? 0]));
}

/** Orders from `today` on that are in the book, or being paid by a bank, and have no lasting booking. */
async function unbookedOrders(db: Kysely<Tables>, today: Day): Promise<OrderId[]> {
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('bookings', (on) =>
      on
        .onRef('bookings.order_id', '=', 'order_items.order_id')
        .onRef('bookings.day', '=', 'order_items.day'),
    )
    .select('orders.id')
    .distinct()
    .where('order_items.day', '>=', today)
    .where('cancelled_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        eb('state', 'in', bookedStates),
        and([eb('state', '=', 'placed'), eb('payment', '=', 'processing')]),
      ]),
    )
    .where(({ eb, or }) =>
      or([eb('order_items.points', 'is', null), eb('order_items.points', '>', 0)]),
    )
    .where(({ eb, or }) =>
      or([eb('bookings.order_id', 'is', null), eb('bookings.until', 'is not', null)]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Of items that were ordered without them. */
async function setPoints(trx: Kysely<Tables>, orderId: OrderId): Promise<void> {
  const items = await trx
    .selectFrom('order_items')
    .leftJoin('sizes', 'sizes.id', 'order_items.size_id')
    .leftJoin('cakes', 'cakes.id', 'order_items.cake_id')
    .select(['order_items.position', 'kind', 'order_items.size', 'sizes.points'])
    .where('order_id', '=', orderId)
    .where('order_items.points', 'is', null)
    .execute();
  for (const { position, kind, size, points } of items) {
    await trx
      .updateTable('order_items')
      .set({ points: points ?? usualPoints(kind ?? 'cake', { size }) })
      .where('order_id', '=', orderId)
      .where('position', '=', position)
      .execute();
  }
}
