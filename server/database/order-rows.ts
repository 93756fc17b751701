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

export function orderRow(order: Order): Insertable<Tables['orders']> {
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
  { name, email, phone, ...row }: Selectable<Tables['orders']>,
  items: Selectable<Tables['order_items']>[],
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
