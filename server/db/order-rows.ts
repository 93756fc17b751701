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
import { Pence } from '#domain/pence.ts';
import { UnreadableOrder } from '#server/orders/order-ports.ts';
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
export const BOOKED = sql<boolean>`(orders.state in (${sql.join(bookedStates.map((state) => sql.lit(state)))})
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
      points,
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

const REVERSAL = [
  'id',
  'kind',
  'provider_id',
  'amount',
  'is_pending',
  'claimed_amount',
  'claimed_currency',
  'state',
  'reason',
  'at',
  'answer_by',
] as const satisfies (keyof Tables['reversals'])[];

/** With other names than the columns of the order. */
export const READ_REVERSAL = REVERSAL.map(
  (name) => `reversals.${name} as reversal_${name}` as const,
);

type ReversalRow = Record<`reversal_${(typeof REVERSAL)[number]}`, string | number | null>;
type OrderRow = Pick<Selectable<Tables['orders']>, (typeof ORDER)[number]>;
type ItemRow = Pick<Selectable<Tables['order_items']>, (typeof READ_ITEM)[number]>;
/** An order with one of its items and one of its reversals; nulls if it has none. */
export type JoinedRow = OrderRow &
  ReversalRow & { position: number | null } & { [Column in keyof ItemRow]: ItemRow[Column] | null };

/** Orders with their items and reversals. */
export interface StoredOrders {
  orders: Order[];
  unreadable: UnreadableOrder[];
}

/** Reads orders, items and reversals in one query. An unreadable order does not hide the others. */
export async function readOrders(
  db: Kysely<Tables>,
  column: 'id' | 'checkout_id',
  values: string[],
): Promise<StoredOrders> {
  const stored: StoredOrders = { orders: [], unreadable: [] };
  // PostgreSQL rejects an empty list.
  if (values.length === 0) return stored;
  const rows = await joinedRows(db).where(`orders.${column}`, 'in', values).execute();
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

/** Orders with a row for each item, and for each of it one for each reversal. */
export function joinedRows(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .leftJoin('order_items', 'order_items.order_id', 'orders.id')
    .leftJoin('reversals', 'reversals.order_id', 'orders.id')
    .select(ORDER.map((name) => `orders.${name}` as const))
    .select('order_items.position')
    .select(READ_ITEM.map((name) => `order_items.${name}` as const))
    .select(READ_REVERSAL)
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

/** Those of the order's items that can be read. @param rows of one order. */
export function parseItems(rows: JoinedRow[]): OrderItem[] {
  return itemsOf(rows).flatMap((item) => OrderItem.safeParse(item).data ?? []);
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
    items: itemsOf(rows),
    total: row?.total,
    placedAt: row?.placed_at,
    payBy: row?.pay_by,
    checkoutId: row?.checkout_id,
    payment: row?.payment,
    reversals: reversalsOf(rows),
    replacedBy: row?.replaced_by,
    cancelledAt: row?.cancelled_at,
  });
}

function itemsOf(rows: JoinedRow[]) {
  const items = new Map(rows.map((row) => [row.position, row]));
  items.delete(null);
  return [...items.values()].map(itemOf);
}

/** Each once, oldest first. */
export function reversalsOf(rows: ReversalRow[]) {
  const reversals = new Map(rows.map((row) => [row.reversal_id, row]));
  reversals.delete(null);
  return [...reversals.values()].map(reversalOf).sort((one, other) => {
    const [before, after] = [`${one.at} ${one.id}`, `${other.at} ${other.id}`];
    return before < after ? -1 : 1;
  });
}

function reversalOf(row: ReversalRow) {
  return {
    id: row.reversal_provider_id ?? row.reversal_id,
    kind: row.reversal_kind,
    amount: row.reversal_amount,
    ...(row.reversal_is_pending === 1 && { isPending: true }),
    ...(row.reversal_claimed_currency !== null && {
      claimed: { amount: row.reversal_claimed_amount, currency: row.reversal_claimed_currency },
    }),
    state: row.reversal_state,
    ...(row.reversal_reason !== null && { reason: row.reversal_reason }),
    at: row.reversal_at,
    ...(row.reversal_answer_by !== null && { answerBy: row.reversal_answer_by }),
  };
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
    points: row.points,
  };
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
