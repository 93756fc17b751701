import { type ExpressionBuilder, sql } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { daysOfPeriod, type Period, type Sales, sumUpSales } from '#domain/ledger/sales.ts';
import { fundedStates } from '#domain/orders/order.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';

/**
 * What is sold of the days of a period: the items of paid orders, by the day on which they are collected. Orders that
 * are cancelled or paid back in full are not in it; other refunds are not taken off, because they name no item.
 */
export async function salesOf(
  { db, content }: Pick<Shop, 'db' | 'content'>,
  period: Period,
): Promise<Sales> {
  const { from, before } = daysOfPeriod(period);
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['cake_id as cakeId', 'order_items.title', 'is_add_on as isAddOn', 'size', 'day'])
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('price').as('gross')])
    .where('day', '>=', from)
    .where('day', '<', before)
    .where('orders.state', 'in', fundedStates)
    .where('cancelled_at', 'is', null)
    .where((eb) => eb(paidBack(eb), '<', eb.ref('orders.total')))
    .groupBy(['cake_id', 'order_items.title', 'is_add_on', 'size', 'day'])
    .execute();
  const { catalogue } = await content();
  const items = z.array(Row).parse(rows);
  return sumUpSales(period, items, (id) => catalogue.entry(id)?.cake.title);
}

const Row = z.object({
  cakeId: z.string().nullable(),
  title: z.string(),
  isAddOn: z.coerce.boolean(),
  size: z.string(),
  day: Day,
  // PostgreSQL returns sums as text.
  count: z.coerce.number().int(),
  gross: z.coerce.number().int(),
});

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
