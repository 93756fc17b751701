import { type Kysely, sql } from 'kysely';
import { Day } from '#domain/calendar/day.ts';
import type { CakeRequest, RequestMessage, RequestState } from '#domain/requests/request.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';

// The rows of requests, of which operations and screens read whole requests.

/** @param key the request's id, or its number as somebody types it. */
export async function findRequest(
  { db }: Pick<Shop, 'db'>,
  key: { id: string } | { number: string },
): Promise<CakeRequest | undefined> {
  const query = selectRequests(db);
  const row = await ('id' in key
    ? query.where('id', '=', key.id)
    : query.where('number', '=', key.number.toUpperCase())
  ).executeTakeFirst();
  return row && (await wholeRequests(db, [row]))[0];
}

interface ListOptions {
  /** Default: all. */
  states?: readonly RequestState[];
  limit: number;
  /** The last of the page before. */
  after?: Pick<CakeRequest, 'id' | 'createdAt'> | undefined;
}

/** The newest first. */
export async function listRequests(
  { db }: Pick<Shop, 'db'>,
  { states, limit, after }: ListOptions,
): Promise<CakeRequest[]> {
  let query = selectRequests(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (states) query = query.where('state', 'in', [...states]);
  if (after) {
    const { id, createdAt } = after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(createdAt, id)),
    );
  }
  return wholeRequests(db, await query.execute());
}

/** More than a cafe can answer; bounds what a script can store. Those that are opened again come on top. */
export const MOST_OPEN = 200;

/** Those that wait for an answer of the cafe, the soonest day first. */
export async function listOpenRequests(shop: Pick<Shop, 'db'>): Promise<CakeRequest[]> {
  const open = await listRequests(shop, { states: ['open'], limit: 2 * MOST_OPEN });
  return open.toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** A literal, because SQLite does not use the partial index for a bound value. */
export const OPEN = sql<boolean>`state = 'open'`;

/** How many wait for an answer of the cafe. */
export async function countOpenRequests({ db }: Pick<Shop, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(OPEN)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The content of a photo: a JPEG without metadata. @param position from a URL. */
export async function requestPhoto(
  { db }: Pick<Shop, 'db'>,
  requestId: string,
  position: string,
): Promise<Uint8Array | undefined> {
  if (!/^\d$/.test(position)) return undefined;
  const photo = await db
    .selectFrom('request_photos')
    .select('bytes')
    .where('request_id', '=', requestId)
    .where('position', '=', Number(position))
    .executeTakeFirst();
  return photo?.bytes;
}

/** Before a request and its messages change. @returns undefined for one that is unknown or anonymised. */
export async function lockRequest(
  trx: Kysely<Tables>,
  id: string,
): Promise<CakeRequest | undefined> {
  const row = await selectRequests(trx)
    .where('id', '=', id)
    .where('anonymised_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && (await wholeRequests(trx, [row]))[0];
}

/** Adds the next message of a locked request, which then has this state. @returns its number. */
export async function addMessage(
  trx: Kysely<Tables>,
  { id, messages }: CakeRequest,
  message: Omit<RequestMessage, 'number'>,
  state: RequestState,
): Promise<number> {
  const number = messages.length + 1;
  const { personId, ...rest } = message;
  await trx
    .insertInto('request_messages')
    .values({ request_id: id, number, person_id: personId, ...rest })
    .execute();
  await trx.updateTable('requests').set({ state }).where('id', '=', id).execute();
  return number;
}

/**
 * What was written has not reached the customer: the cafe has to ring, or to close the request.
 * @param email that the mail service has refused.
 */
export async function recordRefusedAddress(
  db: Kysely<Tables>,
  id: string,
  email: string,
): Promise<void> {
  await db
    .updateTable('requests')
    .set(({ eb }) => ({
      email_refused: 1,
      state: eb
        .case()
        .when('state', 'in', ['answered', 'quoted', 'declined'])
        .then('open' as const)
        .else(eb.ref('state'))
        .end(),
    }))
    .where('id', '=', id)
    .where('email', '=', email)
    .execute();
}

function selectRequests(db: Kysely<Tables>) {
  return db
    .selectFrom('requests')
    .select(['id', 'number', 'state', 'occasion', 'people', 'day', 'ideas', 'budget'])
    .select(['name', 'email', 'phone', 'email_refused'])
    .select(['created_at', 'anonymised_at']);
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number];

async function wholeRequests(db: Kysely<Tables>, rows: RequestRow[]): Promise<CakeRequest[]> {
  // PostgreSQL rejects an empty list.
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const photos = await db
    .selectFrom('request_photos')
    .select(['request_id', 'position', 'width', 'height'])
    .where('request_id', 'in', ids)
    .orderBy('position')
    .execute();
  const messages = await db
    .selectFrom('request_messages')
    .select(['request_id', 'number', 'kind', 'author', 'person_id as personId', 'text', 'at'])
    .where('request_id', 'in', ids)
    .orderBy('number')
    .execute();
  return rows.map(({ email_refused, created_at, anonymised_at, ...row }) => ({
    ...row,
    day: Day.parse(row.day),
    isEmailRefused: email_refused === 1,
    createdAt: created_at,
    anonymisedAt: anonymised_at,
    photos: ofRequest(row.id, photos),
    messages: ofRequest(row.id, messages),
  }));
}

function ofRequest<Row extends { request_id: string }>(
  id: string,
  rows: Row[],
): Omit<Row, 'request_id'>[] {
  return rows.filter(({ request_id }) => request_id === id).map(({ request_id: _, ...row }) => row);
}
