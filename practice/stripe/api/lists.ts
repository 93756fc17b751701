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

const page = z.strictObject({
  ...pageParameters,
  /** `created[gte]=…`, `created[lt]=…` */
  created: z.strictObject({ gte: seconds.optional(), lt: seconds.optional() }).optional(),
});

export function createdWithin({ gte = 0, lt = Number.MAX_SAFE_INTEGER }) {
  return [
    { field: 'created' as const, atLeast: gte },
    { field: 'created' as const, atMost: lt - 1 },
  ];
}

interface Listing<Item> {
  kind: string;
  url: string;
  where: Condition<Item>[];
  present(item: Item): JsonObject;
}

/** One page of a collection, newest first. */
export function listCollection<Item extends { id: string }>(
  collection: Collection<Item>,
  {
    limit = DEFAULT_LIMIT,
    starting_after: after,
  }: Pick<z.infer<typeof page>, keyof typeof pageParameters>,
  { kind, url, where, present }: Listing<Item>,
): JsonObject {
  if (after !== undefined && collection.find(after) === undefined) {
    throw noSuch(kind, after, 'starting_after');
  }
  const found = collection.list({ where, after, limit: limit + 1 });
  const data = found.slice(0, limit).map(present);
  return { object: 'list', url, has_more: found.length > limit, data };
}

interface Listed<Item extends { id: string }> {
  kind: string;
  url: string;
  present(account: Account, item: Item): JsonObject;
  /** Texts by which it can be filtered. */
  filters?: (keyof Item & string)[];
}

/** Lists what was created in some time, and has the values of some fields. */
export function listOf<Item extends { id: string; created: number }>(
  collection: (account: Account) => Collection<Item>,
  { present, filters = [], ...names }: Listed<Item>,
): Endpoint {
  const filter = z.strictObject(
    Object.fromEntries(filters.map((field) => [field, text().optional()])),
  );
  return (account, { parameters: { limit, starting_after, created, ...rest } }) => {
    const wanted = parseParameters(page, { limit, starting_after, created });
    const values = parseParameters(filter, rest);
    const where: Condition<Item>[] = wanted.created ? createdWithin(wanted.created) : [];
    for (const field of filters) {
      const is = values[field];
      if (is !== undefined) where.push({ field, is });
    }
    const toObject = (item: Item) => present(account, item);
    return listCollection(collection(account), wanted, { ...names, where, present: toObject });
  };
}
