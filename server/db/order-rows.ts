import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { searchText } from '#domain/book/search-text.ts';
import { parseJson } from '#domain/guard.ts';
import {
  bookedStates,
  type Order,
  OrderId,
  OrderItem,
  OrderState,
  PaymentStatus,
  Reversal,
} from '#domain/orders/order.ts';
import { UnreadableOrder } from '#domain/orders/order-ports.ts';
import { Pence } from '#domain/pence.ts';
import { jsonOrNull } from './cake-rows.ts';
import type { Tables } from './tables.ts';

const StoredOrder = z
  .object({
    id: OrderId,
    number: z.string(),
    state: OrderState,
    customer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    paymentEmail: z.string().optional(),
    isEmailRefused: z.boolean().optional(),
    collector: z.string().optional(),
    items: z.array(OrderItem),
    total: Pence,
    placedAt: z.iso.datetime(),
    payBy: z.iso.datetime(),
    checkoutId: z.string().nullable(),
    payment: PaymentStatus,
    reversals: z.array(Reversal),
    replacedBy: OrderId.nullable(),
    cancelledAt: z.iso.datetime().nullable(),
  })
  // Only the id of an order that another one replaced before it was placed has no items (`Orders.add`).
  .refine(({ items, total }) => items.length > 0 || total === 0) satisfies z.ZodType<Order>;

/** The orders for which `isBooked` is true. */
export const BOOKED = sql<boolean>`(state in (${sql.join(bookedStates.map((state) => sql.lit(state)))})
  and cancelled_at is null)`;

/** Of an order that another one replaced before it arrived only the id was taken. */
export const ORDERED = sql<boolean>`(orders.state <> 'expired' or orders.total > 0)`;

/** Missing columns have defaults in the database. */
export function orderRow(order: Order): Insertable<Tables['orders']> {
  const { name, email, phone } = order.customer;
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    name,
    email,
    phone,
    total: order.total,
    placed_at: order.placedAt,
    pay_by: order.payBy,
    checkout_id: order.checkoutId,
    search: searchText(order),
  };
}

export function itemRows(order: Order): Insertable<Tables['order_items']>[] {
  return order.items.map(
    ({ cakeId, sizeId, allergens, mayContain, vatRate, points, moved: _, ...item }, position) => ({
      ...item,
      order_id: order.id,
      position,
      cake_id: cakeId,
      size_id: sizeId,
      allergens: JSON.stringify(allergens),
      may_contain: jsonOrNull(mayContain),
      vat_rate: vatRate,
      points: points ?? null,
    }),
  );
}

/** No `*`, so that the query can be prepared (postgres-dialect.ts). */
const ORDER = [
  'id',
  'number',
  'state',
  'name',
  'email',
  'phone',
  'total',
  'placed_at',
  'pay_by',
  'checkout_id',
  'payment',
  'reversals',
  'replaced_by',
  'cancelled_at',
  'collector',
  'payment_email',
  'email_refused',
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
  'may_contain',
  'vat_rate',
  'points',
] as const satisfies (keyof Tables['order_items'])[];

const READ_ITEM = [...ITEM, 'first_day', 'moves'] as const;

type OrderRow = Pick<Selectable<Tables['orders']>, (typeof ORDER)[number]>;
type ItemRow = Pick<Selectable<Tables['order_items']>, (typeof READ_ITEM)[number]>;
/** An order and one of its items; nulls if it has none. */
export type JoinedRow = OrderRow & { [Column in keyof ItemRow]: ItemRow[Column] | null };

/** Orders with their items. */
export interface StoredOrders {
  orders: Order[];
  unreadable: UnreadableOrder[];
}

/** Reads orders and items in one query. An unreadable order does not hide the others. */
export async function readOrders(
  db: Kysely<Tables>,
  column: 'id' | 'checkout_id',
  values: string[],
): Promise<StoredOrders> {
  const stored: StoredOrders = { orders: [], unreadable: [] };
  // PostgreSQL rejects an empty list.
  if (values.length === 0) return stored;
  const rows = await joinedRows(db).where(column, 'in', values).execute();
  for (const own of Map.groupBy(rows, ({ id }) => id).values()) {
    const order = parseOrder(own);
    if (order instanceof UnreadableOrder) stored.unreadable.push(order);
    else stored.orders.push(order);
  }
  return stored;
}

/** @throws {UnreadableOrder} */
export async function readOrder(
  db: Kysely<Tables>,
  column: 'id' | 'checkout_id',
  value: string,
): Promise<Order | undefined> {
  const { orders, unreadable } = await readOrders(db, column, [value]);
  for (const error of unreadable) throw error;
  return orders[0];
}

/** Orders with a row for each item. */
export function joinedRows(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .leftJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(ORDER.map((name) => `orders.${name}` as const))
    .select(READ_ITEM.map((name) => `order_items.${name}` as const))
    .orderBy('order_items.position');
}

/** @param rows of one order. */
export function parseOrder(rows: JoinedRow[]): Order | UnreadableOrder {
  try {
    return toOrder(rows);
  } catch (cause) {
    return new UnreadableOrder(rows[0]?.id ?? '', { cause });
  }
}

/** @returns undefined if the row is not an item. */
export function parseItem(row: JoinedRow): OrderItem | undefined {
  return OrderItem.safeParse(itemOf(row)).data;
}

/** @throws when the rows do not match the schema or contain invalid JSON. */
function toOrder(rows: JoinedRow[]): Order {
  const [row] = rows;
  return StoredOrder.parse({
    id: row?.id,
    number: row?.number,
    state: row?.state,
    customer: { name: row?.name, email: row?.email, phone: row?.phone },
    ...(row?.payment_email && { paymentEmail: row.payment_email }),
    ...(row?.email_refused && { isEmailRefused: true }),
    ...(row?.collector && { collector: row.collector }),
    items: rows.filter(({ cake_id }) => cake_id !== null).map(itemOf),
    total: row?.total,
    placedAt: row?.placed_at,
    payBy: row?.pay_by,
    checkoutId: row?.checkout_id,
    payment: row?.payment,
    reversals: JSON.parse(row?.reversals ?? 'null'),
    replacedBy: row?.replaced_by,
    cancelledAt: row?.cancelled_at,
  });
}

/** Named one by one: the rest of a joined row is the order. */
function itemOf(row: JoinedRow) {
  const { api, title, img, size, slices, price, message, day, first_day, moves } = row;
  return {
    cakeId: row.cake_id,
    sizeId: row.size_id,
    api,
    title,
    img,
    size,
    slices,
    price,
    message,
    day,
    allergens: parseJson(row.allergens ?? 'null'),
    ...(row.may_contain !== null && { mayContain: parseJson(row.may_contain) }),
    ...(first_day !== null && { moved: { firstDay: first_day, times: moves } }),
    vatRate: row.vat_rate,
    ...(row.points !== null && { points: row.points }),
  };
}
