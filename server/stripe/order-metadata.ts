import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { parseJson } from '#domain/guard.ts';
import { Addition } from '#domain/orders/addition.ts';
import { newOrder } from '#domain/orders/new-order.ts';
import { type Order, type OrderId, OrderItem } from '#domain/orders/order.ts';
import { Pence } from '#domain/pence.ts';

/**
 * Stripe's limits: 50 keys (one holds the order's id), and 500 characters a value. Each part is
 * in brackets, because Stripe may trim spaces at the ends.
 */
const MOST_PARTS = 49;
const PART_LENGTH = 498;

const OrderRecord = z.object({
  number: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  placedAt: z.iso.datetime(),
  payBy: z.iso.datetime(),
  items: z.array(OrderItem).min(1),
  deposit: Pence.optional(),
  restBy: Day.optional(),
});

/**
 * The order as metadata of its checkout session, from which it can be restored after an older backup. An
 * order that is too long only has its id there.
 */
export function orderMetadata(order: Order) {
  const { id, number, customer, placedAt, payBy, items, deposit, restBy } = order;
  // The schema gives the fields of every order the same sequence, whether it was just made or has been read.
  const record = OrderRecord.parse({
    number,
    ...customer,
    placedAt,
    payBy,
    items,
    ...(deposit !== null && { deposit }),
    ...(restBy !== null && { restBy }),
  });
  return { order: id, ...inParts('order', record) };
}

/** What is added to an order as metadata of its checkout session. */
export function additionMetadata(order: OrderId, addition: Addition) {
  return { order, ...inParts('addition', Addition.parse(addition)) };
}

/** @returns undefined when the metadata contains no complete addition. */
export function readAdditionMetadata(
  metadata: Record<string, string> | null,
): Addition | undefined {
  return Addition.safeParse(joinParts('addition', metadata)).data;
}

/** None if the value is too long. */
function inParts(name: string, value: unknown): Record<string, string> {
  const parts = asciiJson(value).match(new RegExp(`.{1,${PART_LENGTH}}`, 'g')) ?? [];
  if (parts.length > MOST_PARTS) return {};
  return Object.fromEntries(parts.map((part, at) => [`${name}_${at}`, `[${part}]`]));
}

function joinParts(name: string, metadata: Record<string, string> | null): unknown {
  const parts: string[] = [];
  for (let part = metadata?.[`${name}_0`]; part; part = metadata?.[`${name}_${parts.length}`]) {
    parts.push(part.slice(1, -1));
  }
  return parseJson(parts.join(''));
}

/** @returns undefined when the metadata contains no complete order. */
export function readOrderMetadata(
  id: OrderId,
  metadata: Record<string, string> | null,
): Order | undefined {
  const record = OrderRecord.safeParse(joinParts('order', metadata)).data;
  if (!record) return undefined;
  const { number, name, email, phone, ...rest } = record;
  const customer = { name, email, phone };
  return { ...newOrder({ id, state: 'placed', customer, ...rest }), number };
}

/** ASCII only, so that no part ends inside a character. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
