import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { parseJson } from '#domain/guard.ts';
import {
  aYearBefore,
  daysOfPeriod,
  type Period,
  type Sales,
  sumUpSales,
} from '#domain/ledger/sales.ts';
import { fundedStates, OrderedOption } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';

/**
 * What is sold of the days of a period, and of the same period of the year before: the items of paid orders, by the day
 * on which they are collected. Orders that are cancelled or paid back in full are not in it; other refunds are not
 * taken off, because they name no item.
 */
export async function salesOf(
  { db, content }: Pick<Shop, 'db' | 'content'>,
  period: Period,
): Promise<Sales> {
  const sold = [
    ...(await soldItems(db, period)).map((item) => ({ ...item, isBefore: false })),
    ...(await soldItems(db, aYearBefore(period))).map((item) => ({ ...item, isBefore: true })),
  ];
  const { catalogue } = await content();
  return sumUpSales(period, sold, (id) => catalogue.entry(id)?.cake.title);
}

async function soldItems(db: Kysely<Tables>, period: Period) {
  const { from, before } = daysOfPeriod(period);
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['cake_id as cakeId', 'order_items.title', 'is_add_on', 'size', 'day', 'time'])
    .select(['options', 'price', 'placed_at as placedAt'])
    .where('day', '>=', from)
    .where('day', '<', before)
    .where('orders.state', 'in', fundedStates)
    .where('cancelled_at', 'is', null)
    .where((eb) => eb(paidBack(eb), '<', eb.ref('orders.paid')))
    .execute();
  return rows.map(({ is_add_on, options, day, ...item }) => ({
    ...item,
    isAddOn: is_add_on === 1,
    day: Day.parse(day),
    options: Options.safeParse(parseJson(options ?? '[]')).data ?? [],
  }));
}

const Options = z.array(OrderedOption.pick({ group: true, name: true, text: true, price: true }));

/** What has gone back to the customer of an order, without disputes: those cakes were made. */
function paidBack(eb: ExpressionBuilder<Tables, 'orders'>) {
  return eb
    .selectFrom('ledger')
    .select(
      sql<number>`coalesce(sum(case
        when kind in ('refund', 'cash-refund') then amount
        when kind in ('refund-failed', 'cash-refund-undone') then -amount
        else 0 end), 0)`.as('paid_back'),
    )
    .whereRef('ledger.order_id', '=', 'orders.id');
}
