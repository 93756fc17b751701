import type { z } from 'zod';
import type { Collection, Condition } from '../../collection.ts';
import { noSuch } from './api-error.ts';
import type { JsonObject } from './json.ts';
import { integer, text, type timeRange } from './parameter-types.ts';

const DEFAULT_LIMIT = 10;

/** The parameters every list takes. */
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

/** The conditions that `created` puts on a list. */
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

/** One page of what is in memory already, in its own order. */
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
