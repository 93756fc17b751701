import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { readCatalogue } from '../harness/orderable-catalogue.ts';
import { createShopClient, type OrderBody } from '../harness/shop-client.ts';
import { payByCard } from '../test/card-page.ts';
import { queryDatabase } from '../test/query-database.ts';

interface Purchase {
  origin: string;
  token: string;
  /** The client's address. */
  address: string;
  order: OrderBody;
}

export interface PaidOrder {
  id: string;
  /** The moment of the payment, by `performance.now()`. */
  chargedAt: number;
}

const FIRST_PAUSE_MS = 15;
const MAX_PAUSE_MS = 1_000;
const MAX_PLACING_MS = 60_000;

/** Each query opens a connection, which on PostgreSQL costs CPU. */
const EMAILS_PAUSE_MS = 500;
/** Not reminders. */
const QUEUED_EMAILS =
  "select count(*) as count from emails where sent_at is null and dropped_at is null and kind in ('cafe', 'confirmation')";

const Count = z.tuple([z.object({ count: z.coerce.number() })]);
const Read = z.object({ state: z.string() });

export interface PlacedOrder {
  id: string;
  /** Of the card page. */
  url: string;
}

/** Places an order, pays it on the card page and polls until it has one of the states. */
export async function buy(purchase: Purchase, states: string[] = ['paid']): Promise<PaidOrder> {
  return pay(purchase, await place(purchase), states);
}

/** @throws if the shop does not take the order. */
export async function place({ origin, token, address, order }: Purchase): Promise<PlacedOrder> {
  const client = createShopClient({ origin: () => origin, nextToken: async () => token });
  const id = randomUUID();
  const placed = await client.place(id, order, { caller: address, timeoutMs: MAX_PLACING_MS });
  if (placed.kind !== 'checkout') throw new Error(JSON.stringify(placed));
  return { id, url: placed.url };
}

/** Pays an order on the card page and polls until it has one of the states. */
export async function pay(
  { origin, address }: Pick<Purchase, 'origin' | 'address'>,
  { id, url }: PlacedOrder,
  states: string[],
): Promise<PaidOrder> {
  const redirect = await payByCard(url);
  if (redirect === null) throw new Error('The card was declined.');

  const chargedAt = performance.now();
  for (;;) {
    const read = await fetchText(200, `${origin}/api/orders/${id}`, {
      headers: { 'X-Forwarded-For': address },
    });
    if (states.includes(Read.parse(JSON.parse(read)).state)) return { id, chargedAt };
    // The pauses grow with the wait, so that polling does not become the load.
    const waited = performance.now() - chargedAt;
    await pause(Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, waited)));
  }
}

/** Waits until no e-mail about a new order is queued. */
export async function untilEmailed(where: DatabaseLocation): Promise<void> {
  while ((await countRows(where, QUEUED_EMAILS)) > 0) await pause(EMAILS_PAUSE_MS);
}

/** @param sql one that counts. */
export async function countRows(where: DatabaseLocation, sql: string): Promise<number> {
  const [{ count }] = Count.parse(await queryDatabase(where, sql));
  return count;
}

/** Sends a request and reads the whole response. @throws when the connection breaks or the status differs. */
export async function fetchText(status: number, url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status !== status) {
    throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  }
  return text;
}

/** A valid order of one cake. */
export async function readFreshOrder(origin: string): Promise<OrderBody> {
  const { offers, days } = await readCatalogue(origin);
  const [offer] = offers;
  const [day] = days;
  if (!offer || !day) throw new Error('There is nothing to order.');
  return {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    phone: '020 7946 0123',
    items: [{ ...offer.item, message: '', day }],
  };
}

/** One of 62,500 addresses of the network reserved for benchmarks (RFC 2544). */
export function visitorAddress(number: number): string {
  return `198.18.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
}
