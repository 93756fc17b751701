import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { orderJson, readCatalogue } from '../harness/orderable-catalogue.ts';
import { payByCard } from '../test/card-page.ts';
import { queryDatabase } from '../test/query-database.ts';

interface Purchase {
  origin: string;
  token: string;
  /** The client's address. */
  address: string;
  /** The order's JSON. */
  order: string;
}

export interface PaidOrder {
  id: string;
  /** The moment of the payment, by `performance.now()`. */
  chargedAt: number;
}

const FIRST_PAUSE_MS = 15;
const MAX_PAUSE_MS = 1_000;

/** Each query opens a connection, which on PostgreSQL costs CPU. */
const EMAILS_PAUSE_MS = 500;
/** Not reminders. */
const QUEUED_EMAILS =
  "select count(*) as count from emails where sent_at is null and dropped_at is null and kind in ('cafe', 'confirmation')";

const Count = z.tuple([z.object({ count: z.coerce.number() })]);
const Read = z.object({ state: z.string() });
const Placed = z.object({ id: z.string(), checkoutUrl: z.url() });
type Placed = z.infer<typeof Placed>;

/** Places an order, pays it on the card page and polls until it has one of the states. */
export async function buy(purchase: Purchase, states: string[] = ['paid']): Promise<PaidOrder> {
  return pay(purchase, await place(purchase), states);
}

/** Places an order. */
export async function place({ origin, token, address, order }: Purchase): Promise<Placed> {
  const placed = await fetchText(201, `${origin}/api/orders/${randomUUID()}`, {
    method: 'PUT',
    headers: {
      'X-Forwarded-For': address,
      'Content-Type': 'application/json',
      'X-Firebase-AppCheck': token,
      Origin: origin,
    },
    body: order,
  });
  return Placed.parse(JSON.parse(placed));
}

/** Pays an order on the card page and polls until it has one of the states. */
export async function pay(
  { origin, address }: Pick<Purchase, 'origin' | 'address'>,
  { id, checkoutUrl }: Placed,
  states: string[],
): Promise<PaidOrder> {
  const redirect = await payByCard(checkoutUrl);
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

/** The JSON of a valid order. */
export async function readFreshOrder(origin: string): Promise<string> {
  const { offers, days } = await readCatalogue(origin);
  const [offer] = offers;
  const [day] = days;
  if (!offer || !day) throw new Error('There is nothing to order.');
  return orderJson(offer, day);
}

/** One of 62,500 addresses of the network reserved for benchmarks (RFC 2544). */
export function visitorAddress(number: number): string {
  return `198.18.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
}
