import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { readTables } from '../../test/query-behind-the-back.ts';

/** What accepted orders are written to. Every other table has to be as it was. */
const WRITTEN_TO = ['orders', 'order_items'];
/** What the doors keep of their own: which tokens have served, and who called how often. */
const KEPT_BY_THE_DOORS = ['bot_check_served', 'rate_limits'];

const Asked = z.object({
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
    }),
  ),
});

export type Tables = Awaited<ReturnType<typeof readTables>>;

/** How the database differs from what it should be; nothing is what is hoped for. */
export async function strayWrites(
  where: DatabaseLocation,
  before: Tables,
  accepted: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const after = await readTables(where);
  const changed = [...after.keys()]
    .filter((table) => ![...WRITTEN_TO, ...KEPT_BY_THE_DOORS].includes(table))
    .filter((table) => !isDeepStrictEqual(after.get(table), before.get(table)));
  return [
    ...changed.map((table) => `${table} has changed`),
    ...[...before.keys()].filter((table) => !after.has(table)).map((table) => `${table} is gone`),
    ...strayOrders(after, accepted),
  ];
}

function strayOrders(after: Tables, accepted: ReadonlyMap<string, unknown>): string[] {
  const orders = after.get('orders') ?? [];
  const items = Map.groupBy(after.get('order_items') ?? [], (item) => item.order_id);
  const stray = orders.flatMap((order) => {
    const asked = Asked.safeParse(accepted.get(String(order.id))).data;
    if (!asked) return [`order ${order.id} was never accepted`];
    const kept = {
      name: order.name,
      email: order.email,
      phone: order.phone,
      items: (items.get(order.id) ?? [])
        .sort((a, b) => Number(a.position) - Number(b.position))
        .map(({ cake_id, size_id, api, message, day, allergens }) => ({
          cakeId: cake_id,
          sizeId: size_id,
          api,
          message,
          day,
          allergens: JSON.parse(String(allergens)),
        })),
    };
    // Blanks round name, address and number are the one thing that is not kept as it was typed.
    const { name, email, phone } = asked;
    const wanted = { ...asked, name: name.trim(), email: email.trim(), phone: phone.trim() };
    return isDeepStrictEqual(kept, wanted) ? [] : [`order ${order.id} is not what was asked for`];
  });
  const lost = accepted.size - orders.length;
  return lost === 0 ? stray : [...stray, `${lost} accepted orders are not there`];
}
