import { z } from 'zod';
import type { Collection, Condition } from '../../store.ts';
import type { Account } from '../account.ts';
import { integer, parseParameters, text, timeRange } from './parameters.ts';
import { type Endpoint, type JsonObject, noSuch } from './protocol.ts';

const DEFAULT_LIMIT = 10;

/** The parameters of every list. */
export const pageParameters = {
  limit: integer({ minimum: 1, maximum: 100 }).optional(),
  starting_after: text().optional(),
};

export type PageRequest = { limit?: number | undefined; starting_after?: string | undefined };

type Listing<Item> = {
  kind: string;
  url: string;
  where: Condition<Item>[];
  present(item: Item): JsonObject;
};

/** The conditions of the `created` parameter. */
export function createdWithin(
  range: z.infer<typeof timeRange> | undefined,
): (Condition<{ created: number }> & { field: 'created' })[] {
  if (range === undefined) return [];
  return [
    { field: 'created', atLeast: range.atLeast },
    { field: 'created', atMost: range.atMost },
  ];
}

/** One page of a collection, newest first. */
export function listCollection<Item extends { id: string }>(
  collection: Collection<Item>,
  { limit = DEFAULT_LIMIT, starting_after: after }: PageRequest,
  { kind, url, where, present }: Listing<Item>,
): JsonObject {
  if (after !== undefined && collection.find(after) === undefined) {
    throw noSuch(kind, after, 'starting_after');
  }
  const found = collection.list({ where, after, limit: limit + 1 });
  return listObject(url, found.slice(0, limit).map(present), found.length > limit);
}

/** One page of an array, in its own order. */
export function listItems<Item extends { id: string }>(
  items: Item[],
  { limit = DEFAULT_LIMIT, starting_after: after }: PageRequest,
  { kind, url, present }: Omit<Listing<Item>, 'where'>,
): JsonObject {
  const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) throw noSuch(kind, after, 'starting_after');
  const end = start + limit;
  return listObject(url, items.slice(start, end).map(present), items.length > end);
}

function listObject(url: string, data: JsonObject[], hasMore: boolean): JsonObject {
  return { object: 'list', url, has_more: hasMore, data };
}

type OfPayment = { id: string; created: number; charge: string; payment_intent: string };

const ofPaymentParameters = z.strictObject({
  ...pageParameters,
  charge: text().optional(),
  created: timeRange.optional(),
  payment_intent: text().optional(),
});

/** Lists refunds or disputes, of one payment or of all. */
export function listOfPayment<Item extends OfPayment>(options: {
  kind: string;
  url: string;
  collection: (account: Account) => Collection<Item>;
  present: (item: Item, account: Account) => JsonObject;
}): Endpoint {
  return (account, { parameters }) => {
    const { charge, created, payment_intent, ...page } = parseParameters(
      ofPaymentParameters,
      parameters,
    );
    const where: Condition<OfPayment>[] = createdWithin(created);
    if (charge !== undefined) where.push({ field: 'charge', is: charge });
    if (payment_intent !== undefined) where.push({ field: 'payment_intent', is: payment_intent });
    const present = (item: Item) => options.present(item, account);
    return listCollection(options.collection(account), page, { ...options, where, present });
  };
}
