import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { londonTime } from '#domain/calendar/days.ts';
import { CollectionTime } from '#domain/calendar/rules.ts';
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
  const both = async <Row>(read: (db: Kysely<Tables>, period: Period) => Promise<Row[]>) => [
    ...(await read(db, period)).map((row) => ({ ...row, isBefore: false })),
    ...(await read(db, aYearBefore(period))).map((row) => ({ ...row, isBefore: true })),
  ];
  const rows = {
    items: await both(soldItems),
    options: await both(soldOptions),
    ordered: await both(orderedHours),
  };
  const { catalogue } = await content();
  return sumUpSales(period, rows, (id) => catalogue.entry(id)?.cake.title);
}

async function soldItems(db: Kysely<Tables>, period: Period) {
  const rows = await itemsOf(db, period)
    .select(['cake_id as cakeId', 'order_items.title', 'is_add_on as isAddOn'])
    .select(['size', 'day', 'time'])
    .groupBy(['cake_id', 'order_items.title', 'is_add_on', 'size', 'day', 'time'])
    .execute();
  return z.array(Items).parse(rows);
}

/** At their prices then, whatever staff have agreed for the whole. */
async function soldOptions(db: Kysely<Tables>, period: Period) {
  const rows = await itemsOf(db, period)
    .select('options')
    .where('options', 'is not', null)
    .groupBy('options')
    .execute();
  return rows.flatMap(({ options, ...rest }) => {
    const { count } = Count.parse(rest);
    const chosen = Options.safeParse(parseJson(options ?? '')).data ?? [];
    return chosen.map(({ group, name, text, price }) => ({
      group,
      name,
      isText: text !== undefined,
      count,
      gross: count * price,
    }));
  });
}

async function orderedHours(db: Kysely<Tables>, period: Period) {
  // `2026-11-27T14`: an hour of UTC is one of London's, by the clock of its day.
  const hour = sql<string>`substr(placed_at, 1, 13)`;
  const rows = await itemsOf(db, period)
    .select(hour.as('placed'))
    .where('is_add_on', '=', 0)
    .groupBy(hour)
    .execute();
  return rows.map(({ placed, ...rest }) => ({
    ...Count.parse(rest),
    hour: Number(londonTime(`${placed}:00:00.000Z`).slice(0, 2)),
  }));
}

function itemsOf(db: Kysely<Tables>, period: Period) {
  const { from, before } = daysOfPeriod(period);
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('price').as('gross')])
    .where('day', '>=', from)
    .where('day', '<', before)
    .where('orders.state', 'in', fundedStates)
    .where('cancelled_at', 'is', null)
    .where((eb) => eb(paidBack(eb), '<', eb.ref('orders.paid')));
}

const Count = z.object({
  // PostgreSQL returns sums as text.
  count: z.coerce.number().int(),
  gross: z.coerce.number().int(),
});

const Items = Count.extend({
  cakeId: z.string().nullable(),
  title: z.string(),
  isAddOn: z.coerce.boolean(),
  size: z.string(),
  day: Day,
  time: CollectionTime.nullable(),
});

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
