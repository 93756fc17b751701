import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { readTables } from '../../test/query-database.ts';

/** The tables of accepted orders. All others must stay the same. */
const ORDER_TABLES = ['orders', 'order_items', 'order_events'];
/** Used tokens and request counts. */
const MIDDLEWARE_TABLES = ['bot_check_uses'];
/** What a stranger who tries to sign in leaves. */
const SIGN_IN_TABLES = ['sign_in_tokens'];

const MAY_CHANGE = [...ORDER_TABLES, ...MIDDLEWARE_TABLES, ...SIGN_IN_TABLES];

const SentOrder = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  items: z.array(
    z.object({
      cakeId: z.string(),
      sizeId: z.string(),
      api: z.string(),
      message: z.string(),
      day: z.string(),
      allergens: z.array(z.string()),
      mayContain: z.array(z.string()).optional(),
    }),
  ),
});

export type Tables = Awaited<ReturnType<typeof readTables>>;

/** The good orders that were sent. A response that is lost or late, such as a 503, may follow the write. */
export interface SentOrders {
  bodies: ReadonlyMap<string, unknown>;
  /** The ids of those whose response says that they are placed. */
  accepted: ReadonlySet<string>;
}

/** The unexpected differences of the database. */
export async function unexpectedWrites(
  where: DatabaseLocation,
  before: Tables,
  sent: SentOrders,
): Promise<string[]> {
  const after = await readTables(where);
  const changed = [...after.keys()]
    .filter((table) => !MAY_CHANGE.includes(table))
    .filter((table) => !isDeepStrictEqual(after.get(table), before.get(table)));
  return [
    ...changed.map((table) => `${table} has changed`),
    ...[...before.keys()]
      .filter((table) => !after.has(table))
      .map((table) => `${table} is missing`),
    ...wrongOrders(after, sent),
    ...wrongEvents(after, sent),
  ];
}

/** Every stored order was placed once; nobody may make anything else of it. */
function wrongEvents(after: Tables, { bodies }: SentOrders): string[] {
  const orders = after.get('orders') ?? [];
  const events = after.get('order_events') ?? [];
  const placed = events.filter(({ kind }) => kind === 'placed').length;
  return [
    ...(placed === orders.length ? [] : [`${placed} events of ${orders.length} orders`]),
    ...events
      .filter(({ order_id }) => !bodies.has(String(order_id)))
      .map(({ kind, order_id }) => `event ${kind} of order ${order_id}`),
  ];
}

function wrongOrders(after: Tables, { bodies, accepted }: SentOrders): string[] {
  const orders = after.get('orders') ?? [];
  const items = Map.groupBy(after.get('order_items') ?? [], (item) => item.order_id);
  const wrong = orders.flatMap((order) => {
    const sent = SentOrder.safeParse(bodies.get(String(order.id))).data;
    if (!sent) return [`order ${order.id} was never sent`];
    const stored = {
      name: order.name,
      email: order.email,
      phone: order.phone,
      items: (items.get(order.id) ?? [])
        .sort((a, b) => Number(a.position) - Number(b.position))
        .map(({ cake_id, size_id, api, message, day, allergens, may_contain }) => ({
          cakeId: cake_id,
          sizeId: size_id,
          api,
          message,
          day,
          allergens: JSON.parse(String(allergens)),
          ...(may_contain !== null && { mayContain: JSON.parse(String(may_contain)) }),
        })),
    };
    // The shop trims these.
    const { name, email, phone } = sent;
    const expected = { ...sent, name: name.trim(), email: email.trim(), phone: phone.trim() };
    return isDeepStrictEqual(stored, expected)
      ? []
      : [`order ${order.id} differs from what was sent`];
  });
  const stored = new Set(orders.map(({ id }) => String(id)));
  const lost = [...accepted].filter((id) => !stored.has(id));
  return [...wrong, ...lost.map((id) => `order ${id} was accepted and is missing`)];
}
