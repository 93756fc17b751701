import type { Insertable, Kysely, Selectable } from 'kysely';
import * as z from 'zod';
import { type Order, OrderId, OrderItem, OrderState } from '#domain/orders/order.ts';
import { Pence } from '#domain/pence.ts';
import type { Tables } from './tables.ts';

const StoredOrder = z.object({
  id: OrderId,
  state: OrderState,
  customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  items: z.array(OrderItem).min(1),
  total: Pence,
  placedAt: z.iso.datetime(),
  payBy: z.iso.datetime(),
  checkoutId: z.string().nullable(),
}) satisfies z.ZodType<Order>;

export function orderRow(order: Order): Omit<Insertable<Tables['orders']>, 'anonymised_at'> {
  const { name, email, phone } = order.customer;
  return {
    id: order.id,
    state: order.state,
    name,
    email,
    phone,
    total: order.total,
    placed_at: order.placedAt,
    pay_by: order.payBy,
    checkout_id: order.checkoutId,
  };
}

export function itemRows(order: Order): Insertable<Tables['order_items']>[] {
  return order.items.map(({ cakeId, sizeId, allergens, ...item }, position) => ({
    ...item,
    order_id: order.id,
    position,
    cake_id: cakeId,
    size_id: sizeId,
    allergens: JSON.stringify(allergens),
  }));
}

/** Named one by one, so that the query can be prepared (prepared-statements.ts). */
const ORDER = [
  'id',
  'state',
  'name',
  'email',
  'phone',
  'total',
  'placed_at',
  'pay_by',
  'checkout_id',
] as const satisfies (keyof Tables['orders'])[];
const ITEM = [
  'cake_id',
  'size_id',
  'api',
  'title',
  'img',
  'size',
  'slices',
  'price',
  'message',
  'day',
  'allergens',
] as const satisfies (keyof Tables['order_items'])[];

/** The orders with these ids and their items, in one query: it is asked several times an order. */
export async function readOrders(db: Kysely<Tables>, ids: OrderId[]): Promise<Order[]> {
  // PostgreSQL does not know an empty list.
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_id', 'id')
    .select([...ORDER, ...ITEM])
    .where('id', 'in', ids)
    .orderBy('position')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((items) =>
    items.slice(0, 1).map((order) => toOrder(order, items)),
  );
}

/** Orders with their items: one more query, however many orders there are. */
export async function withItems(
  db: Kysely<Tables>,
  orders: Selectable<Tables['orders']>[],
): Promise<Order[]> {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const items = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute();
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id);
  return orders.map((row) => toOrder(row, itemsOf.get(row.id) ?? []));
}

function toOrder(
  { name, email, phone, ...row }: Pick<Selectable<Tables['orders']>, (typeof ORDER)[number]>,
  items: Pick<Selectable<Tables['order_items']>, (typeof ITEM)[number]>[],
): Order {
  return StoredOrder.parse({
    id: row.id,
    state: row.state,
    customer: { name, email, phone },
    items: items.map(({ cake_id, size_id, allergens, ...item }) => ({
      ...item,
      cakeId: cake_id,
      sizeId: size_id,
      allergens: JSON.parse(allergens),
    })),
    total: row.total,
    placedAt: row.placed_at,
    payBy: row.pay_by,
    checkoutId: row.checkout_id,
  });
}
