import { z } from 'zod';
import type { Collection, Condition } from '../../store.ts';
import type { Account } from '../account.ts';
import { integer, parseParameters, text } from './parameters.ts';
import { type Endpoint, type JsonObject, noSuch } from './protocol.ts';

const DEFAULT_LIMIT = 10;
const seconds = integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The parameters of every list. */
export const pageParameters = {
  limit: integer({ minimum: 1, maximum: 100 }).optional(),
  starting_after: text().optional(),
};

/** `created[gte]=…`, `created[lt]=…` */
export const createdParameter = z
  .strictObject({ gte: seconds.optional(), lt: seconds.optional() })
  .optional();

interface Listing<Item> {
  kind: string;
  url: string;
  where: Condition<Item>[];
  present(item: Item): JsonObject;
}

export function createdWithin(range: z.infer<typeof createdParameter>) {
  if (range === undefined) return [];
  const { gte = 0, lt = Number.MAX_SAFE_INTEGER } = range;
  return [
    { field: 'created' as const, atLeast: gte },
    { field: 'created' as const, atMost: lt - 1 },
  ];
}

/** One page of a collection, newest first. */
export function listCollection<Item extends { id: string }>(
  collection: Collection<Item>,
  page: { limit?: number | undefined; starting_after?: string | undefined },
  { kind, url, where, present }: Listing<Item>,
): JsonObject {
  const { limit = DEFAULT_LIMIT, starting_after: after } = page;
  if (after !== undefined && collection.find(after) === undefined) {
    throw noSuch(kind, after, 'starting_after');
  }
  const found = collection.list({ where, after, limit: limit + 1 });
  const data = found.slice(0, limit).map(present);
  return { object: 'list', url, has_more: found.length > limit, data };
}

type OfPayment = { id: string; created: number; payment_intent: string };

const ofPaymentParameters = z.strictObject({
  ...pageParameters,
  created: createdParameter,
  payment_intent: text().optional(),
});

/** Lists refunds or disputes, of one payment or of all. */
export function listOfPayment<Item extends OfPayment>(options: {
  kind: string;
  url: string;
  collection: (account: Account) => Collection<Item>;
  present: (account: Account, item: Item) => JsonObject;
}): Endpoint {
  return (account, { parameters }) => {
    const { created, payment_intent, ...page } = parseParameters(ofPaymentParameters, parameters);
    const where: Condition<OfPayment>[] = createdWithin(created);
    if (payment_intent !== undefined) where.push({ field: 'payment_intent', is: payment_intent });
    const present = (item: Item) => options.present(account, item);
    return listCollection(options.collection(account), page, { ...options, where, present });
  };
}
