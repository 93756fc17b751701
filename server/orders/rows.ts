import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { searchTexts } from '#domain/book/search-text.ts';
import { parseJson } from '#domain/guard.ts';
import {
  bookedStates,
  Order,
  OrderedOption,
  type OrderId,
  OrderItem,
  OrderState,
  parseOrderId,
  type Quote,
  quoteStates,
} from '#domain/orders/order.ts';
import {
  type PublicOrder,
  type PublicState,
  publicState,
  publicView,
} from '#domain/orders/public-order.ts';
import { type Tables, tables } from '#server/db/tables.ts';

// The rows of an order, as the operations read and write them.

/** Thrown when a stored order does not match its schema. */
export class UnreadableOrder extends Error {
  override name = 'UnreadableOrder';
  readonly orderId: OrderId;

  constructor(orderId: OrderId, options?: ErrorOptions) {
    super('The stored order cannot be read.', options);
    this.orderId = orderId;
  }
}

/** Only the id of an order that another one replaced before it was placed has no items (`addOrder`). */
const StoredOrder = Order.refine(({ items, total }) => items.length > 0 || total === 0);

const StoredOptions = z.array(OrderedOption);

/** The orders for which `isBooked` is true. */
export const BOOKED = sql<boolean>`(orders.state in (${sql.join(bookedStates.map((state) => sql.lit(state)))})
  and cancelled_at is null)`;

/** Quotes that can be accepted. Literals, because SQLite does not use the partial index for bound values. */
export const QUOTED = sql<boolean>`orders.state in (${sql.join(quoteStates.map((state) => sql.lit(state)))})`;

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
    note: order.note || null,
    staff_note: order.staffNote || null,
    total: order.total,
    paid: order.paid,
    surplus: order.surplus,
    kept: order.kept,
    deposit: order.deposit,
    rest_by: order.restBy,
    placed_at: order.placedAt,
    pay_by: order.payBy,
    checkout_id: order.checkoutId,
    ...searchTexts(order),
  };
}

export function quoteRow(id: OrderId, quote: Quote): Insertable<Tables['quotes']> {
  return {
    order_id: id,
    valid_until: quote.validUntil,
    holds_day: quote.holdsDay ? 1 : 0,
    even_if_full: quote.evenIfFull ? 1 : 0,
    message: quote.message,
  };
}

export function itemRows(order: Order): Insertable<Tables['order_items']>[] {
  return order.items.map(
    (
      { cakeId, sizeId, isAddOn, options, allergens, mayContain, vatRate, time, moved, ...item },
      place,
    ) => ({
      ...item,
      position: item.position ?? place,
      options: jsonOrNull(options),
      time: time ?? null,
      order_id: order.id,
      first_day: moved?.firstDay ?? null,
      moves: moved?.times ?? 0,
      cake_id: cakeId,
      size_id: sizeId,
      is_add_on: isAddOn ? 1 : 0,
      allergens: JSON.stringify(allergens),
      may_contain: jsonOrNull(mayContain),
      vat_rate: vatRate,
    }),
  );
}

/** Call it in the transaction that has changed a name, a message, a note or a way to reach the customer. */
export async function updateSearchTexts(trx: Kysely<Tables>, id: OrderId): Promise<void> {
  const { number, collector, note, staff_note, payment_email, ...customer } = await trx
    .selectFrom('orders')
    .select(['number', 'name', 'email', 'phone', 'collector', 'note', 'staff_note'])
    .select('payment_email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const items = await trx
    .selectFrom('order_items')
    .select(['title', 'size', 'options', 'message'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute();
  const texts = searchTexts({
    number,
    customer,
    collector: collector ?? undefined,
    note: note ?? undefined,
    staffNote: staff_note ?? undefined,
    paymentEmail: payment_email ?? undefined,
    items: items.map(({ options, ...item }) => ({
      ...item,
      options: StoredOptions.safeParse(parseJson(options ?? '[]')).data,
    })),
  });
  await trx
    .updateTable('orders')
    .set(texts)
    .where('id', '=', id)
    .where('anonymised_at', 'is', null)
    .execute();
}

// No `*`, so that the queries can be prepared (postgres-dialect.ts).

/** With other names than the columns of the order. */
export const READ_REVERSAL = tables.reversals.names.map(
  (name) => `reversals.${name} as reversal_${name}` as const,
);

/** With other names than the columns of the order and its items. */
const READ_QUOTE = tables.quotes.names.map((name) => `quotes.${name} as quote_${name}` as const);

type OrderRow = Pick<Selectable<Tables['orders']>, (typeof OF_ORDER)[number]>;
type ItemRow = Selectable<Tables['order_items']>;
type QuoteRow = Record<`quote_${keyof Tables['quotes']}`, string | number | null>;
type ReversalRow = Record<`reversal_${keyof Tables['reversals']}`, string | number | null>;
/** An order with one of its items and one of its reversals; nulls if it has none. */
export type JoinedRow = OrderRow &
  QuoteRow &
  ReversalRow & { [Column in keyof ItemRow]: ItemRow[Column] | null };

/**
 * Reads an order with its items and reversals.
 * @throws {UnreadableOrder}
 */
export async function readOrder(db: Kysely<Tables>, id: string): Promise<Order | undefined> {
  const [order] = await readAll(db, [id]);
  if (order instanceof UnreadableOrder) throw order;
  return order;
}

/**
 * Reads the order that a checkout is of: its own, one that has paid a part of it, or one of what is added to it.
 * @throws {UnreadableOrder}
 */
export async function orderOfCheckout(
  db: Kysely<Tables>,
  checkoutId: string,
): Promise<Order | undefined> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .union((query) =>
      query
        .selectFrom('ledger')
        .select('order_id as id')
        // A literal, because SQLite does not use the partial index for a bound value.
        .where('kind', '=', sql.lit('charge'))
        .where('id', '=', checkoutId),
    )
    .union((query) =>
      query.selectFrom('additions').select('order_id as id').where('checkout_id', '=', checkoutId),
    )
    .executeTakeFirst();
  return found && readOrder(db, found.id);
}

/** Reads those of the orders that exist and can be read, in no particular order. */
export async function readOrders(db: Kysely<Tables>, ids: OrderId[]): Promise<Order[]> {
  const orders = await readAll(db, ids);
  return orders.flatMap((order) => (order instanceof UnreadableOrder ? [] : [order]));
}

/** @param id from a URL. @returns undefined when it is malformed or unknown. */
export async function readPublicOrder(
  db: Kysely<Tables>,
  id: string,
): Promise<PublicOrder | undefined> {
  const orderId = parseOrderId(id);
  const order = orderId === undefined ? undefined : await readOrder(db, orderId);
  return order && publicView(order);
}

/** The public states of those orders that exist. */
export async function readStates(
  db: Kysely<Tables>,
  ids: OrderId[],
): Promise<Map<OrderId, PublicState>> {
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, publicState(OrderState.parse(row.state))]));
}

async function readAll(db: Kysely<Tables>, ids: string[]): Promise<(Order | UnreadableOrder)[]> {
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return [];
  const rows = await joinedRows(db).where('orders.id', 'in', ids).execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].map(parseOrder);
}

/** Without the texts to search, which no reader of an order needs, and which would stand in each of its rows. */
const OF_ORDER = tables.orders.names.filter(
  (name): name is Exclude<typeof name, 'search' | 'search_contact'> =>
    name !== 'search' && name !== 'search_contact',
);

/** Orders with a row for each item, and for each of it one for each reversal. */
export function joinedRows(db: Kysely<Tables>) {
  return db
    .selectFrom('orders')
    .leftJoin('order_items', 'order_items.order_id', 'orders.id')
    .leftJoin('reversals', 'reversals.order_id', 'orders.id')
    .leftJoin('quotes', 'quotes.order_id', 'orders.id')
    .select(OF_ORDER.map((name) => `orders.${name}` as const))
    .select(tables.order_items.names.map((name) => `order_items.${name}` as const))
    .select(READ_REVERSAL)
    .select(READ_QUOTE)
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
    ...(row?.note && { note: row.note }),
    ...(row?.staff_note && { staffNote: row.staff_note }),
    ...(row && quoteOf(row)),
    items: itemsOf(rows),
    ...(row?.taken_off && { takenOff: parseJson(row.taken_off) }),
    total: row?.total,
    paid: row?.paid,
    surplus: row?.surplus,
    kept: row?.kept,
    deposit: row?.deposit,
    restBy: restByOf(rows),
    placedAt: row?.placed_at,
    payBy: row?.pay_by,
    checkoutId: row?.checkout_id,
    payment: row?.payment,
    reversals: reversalsOf(rows),
    replacedBy: row?.replaced_by,
    cancelledAt: row?.cancelled_at,
  });
}

/** At the latest when the first of it is collected: it may have been moved. */
function restByOf(rows: JoinedRow[]): string | null {
  const days = rows.flatMap(({ rest_by, day }) =>
    rest_by === null ? [] : [rest_by, day ?? rest_by],
  );
  return days.sort()[0] ?? null;
}

function quoteOf(row: JoinedRow) {
  if (row.quote_valid_until === null) return {};
  return {
    quote: {
      validUntil: row.quote_valid_until,
      holdsDay: row.quote_holds_day === 1,
      evenIfFull: row.quote_even_if_full === 1,
      message: row.quote_message,
    },
  };
}

function itemsOf(rows: JoinedRow[]) {
  const items = new Map(rows.map((row) => [row.position, row]));
  items.delete(null);
  return [...items].map(([position, row], place) => ({
    ...itemOf(row),
    ...(position !== place && { position }),
  }));
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
    payment: row.reversal_payment,
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
  const { api, title, img, size, slices, price, message, day, time, first_day, moves } = row;
  return {
    cakeId: row.cake_id,
    sizeId: row.size_id,
    isAddOn: row.is_add_on === 1,
    api,
    title,
    img,
    size,
    slices,
    ...(row.options !== null && { options: parseJson(row.options) }),
    price,
    message,
    day,
    ...(time !== null && { time }),
    allergens: parseJson(row.allergens ?? 'null'),
    ...(row.may_contain !== null && { mayContain: parseJson(row.may_contain) }),
    ...(first_day !== null && { moved: { firstDay: first_day, times: moves } }),
    vatRate: row.vat_rate,
    units: row.units,
  };
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
